// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

@Suite struct RegistrationTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    var id: String
    var schedule: Schedule
    var now: String
    /// Code of the violation, nil when accepted.
    var expected: String?

    init(_ id: String, _ start: ScheduleComponents, _ end: ScheduleComponents, at now: String, _ expected: String?) {
      (self.id, self.now, self.expected) = (id, now, expected)
      schedule = Schedule(start: start, end: end, repeats: true)
    }

    var testDescription: String { id }
  }

  static let now = "2026-08-13 13:26"
  static let shapes: [Shape] = [
    Shape("L1", .at(9), .at(9, 14, 59), at: now, "intervalTooShort"),
    Shape("L2", .at(9), .at(9, 15), at: now, nil),
    Shape("L3", .at(1, 55), .at(3, 5), at: "2026-03-08 00:30", nil),
    Shape("L4", .at(9, weekday: 2), .at(9, weekday: 2), at: "2026-10-29 12:00", nil),
    Shape("L5", .date("2026-08-14 09:00"), .date("2026-08-22 09:00"), at: now, "intervalTooLong"),
    Shape("L6", .date("2026-08-12 09:00"), .date("2026-08-12 10:00"), at: now, "invalidDateComponents"),
    Shape("L7", .date("2026-08-13 15:00"), .date("2026-08-13 14:00"), at: now, "invalidDateComponents"),
    Shape("L8", .at(9), .at(10, weekday: 3), at: now, "invalidDateComponents"),
    Shape("L9", ScheduleComponents(), ScheduleComponents(), at: now, "invalidDateComponents"),
    Shape("L10", .at(25), .at(3), at: now, "invalidDateComponents"),
    Shape(
      "L11", ScheduleComponents(month: 2, day: 30), ScheduleComponents(month: 2, day: 30, hour: 4), at: now,
      "invalidDateComponents"),
    Shape(
      "D1 seconds alone", ScheduleComponents(second: 5), ScheduleComponents(second: 9), at: now, "invalidDateComponents"
    ),
    Shape(
      "D1 two zones", ScheduleComponents(timeZone: "Europe/Berlin", hour: 3),
      ScheduleComponents(timeZone: "Asia/Tokyo", hour: 9), at: now, "invalidDateComponents"),
    Shape("D1 weekday 8", .at(9, weekday: 8), .at(10, weekday: 8), at: now, "invalidDateComponents"),
    Shape(
      "D1 month without day", ScheduleComponents(month: 2), ScheduleComponents(month: 3), at: now,
      "invalidDateComponents"),
    // From half past two, which that night doesn't have and is half past three, to a quarter past three.
    Shape("D4 no hour", .date("2026-03-08 02:30"), .date("2026-03-08 03:15"), at: now, "invalidDateComponents"),
  ]

  @Test(arguments: shapes)
  func `accepts and refuses the schedules of the vectors (L1–L11, D1, D6)`(_ shape: Shape) {
    var bench = Bench(at: shape.now)
    let code = violation { () throws(EffectViolation) in
      try bench.apply([.startMonitoring(activity: "a", schedule: shape.schedule, events: [])])
    }?.code.rawValue
    #expect(code == shape.expected)
  }

  struct Order: Sendable, CustomTestStringConvertible {
    var id: String
    var isApproved = true
    var registered = 0
    var name = "new"
    var schedule = Schedule.wholeDay
    var hasForeignToken = false
    var expected: String?

    var testDescription: String { id }
  }

  static let orders: [Order] = [
    Order(id: "V1", isApproved: false, schedule: .daily(.at(9), .at(9, 14)), expected: "intervalTooShort"),
    Order(id: "V2", isApproved: false, schedule: .daily(.at(9), .at(9, 15)), expected: "unauthorized"),
    Order(id: "V3", registered: 20, expected: "excessiveActivities"),
    Order(id: "V4", registered: 20, name: "activity 7", expected: nil),
    Order(id: "V5", registered: 20, schedule: .daily(.at(9), .at(9, 14)), expected: "intervalTooShort"),
    Order(id: "V6", isApproved: false, registered: 20, expected: "unauthorized"),
    Order(
      id: "V7", isApproved: false, schedule: .daily(.at(9, weekday: 1), .date("2026-08-21 09:00")),
      expected: "invalidDateComponents"),
    Order(id: "V8", hasForeignToken: true, expected: "token.unknown"),
  ]

  @Test(arguments: orders)
  func `reports the first failure in the order of the vectors (V1–V8, D7)`(_ order: Order) throws {
    var bench = Bench(at: Self.now)
    for index in 0..<order.registered {
      try bench.apply([.startMonitoring(activity: "activity \(index)", schedule: .wholeDay, events: [])])
    }
    if !order.isApproved { bench.state.families[Bench.family]?.authorization = .notDetermined }
    let selection = ItemSelection(unresolvedTokens: order.hasForeignToken ? 1 : 0)
    let events = [ActivityEvent(name: "e", selection: selection, threshold: .minutes(5))]
    let before = bench.state
    let code = violation { () throws(EffectViolation) in
      try bench.apply([.startMonitoring(activity: order.name, schedule: order.schedule, events: events)])
    }?.code.rawValue
    #expect(code == order.expected)
    if code != nil { #expect(bench.state == before) }
  }

  @Test(arguments: [
    (ScheduleComponents(minute: -5), "invalidDateComponents"), (ScheduleComponents(month: 1), "invalidDateComponents"),
    (ScheduleComponents(second: 59), "invalidDateComponents"), (ScheduleComponents(), "invalidDateComponents"),
    (ScheduleComponents(weekday: 2, minute: 1, second: 1), "invalidDateComponents"),
    (ScheduleComponents(minute: .max), "invalidDateComponents"),
  ])
  func `refuses thresholds that are not a duration or below the floor (E9)`(
    _ threshold: ScheduleComponents, _ code: String
  ) {
    var bench = Bench(at: Self.now)
    let events = [ActivityEvent(name: "e", selection: ItemSelection(), threshold: threshold)]
    let found = violation { () throws(EffectViolation) in
      try bench.apply([.startMonitoring(activity: "a", schedule: .wholeDay, events: events)])
    }
    #expect(found?.code.rawValue == code)
    #expect(found?.rule == "E9")
  }

  @Test func `a refusal gives the limit and the actual value in milliseconds (D6, E9)`() {
    let (minute, day) = (60_000, 86_400_000)
    let seconds = ActivityEvent(name: "e", selection: ItemSelection(), threshold: ScheduleComponents(second: 59))
    for (schedule, events, limit, actual) in [
      (Schedule.daily(.at(9), .at(9, 14)), [], 15 * minute, 14 * minute),
      (.daily(.date("2026-08-14 09:00"), .date("2026-08-22 09:00")), [], 7 * day, 8 * day),
      (.wholeDay, [seconds], minute, 59_000),
    ] as [(Schedule, [ActivityEvent], Int, Int)] {
      var bench = Bench(at: Self.now)
      let found = violation { () throws(EffectViolation) in
        try bench.apply([.startMonitoring(activity: "a", schedule: schedule, events: events)])
      }
      #expect(found?.limit == limit && found?.actual == actual, "\(String(describing: found))")
    }
  }

  @Test func `raises a threshold below the floor in compat (§4, §8)`() throws {
    var bench = Bench(at: "2026-08-12 23:59")
    bench.state.families[Bench.family]?.mode = .appleCompatible
    let events = [ActivityEvent(name: "e", selection: ItemSelection(), threshold: ScheduleComponents(second: 5))]
    try bench.apply([.startMonitoring(activity: "a", schedule: .wholeDay, events: events)])
    bench.use(nil, "2026-08-13 10:00", "2026-08-13 10:30")
    #expect(bench.transcript { $0.event != nil } == ["e 13 10:01"])
  }

  @Test func `an event left without tokens matches nothing in compat (§8)`() throws {
    var bench = Bench(at: "2026-08-12 23:59")
    bench.state.families[Bench.family]?.mode = .appleCompatible
    let selection = ItemSelection(unresolvedTokens: 3)
    let events = [ActivityEvent(name: "e", selection: selection, threshold: .minutes(1))]
    try bench.apply([.startMonitoring(activity: "a", schedule: .wholeDay, events: events)])
    bench.use(nil, "2026-08-13 10:00", "2026-08-13 10:30")
    #expect(bench.transcript { $0.event != nil } == [])
  }

  @Test(arguments: [
    ScheduleComponents(hour: 25), ScheduleComponents(hour: -3), ScheduleComponents(day: 31, weekday: 9),
    ScheduleComponents(month: 13, day: 1), ScheduleComponents(month: 2, day: 30), ScheduleComponents(second: 5),
    ScheduleComponents(year: 2_147_483_647, month: 2_147_483_647, day: 2_147_483_647),
    ScheduleComponents(year: -2_147_483_648), ScheduleComponents(minute: .max), ScheduleComponents(),
  ])
  func `neither hangs nor traps on impossible components in either mode (§8)`(_ components: ScheduleComponents) {
    for mode in [FamilyMode.strict, .appleCompatible] {
      var bench = Bench(at: Self.now)
      bench.state.families[Bench.family]?.mode = mode
      for end in [components, .at(9)] {
        let schedule = Schedule(start: components, end: end, repeats: true, warning: components)
        let code = violation { () throws(EffectViolation) in
          try bench.apply([.startMonitoring(activity: "a", schedule: schedule, events: [])])
        }?.code.rawValue
        if mode == .strict { #expect(code == "invalidDateComponents") }
        if mode == .appleCompatible, components.second != 5, components.year != .min {
          #expect(code == "invalidDateComponents")
        }
      }
    }
  }

  @Test(arguments: ["", String(repeating: "x", count: 257), "a\u{7}", "a\u{200B}", "e\u{301}"])
  func `refuses names that are empty, long, not NFC or contain control characters (§4, D7)`(_ name: String) {
    var bench = Bench(at: Self.now)
    let code = violation { () throws(EffectViolation) in
      try bench.apply([.startMonitoring(activity: name, schedule: .wholeDay, events: [])])
    }?.code.rawValue
    #expect(code == "name.invalid")
  }

  /// Compat accepts mixed shapes, as D3 evaluates them, and enforces the rest of D1.
  @Test(
    arguments: [
      ("mixed", ScheduleComponents.at(9), ScheduleComponents.at(10, weekday: 3), nil),
      ("impossible", .at(25), .at(3), "invalidDateComponents"),
      ("empty", ScheduleComponents(), ScheduleComponents(), "invalidDateComponents"),
      (
        "30 February", ScheduleComponents(month: 2, day: 30), ScheduleComponents(month: 3, day: 1),
        "invalidDateComponents"
      ),
      ("past", .date("2026-08-12 09:00"), .date("2026-08-12 10:00"), "invalidDateComponents"),
      (
        "two zones", ScheduleComponents(timeZone: "Europe/Berlin", hour: 3),
        ScheduleComponents(timeZone: "Asia/Tokyo", hour: 9), "invalidDateComponents"
      ),
      ("short", .at(9), .at(9, 14), "intervalTooShort"),
    ] as [(String, ScheduleComponents, ScheduleComponents, String?)])
  func `compat accepts mixed shapes but no other invalid schedule (D1, D3, §8)`(
    _ id: String, _ start: ScheduleComponents, _ end: ScheduleComponents, _ expected: String?
  ) {
    var bench = Bench(at: Self.now)
    bench.state.families[Bench.family]?.mode = .appleCompatible
    let schedule = Schedule(start: start, end: end, repeats: true)
    let code = violation { () throws(EffectViolation) in
      try bench.apply([.startMonitoring(activity: "a", schedule: schedule, events: [])])
    }?.code.rawValue
    #expect(code == expected, "\(id)")
  }

  @Test(
    arguments: [
      (256, 1, nil), (257, 1, "limit.events"), (1, 1_000, nil), (1, 1_001, "limit.eventTokens"),
    ] as [(Int, Int, String?)])
  func `allows 256 events of 1,000 tokens each, in either mode (§4, D7)`(
    _ count: Int, _ tokens: Int, _ expected: String?
  ) {
    for mode in [FamilyMode.strict, .appleCompatible] {
      var bench = Bench(at: Self.now)
      bench.state.families[Bench.family]?.mode = mode
      let items = ItemSet((0..<tokens).map { Item.application("app \($0)") })
      let events = (0..<count).map {
        ActivityEvent(name: "e\($0)", selection: ItemSelection(applications: items), threshold: .minutes(5))
      }
      let found = violation { () throws(EffectViolation) in
        try bench.apply([.startMonitoring(activity: "a", schedule: .wholeDay, events: events)])
      }
      #expect(found?.code.rawValue == expected)
      if let found { #expect(found.limit.map { $0 + 1 } == found.actual) }
    }
  }

  @Test func `the 21st activity is refused in either mode, and a stop makes room (§4)`() throws {
    for mode in [FamilyMode.strict, .appleCompatible] {
      var bench = Bench(at: Self.now)
      bench.state.families[Bench.family]?.mode = mode
      for index in 0..<20 {
        try bench.apply([.startMonitoring(activity: "a\(index)", schedule: .wholeDay, events: [])])
      }
      let more: [RuleEffect] = [.startMonitoring(activity: "more", schedule: .wholeDay, events: [])]
      let found = violation { () throws(EffectViolation) in try bench.apply(more) }
      #expect(found?.code.rawValue == "excessiveActivities")
      #expect([found?.limit, found?.actual] == [20, 21])
      try bench.apply([.stopMonitoring(["a7"])] + more)
    }
  }
}

/// The violation that `work` throws, if any.
func violation(_ work: () throws(EffectViolation) -> Void) -> EffectViolation? {
  do throws(EffectViolation) {
    try work()
    return nil
  } catch {
    return error
  }
}
