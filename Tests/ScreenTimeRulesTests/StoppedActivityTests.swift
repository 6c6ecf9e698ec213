// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The effect of a stop or another registration on an activity's callbacks that are decided, held or handed over.
@Suite struct StoppedActivityTests {
  private static let app = Item.application("app")
  private static let work = Schedule.daily(.at(9), .at(17))
  private static let dayUntilEight = Schedule.daily(.at(0), .at(20))

  /// A limit that half an hour of use since the interval's start has reached.
  private static let limit = ActivityEvent(
    name: "e", selection: ItemSelection(), threshold: .minutes(30), includesPastActivity: true)

  private static func start(
    _ activity: String, _ schedule: Schedule = .wholeDay, _ events: [ActivityEvent] = []
  ) -> RuleEffect {
    .startMonitoring(activity: activity, schedule: schedule, events: events)
  }

  /// The activity, its registration, the callback and its cause.
  private static func line(_ delivery: Delivery) -> String {
    let what = delivery.event ?? delivery.callback.rawValue
    return "\(delivery.activity) \(delivery.registration) \(what) \(delivery.cause.rawValue)"
  }

  /// Performs effects and leaves the deliveries unsettled.
  private static func apply(
    _ effects: [RuleEffect], performing: Int64? = nil, to bench: inout Bench
  ) throws -> (told: [String], dropped: [Int64]) {
    let outcome = try bench.rules.apply(effects, of: Bench.family, performing: performing, to: &bench.state)
    return (outcome.deliveries.map(line), outcome.dropped)
  }

  /// Lets time pass and leaves the deliveries unsettled.
  private static func run(_ bench: inout Bench, until end: String, isPresent: Bool = false) -> [Delivery] {
    let use = UseSpan(
      start: bench.state.now, end: Bench.time(end), app: isPresent ? app : nil, isPresent: isPresent)
    var deliveries: [Delivery] = []
    while true {
      let step = bench.rules.advance(&bench.state, through: use)
      deliveries += step.deliveries
      if step.isFinished { return deliveries }
    }
  }

  // MARK: Within one transaction

  /// Two activities, whose starts were delivered an hour ago, on a device that has been used since.
  private static func running() throws -> Bench {
    var bench = Bench(mode: .exact, at: "2026-08-13 09:00")
    try bench.apply([start("a"), start("b")])
    bench.use(app, "2026-08-13 09:00", "2026-08-13 10:00")
    return bench
  }

