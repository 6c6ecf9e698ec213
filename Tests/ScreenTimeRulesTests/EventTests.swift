// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Vectors X1–X18. Events fire at exact instants, so each test reads a transcript.
@Suite struct EventTests {
  static let a = Item.application("A")
  static let browser = Item.application("browser")
  static let page = Item.webDomain("p.example")

  /// The day 2026-08-13 with the activity registered the day before, unless `at` is given.
  static func bench(
    at now: String = "2026-08-12 23:59", _ schedule: Schedule = .wholeDay, items: ItemSelection? = nil,
    thresholds: [String: ScheduleComponents] = ["e": .minutes(30)], past: Bool = false,
    before: (inout Bench) -> Void = { _ in }
  ) throws -> Bench {
    var bench = Bench(at: now)
    before(&bench)
    let selection = items ?? ItemSelection(applications: [a])
    let events = thresholds.map {
      ActivityEvent(name: $0.key, selection: selection, threshold: $0.value, includesPastActivity: past)
    }
    try bench.apply([.startMonitoring(activity: "day", schedule: schedule, events: events)])
    return bench
  }

  private func day(_ time: String) -> String { "2026-08-13 \(time)" }

  private func reached(_ bench: Bench) -> [String] {
    bench.transcript { $0.callback == .eventDidReachThreshold }
  }

  @Test func `sums two sessions and fires once at 11:10 (X1, E1, E4)`() throws {
    var bench = try Self.bench()
    bench.use(Self.a, day("10:00"), day("10:20"))
    bench.use(Self.a, day("11:00"), day("11:30"))
    #expect(reached(bench) == ["e 13 11:10"])
  }

  @Test func `counts a browser and its page once (X2, E1)`() throws {
    let selection = ItemSelection(applications: [Self.browser], webDomains: [Self.page])
    var bench = try Self.bench(items: selection)
    bench.use(Self.browser, day("10:00"), day("10:05"))
    bench.use(Self.browser, web: Self.page, day("10:05"), day("10:20"))
    #expect(reached(bench) == [])
    let explanation = bench.rules.explain("day", of: Bench.family, in: bench.state)
    #expect(explanation?.events.first?.counted == Int64(20 * 60_000))
  }

  @Test func `counts from registration (X3, E5)`() throws {
    var bench = try Self.bench(at: day("10:00")) { $0.use(Self.a, "2026-08-13 10:00", "2026-08-13 10:15") }
    bench.use(Self.a, day("10:15"), day("10:50"))
    #expect(reached(bench) == ["e 13 10:45"])
  }

  @Test func `delivers a past threshold at once, after the start (X4, E5, D9)`() throws {
    var bench = try Self.bench(at: day("09:00"), .daily(.at(9), .at(17)), past: true) {
      $0.use(Self.a, "2026-08-13 09:30", "2026-08-13 09:50")
      $0.use(Self.a, "2026-08-13 10:00", "2026-08-13 10:15")
    }
    bench.use(Self.a, day("10:15"), day("10:45"))
    #expect(bench.transcript() == ["intervalDidStart 13 10:15", "e 13 10:15"])
    #expect(bench.deliveries.map(\.cause) == [.registration, .registration])
  }

  @Test(arguments: [("X5", true, "e 13 13:40"), ("X6", false, "e 13 13:50")])
  func `counts past activity from the hour before the start (X5, X6, E5)`(
    _ id: String, _ past: Bool, _ expected: String
  ) throws {
    var bench = try Self.bench(.daily(.at(13, 15), .at(17)), past: past)
    bench.use(Self.a, day("13:00"), day("13:10"))
    bench.use(Self.a, day("13:20"), day("13:50"))
    #expect(reached(bench) == [expected])
  }

  @Test func `counts each interval from zero (X7, E4)`() throws {
    var bench = try Self.bench()
    bench.use(Self.a, day("10:00"), day("10:25"))
    bench.use(Self.a, "2026-08-14 10:00", "2026-08-14 10:25")
    #expect(reached(bench) == [])
  }

  @Test func `cuts use at the edges of the interval (X8, E1)`() throws {
    var bench = try Self.bench()
    bench.use(Self.a, day("23:50"), "2026-08-14 00:00")
    let midnight = bench.rules.explain("day", of: Bench.family, in: bench.state)
    #expect(midnight?.phase == .ahead)
    bench.use(Self.a, "2026-08-14 00:00", "2026-08-14 00:10")
    let after = bench.rules.explain("day", of: Bench.family, in: bench.state)
    #expect(after?.events.first?.counted == Int64(10 * 60_000))
    let nine = TimeSpan(start: Bench.time(day("00:00")), end: Bench.time(day("23:59")))
    let selection = ItemSelection(applications: [Self.a])
    #expect(bench.state.history.total(of: selection, within: nine, registry: ItemRegistry()) == 9 * 60_000)
  }

