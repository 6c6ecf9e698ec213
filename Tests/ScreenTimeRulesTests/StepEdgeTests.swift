// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Where a step of the engine ends, what it counts, and what it leaves as it was.
@Suite struct StepEdgeTests {
  private static let app = Item.application("app")
  private static let everything = ItemSelection()

  private func event(_ minutes: Int) -> ActivityEvent {
    ActivityEvent(name: "e", selection: Self.everything, threshold: .minutes(minutes))
  }

  // MARK: Steps

  @Test func `a step ends where a shield or a block begins, before any use is counted`() throws {
    let settings: [(SettingKey, SettingValue)] = [
      (.shieldApplications, .items([Self.app])), (.blockedApplications, .blockedApplications([.item(Self.app)])),
    ]
    for (key, value) in settings {
      var bench = Bench(at: "2026-08-13 10:00")
      try bench.apply([.setSetting(store: "s", key: key, value: value)])
      let start = bench.state.now
      let use = UseSpan(start: start, end: start.advanced(by: 60_000), app: Self.app, isPresent: true)
      let first = bench.rules.advance(&bench.state, through: use)
      #expect(first.shields.count + first.blocks.count == 1, "\(key)")
      #expect(first.counted == [] && !first.isFinished && bench.state.now == start, "\(key)")
      let rest = bench.rules.advance(&bench.state, through: use)
      #expect(!rest.hasOutput && rest.isFinished, "\(key)")
      // The device is used, the item is not.
      #expect(rest.counted.map(\.start) == [start] && rest.counted.map(\.end) == [use.end], "\(key)")
      #expect(rest.counted.allSatisfy { $0.app == nil }, "\(key)")
    }
  }

  @Test func `time in which the device is not used is not counted`() {
    var bench = Bench(at: "2026-08-13 10:00")
    let start = bench.state.now
    let idle = UseSpan(start: start, end: start.advanced(by: 60_000), app: Self.app, isPresent: false)
    let step = bench.rules.advance(&bench.state, through: idle)
    #expect(step.isFinished && step.counted == [])
    #expect(bench.state.now == idle.end && bench.state.history == UseLedger())
  }

  @Test(arguments: [1, 59_998, 59_999, 60_000] as [Int64])
  func `an event is reached at its millisecond, wherever the use before it is cut`(_ cut: Int64) throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 10:00")
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [event(1)])])
    let start = bench.state.now
    let instants = [start, start.advanced(by: cut), start.advanced(by: 120_000)]
    for (from, to) in zip(instants, instants.dropFirst()) {
      bench.use(UseSpan(start: from, end: to, app: Self.app, isPresent: true))
    }
    #expect(bench.deliveries.filter { $0.event != nil }.map(\.decidedAt) == [start.advanced(by: 60_000)])
  }

  @Test func `the count of an interval that is over stands still, and no event of it is due`() throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(9), .at(10)), events: [event(30)])])
    bench.use(Self.app, "2026-08-13 09:00", "2026-08-13 09:10")
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    #expect(bench.state.families[Bench.family]?.activities["day"]?.meters.map(\.counted) == [600_000])
    #expect(bench.rules.nextDue(in: bench.state) == Bench.time("2026-08-14 09:00"))
    bench.use(Self.app, "2026-08-13 10:05", "2026-08-13 11:00")
    #expect(bench.transcript() == ["intervalDidStart 13 09:00", "intervalDidEnd 13 10:00"])
  }

  @Test func `a one-shot that passes without use is removed at its end, before the device is used again`() throws {
    var bench = Bench(at: "2026-08-13 08:00")
    let once = Schedule.daily(.at(9), .at(10), repeats: false)
    try bench.apply([.startMonitoring(activity: "once", schedule: once, events: [])])
    bench.idle(until: "2026-08-13 09:59")
    #expect(bench.state.families[Bench.family]?.activityNames == ["once"])
    bench.idle(until: "2026-08-13 10:01")
    #expect(bench.state.families[Bench.family]?.activityNames == [])
    #expect(bench.deliveries == [])
  }

  // MARK: What changes nothing

  @Test(arguments: [DeliveryMode.faithful, .exact], ["08:30", "12:00", "18:00"])
  func `a clock that is set to the time it shows changes nothing`(_ mode: DeliveryMode, _ time: String) throws {
    var bench = Bench(mode: mode, at: "2026-08-13 08:00")
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17)), events: [event(30)])])
    bench.use(Self.app, "2026-08-13 08:00", "2026-08-13 \(time)")
    let before = bench.state
    bench.rules.jump(to: bench.state.now, in: &bench.state)
    #expect(bench.state == before)
  }

  @Test func `effects without a callback of their own deliver none that waits for this instant's slot`() throws {
    var bench = Bench(at: "2026-08-13 06:00")
    let grid = try #require(DeliveryGrid(stepMilliseconds: 15 * 60_000, phaseMilliseconds: 236_000))
    bench.rules.grids = [Bench.family: grid]
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(8), .at(20)), events: [event(2)])])
    bench.use(Self.app, "2026-08-13 09:06", "2026-08-13 09:12")
    bench.idle(until: "2026-08-13 09:18:56")
    let held = bench.state.families[Bench.family]?.held
    #expect(held?.count == 2)
    let effect = RuleEffect.setSetting(store: "s", key: .denySiri, value: .bool(true))
    let outcome = try bench.rules.apply([effect], of: Bench.family, to: &bench.state)
    #expect(outcome == Outcome() && bench.state.families[Bench.family]?.held == held)
    bench.idle(until: "2026-08-13 09:20")
    #expect(bench.transcript() == ["intervalDidStart 13 09:18:56", "e 13 09:18:56"])
  }

  @Test(arguments: [true, false])
  func `a shield on screen follows a new category when the rules reconsider it, not as time passes`(
    _ isOtherGranted: Bool
  ) throws {
    let games = Item.category("2")
    var bench = Bench(at: "2026-08-13 10:00", registry: ItemRegistry(categories: [Self.app: games]))
    let policy = SettingValue.categoryPolicy(.specific([games], except: []))
    try bench.apply([.setSetting(store: "s", key: .shieldApplicationCategories, value: policy)])
    if isOtherGranted {
      _ = bench.rules.grant(.application("other"), until: Bench.time("2026-08-13 20:00"), in: &bench.state)
    }
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    #expect(bench.shields.map(\.change) == [.appeared])
    bench.rules.registry.categories = [Self.app: .category("1")]
    bench.use(Self.app, "2026-08-13 10:05", "2026-08-13 10:10")
    #expect(bench.shields.map(\.change) == [.appeared])
    let outcome = bench.rules.reconsider(&bench.state)
    #expect(outcome.shields.map(\.change) == [.disappeared] && bench.state.shield == nil)
  }

  // MARK: History

  @Test func `the history reaches a day beyond the longest interval`() throws {
    #expect(DeviceRules().historyMilliseconds == 8 * 86_400_000)
    var limits = RuleLimits()
    try limits.set(.maximumIntervalMilliseconds, to: 3_600_000)
    #expect(DeviceRules(limits: limits).historyMilliseconds == 25 * 3_600_000)
  }
}