  struct Transaction: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var effects: [RuleEffect]
    var told: [String]
  }

  static let transactions: [Transaction] = [
    Transaction(
      testDescription: "a replacement that is registered again",
      effects: [start("a", dayUntilEight), start("a", dayUntilEight)],
      told: ["a 1 intervalDidEnd replaced", "a 4 intervalDidStart registration"]),
    Transaction(
      testDescription: "a reached limit, then another activity registered again",
      effects: [start("a", .wholeDay, [limit]), start("b")], told: ["a 3 e registration"]),
    Transaction(
      testDescription: "a reached limit, then a stop",
      effects: [start("a", .wholeDay, [limit]), .stopMonitoring(["a"])], told: ["a 3 intervalDidEnd stop"]),
    Transaction(
      testDescription: "another activity with the same interval, then a stop",
      effects: [start("c"), .stopMonitoring(["a"])],
      told: ["a 1 intervalDidEnd stop", "c 3 intervalDidStart registration"]),
  ]

  @Test(arguments: transactions)
  func `a transaction tells only of what it leaves registered, and ends what was started`(
    _ transaction: Transaction
  ) throws {
    var bench = try Self.running()
    let outcome = try Self.apply(transaction.effects, to: &bench)
    #expect(outcome.told == transaction.told)
  }

  @Test(arguments: [true, false])
  func `yesterday's end survives registering and stopping at once only if its start was delivered`(
    _ isStartSettled: Bool
  ) throws {
    var bench = Bench(at: "2026-08-12 23:59")
    try bench.apply([Self.start("day")])
    bench.idle(until: "2026-08-13 10:00")
    let started = Self.run(&bench, until: "2026-08-13 11:00", isPresent: true)
    #expect(started.map(\.callback) == [.intervalDidStart])
    if isStartSettled { bench.rules.settle(1, of: Bench.family, in: &bench.state) }
    bench.idle(until: "2026-08-14 09:00")
    let outcome = try Self.apply([Self.start("day"), .stopMonitoring(["day"])], to: &bench)
    #expect(outcome.told == (isStartSettled ? ["day 2 intervalDidEnd registration"] : []))
    #expect(outcome.dropped == (isStartSettled ? [] : [1]))
  }

  // MARK: Held for a slot

  private static func slotted(_ activities: [String]) throws -> Bench {
    var bench = Bench(at: "2026-08-13 06:00")
    let grid = try #require(DeliveryGrid(stepMilliseconds: 15 * 60_000, phaseMilliseconds: 236_000))
    bench.rules.grids = [Bench.family: grid]
    try bench.apply(activities.map { start($0, .daily(.at(8), .at(20))) })
    return bench
  }

  @Test func `an end that waits for the same slot as its start goes with it`() throws {
    var bench = try Self.slotted(["day"])
    bench.use(Self.app, "2026-08-13 19:59", "2026-08-13 20:01")
    #expect(bench.state.families[Bench.family]?.held?.map(\.callback) == [.intervalDidStart, .intervalDidEnd])
    try bench.apply([.stopMonitoring(["day"])])
    #expect(bench.state.families[Bench.family]?.held == nil)
    bench.idle(until: "2026-08-13 21:00")
    #expect(bench.deliveries == [])
  }

  @Test func `a stop ends an interval whose start was delivered while another activity's waits for a slot`() throws {
    var bench = try Self.slotted(["a", "b"])
    bench.idle(until: "2026-08-13 09:00")
    // Registering inside the interval delivers the start at once.
    try bench.apply([Self.start("a", .daily(.at(8), .at(20)))])
    bench.use(Self.app, "2026-08-13 09:00", "2026-08-13 09:01")
    try bench.apply([.stopMonitoring(["a"])])
    bench.idle(until: "2026-08-13 10:00")
    #expect(
      bench.deliveries.map(Self.line) == [
        "a 3 intervalDidStart registration", "a 3 intervalDidEnd stop", "b 2 intervalDidStart natural",
      ])
  }

  // MARK: Handed over and not settled

  @Test func `a stop drops an event that is not settled and ends the interval`() throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    try bench.apply([Self.start("day", Self.work, [Self.limit])])
    bench.use(Self.app, "2026-08-13 09:00", "2026-08-13 09:20")
    let reached = Self.run(&bench, until: "2026-08-13 10:00", isPresent: true)
    #expect(reached.map(\.event) == ["e"])
    let outcome = try Self.apply([.stopMonitoring([])], to: &bench)
    #expect(outcome.told == ["day 1 intervalDidEnd stop"] && outcome.dropped == reached.map(\.sequence))
  }

  @Test(arguments: [true, false])
  func `a stop after an interval drops its end only together with its start`(_ isStartSettled: Bool) throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    try bench.apply([Self.start("day", Self.work)])
    let edges = Self.run(&bench, until: "2026-08-13 18:00")
    #expect(edges.map(\.callback) == [.intervalDidStart, .intervalDidEnd])
    if isStartSettled { bench.rules.settle(1, of: Bench.family, in: &bench.state) }
    let outcome = try Self.apply([.stopMonitoring([])], to: &bench)
    #expect(outcome.told == [] && outcome.dropped == (isStartSettled ? [] : [1, 2]))
    let kept = bench.state.families[Bench.family]?.outstanding.map(\.sequence)
    #expect(kept == (isStartSettled ? [2] : []))
  }

  @Test func `a stop ends an interval whose start is settled while another activity's is not`() throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    try bench.apply([Self.start("a", Self.work), Self.start("b", Self.work)])
    let starts = Self.run(&bench, until: "2026-08-13 09:30")
    #expect(starts.map(Self.line) == ["a 1 intervalDidStart natural", "b 2 intervalDidStart natural"])
    bench.rules.settle(1, of: Bench.family, in: &bench.state)
    let outcome = try Self.apply([.stopMonitoring(["a"])], to: &bench)
    #expect(outcome.told == ["a 1 intervalDidEnd stop"] && outcome.dropped == [])
  }

  @Test func `a stop drops the start of a replacement and keeps the end of what it replaced`() throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 09:00")
    try bench.apply([Self.start("day")])
    let replaced = try Self.apply([Self.start("day", Self.dayUntilEight)], to: &bench)
    #expect(replaced.told == ["day 1 intervalDidEnd replaced", "day 2 intervalDidStart registration"])
    let stopped = try Self.apply([.stopMonitoring(["day"])], to: &bench)
    #expect(stopped.told == [] && stopped.dropped == [3])
    #expect(bench.state.families[Bench.family]?.outstanding.map(\.sequence) == [2])
  }

  @Test func `a start whose handler replaced the activity does not keep the replacement from ending`() throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 09:00")
    let started = try Self.apply([Self.start("day")], to: &bench)
    #expect(started.told == ["day 1 intervalDidStart registration"])
    let replaced = try Self.apply([Self.start("day", Self.dayUntilEight)], performing: 1, to: &bench)
    #expect(replaced.told == ["day 1 intervalDidEnd replaced", "day 2 intervalDidStart registration"])
    for sequence in [Int64(2), 3] { bench.rules.settle(sequence, of: Bench.family, in: &bench.state) }
    let stopped = try Self.apply([.stopMonitoring(["day"])], to: &bench)
    #expect(stopped.told == ["day 2 intervalDidEnd stop"] && stopped.dropped == [])
  }

  // MARK: Registered again

  @Test func `a one-shot that is registered again while it runs goes on to its end`() throws {
    let once = Schedule.daily(.at(9), .at(10), repeats: false)
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    try bench.apply([Self.start("once", once)])
    bench.idle(until: "2026-08-13 09:30")
    try bench.apply([Self.start("once", once)])
    bench.idle(until: "2026-08-13 11:00")
    #expect(bench.transcript() == ["intervalDidStart 13 09:00", "intervalDidEnd 13 10:00"])
    #expect(bench.deliveries.map(\.registration) == [1, 2])
  }

  @Test func `an end that waits for use still waits after its activity is registered again`() throws {
    var bench = Bench(at: "2026-08-13 08:00")
    try bench.apply([Self.start("day", Self.work)])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 11:00")
    bench.idle(until: "2026-08-13 18:00")
    try bench.apply([Self.start("day", Self.work)])
    bench.use(Self.app, "2026-08-13 19:00", "2026-08-13 19:10")
    #expect(bench.transcript() == ["intervalDidStart 13 10:00", "intervalDidEnd 13 19:00"])
    #expect(bench.deliveries.map(\.cause) == [.natural, .natural])
  }

  @Test func `a start that another registration delivers is due when that was made`() throws {
    var bench = Bench(at: "2026-08-12 23:59")
    try bench.apply([Self.start("day")])
    bench.idle(until: "2026-08-13 10:00")
    try bench.apply([Self.start("day")])
    #expect(bench.deliveries.map(Self.line) == ["day 2 intervalDidStart registration"])
    #expect(bench.deliveries.map(\.dueAt) == [Bench.time("2026-08-13 10:00")])
  }

  @Test func `activities beyond a limit that was lowered can be registered again`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    try bench.apply([Self.start("a"), Self.start("b")])
    try bench.rules.limits.set(.activities, to: 1)
    try bench.apply([Self.start("a"), Self.start("b", Self.work)])
    let found = violation { () throws(EffectViolation) in try bench.apply([Self.start("c")]) }
    #expect(found?.code.rawValue == "excessiveActivities")
    #expect([found?.limit, found?.actual] == [1, 3])
  }

  @Test func `an event with an item of another kind is refused, and compat counts the item as unknown`() throws {
    let app = Self.app
    let (page, category) = (Item.webDomain("page.example"), Item.category("1"))
    let selections = [
      ItemSelection(applications: [page]), ItemSelection(categories: [app]), ItemSelection(webDomains: [category]),
    ]
    for selection in selections {
      let event = ActivityEvent(name: "e", selection: selection, threshold: .minutes(30))
      var bench = Bench(at: "2026-08-13 10:00")
      let found = violation { () throws(EffectViolation) in try bench.apply([Self.start("a", .wholeDay, [event])]) }
      #expect(found?.code == .fault(.tokenUnknown) && found?.subject == "a.e")
      bench.state.families[Bench.family]?.mode = .appleCompatible
      try bench.apply([Self.start("a", .wholeDay, [event])])
      let kept = bench.state.families[Bench.family]?.activities["a"]?.events.map(\.selection)
      #expect(kept == [ItemSelection(unresolvedTokens: 1)])
    }
  }
}