  @Test func `warns five minutes before (X9, E7)`() throws {
    var bench = try Self.bench(.daily(.at(0), .at(23, 59), warning: 5))
    bench.use(Self.a, day("10:00"), day("10:40"))
    #expect(
      bench.deliveries.filter { $0.event != nil }.map { "\($0.callback) \(bench.local($0.decidedAt))" }
        == ["eventWillReachThresholdWarning 13 10:25", "eventDidReachThreshold 13 10:30"])
  }

  @Test func `warns with the start when the warning is longer than the threshold (X10, E7)`() throws {
    var bench = try Self.bench(.daily(.at(0), .at(23, 59), warning: 40))
    bench.use(Self.a, day("10:00"), day("10:40"))
    let callbacks = bench.deliveries.filter { $0.callback != .intervalWillStartWarning }
    let lines = callbacks.map { "\($0.callback) \(bench.local($0.decidedAt))" }
    #expect(
      lines == [
        "intervalDidStart 13 10:00", "eventWillReachThresholdWarning 13 10:00", "eventDidReachThreshold 13 10:30",
      ])
  }

  @Test func `leaves out idle time (X11, E1)`() throws {
    var bench = try Self.bench()
    bench.use(Self.a, day("10:00"), day("10:10"))
    bench.use(Self.a, day("10:10"), day("10:20"), isPresent: false)
    bench.use(Self.a, day("10:20"), day("10:45"))
    #expect(reached(bench) == ["e 13 10:40"])
  }

  @Test func `leaves out time under a shield (X12, E1, S14)`() throws {
    var bench = try Self.bench()
    bench.use(Self.a, day("10:00"), day("10:10"))
    let shielded = SettingValue.items([Self.a])
    try bench.apply([.setSetting(store: "Default", key: .shieldApplications, value: shielded)])
    bench.use(Self.a, day("10:10"), day("10:25"))
    try bench.apply([.clearStore("Default")])
    bench.use(Self.a, day("10:25"), day("10:50"))
    #expect(reached(bench) == ["e 13 10:45"])
    #expect(bench.shields.map(\.change) == [.appeared, .disappeared])
  }

  @Test func `an empty selection counts all use of the device (X13, E2)`() throws {
    var bench = try Self.bench(items: ItemSelection())
    bench.use(nil, day("10:00"), day("10:30"))
    #expect(reached(bench) == ["e 13 10:30"])
  }

  @Test(arguments: [("11:30", ["e 13 12:00", "intervalDidEnd 13 12:00"]), ("11:31", ["intervalDidEnd 13 12:00"])])
  func `reaches a threshold at the last instant, before the end (X14, E3)`(_ start: String, _ expected: [String]) throws
  {
    var bench = try Self.bench(.daily(.at(9), .at(12)))
    bench.use(Self.a, day(start), day("12:10"))
    #expect(bench.transcript { $0.callback != .intervalDidStart } == expected)
  }

  @Test func `restarts the count with every registration (X15, E6)`() throws {
    var bench = try Self.bench()
    bench.use(Self.a, day("10:00"), day("10:20"))
    let events = [
      ActivityEvent(name: "e", selection: ItemSelection(applications: [Self.a]), threshold: .minutes(30))
    ]
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: events)])
    bench.use(Self.a, day("10:20"), day("10:50"))
    #expect(bench.transcript() == ["intervalDidStart 13 10:00", "e 13 10:50"])
  }

  @Test(arguments: [ScheduleComponents(minute: 120), ScheduleComponents(hour: 2)])
  func `reads 120 minutes and 2 hours alike (X16, E9)`(_ threshold: ScheduleComponents) throws {
    var bench = try Self.bench(thresholds: ["e": threshold])
    bench.use(Self.a, day("10:00"), day("13:00"))
    #expect(reached(bench) == ["e 13 12:00"])
  }

  @Test func `orders events of one instant by name (X17, C7)`() throws {
    var bench = try Self.bench(thresholds: ["b": .minutes(30), "a": .minutes(30)])
    bench.use(Self.a, day("10:00"), day("10:40"))
    #expect(reached(bench) == ["a 13 10:30", "b 13 10:30"])
  }

  @Test func `delivers in order after downtime when samples cover it (X18, D17)`() throws {
    var bench = try Self.bench(thresholds: ["twenty": .minutes(20), "thirty": .minutes(30)])
    bench.use(Self.a, day("10:00"), day("10:15"))
    bench.deliveries = []
    let missed = UseSpan(
      start: Bench.time(day("10:15")), end: Bench.time(day("10:40")), app: Self.a, isPresent: true)
    var due: [Delivery] = []
    var step: Step
    repeat {
      step = bench.rules.advance(&bench.state, through: missed, cause: .catchUp)
      due += step.deliveries
    } while !step.isFinished
    #expect(due.map(\.event) == ["twenty", "thirty"])
    #expect(due.map(\.dueAt) == [Bench.time(day("10:20")), Bench.time(day("10:30"))])
    #expect(due.allSatisfy { $0.cause == .catchUp })
  }

  @Test func `counts an application's linked domains and a domain's subdomains (E8, M11)`() throws {
    let registry = ItemRegistry(links: [Self.a: [Self.page]])
    var bench = Bench(at: day("09:00"), registry: registry)
    let event = ActivityEvent(
      name: "e", selection: ItemSelection(applications: [Self.a]), threshold: .minutes(30))
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [event])])
    bench.use(Self.browser, web: .webDomain("sub.p.example"), day("10:00"), day("10:31"))
    bench.use(Self.browser, web: .webDomain("notp.example"), day("10:31"), day("11:31"))
    #expect(reached(bench) == ["e 13 10:30"])
  }

  @Test func `counts the foreground app as used if presence is unknown (LIVE-USE1)`() throws {
    var bench = try Self.bench()
    bench.use(
      UseSpan(
        start: Bench.time(day("10:00")), end: Bench.time(day("10:31")), app: Self.a, isPresent: false,
        presenceKnown: false))
    #expect(reached(bench) == ["e 13 10:30"])
  }

  @Test func `files an item under its category at the time of use (E2)`() throws {
    var bench = try Self.bench(items: ItemSelection(categories: [.category("2")]))
    bench.rules.registry.categories = [Self.a: .category("2")]
    bench.use(Self.a, day("10:00"), day("10:20"))
    bench.rules.registry.categories = [Self.a: .category("1")]
    bench.use(Self.a, day("10:20"), day("10:40"))
    bench.rules.registry.categories = [Self.a: .category("2")]
    bench.use(Self.a, day("10:40"), day("10:51"))
    #expect(reached(bench) == ["e 13 10:50"])
  }

  @Test func `fires again after a registration in its own callback (E6)`() throws {
    var bench = try Self.bench()
    let again = bench.state.families[Bench.family]?.activities["day"]
    bench.handler = { delivery in
      delivery.event == nil
        ? [] : [.startMonitoring(activity: "day", schedule: .wholeDay, events: again?.events ?? [])]
    }
    bench.use(Self.a, day("10:00"), day("11:10"))
    #expect(reached(bench) == ["e 13 10:30", "e 13 11:00"])
  }

  @Test func `registering again counts past use again and delivers at once (E5, E6)`() throws {
    var bench = try Self.bench(past: true)
    let events = bench.state.families[Bench.family]?.activities["day"]?.events ?? []
    bench.use(Self.a, day("10:00"), day("10:40"))
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: events)])
    #expect(reached(bench) == ["e 13 10:30", "e 13 10:40"])
    #expect(bench.deliveries.last?.cause == .registration)
  }

  @Test func `rounds a threshold and its warning up to the profile's step (E9)`() throws {
    var bench = try Self.bench(.daily(.at(0), .at(23, 59), warning: 4), thresholds: ["e": .minutes(7)]) {
      $0.rules.limits.thresholdStepMilliseconds = 5 * 60_000
    }
    bench.use(Self.a, day("10:00"), day("11:00"))
    let lines = bench.deliveries.filter { $0.event != nil }.map { "\($0.callback) \(bench.local($0.decidedAt))" }
    #expect(lines == ["eventWillReachThresholdWarning 13 10:05", "eventDidReachThreshold 13 10:10"])
    #expect(bench.state.families[Bench.family]?.activities["day"]?.events.first?.threshold == .minutes(7))
  }

  @Test(
    arguments: [
      (ScheduleComponents(hour: 1, minute: -59), 60_000), (ScheduleComponents(day: 1, hour: -23, minute: -58), 120_000),
    ] as [(ScheduleComponents, Int64)])
  func `sums the fields of a duration with their signs (E9)`(_ threshold: ScheduleComponents, _ expected: Int64) {
    #expect(ScheduleDuration(threshold)?.milliseconds == expected)
  }

  @Test func `a delivery contains no amount of use (E10)`() throws {
    var bench = try Self.bench()
    bench.use(Self.a, day("10:00"), day("10:40"))
    let delivery = try #require(bench.deliveries.last)
    let fields = Mirror(reflecting: delivery).children.compactMap(\.label)
    #expect(
      fields == [
        "family", "sequence", "callback", "activity", "event", "cause", "dueAt", "decidedAt", "interval",
        "registration",
      ])
    #expect(Set(MonitorCallback.allCases.map(\.rawValue)).count == 6)
  }
}
