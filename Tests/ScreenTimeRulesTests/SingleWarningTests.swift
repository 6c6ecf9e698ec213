// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Events that come once although the device's state changes in between, and those that come without any use.
@Suite struct SingleWarningTests {
  private static let a = Item.application("A")

  private func day(_ time: String) -> String { "2026-08-13 \(time)" }

  @Test(arguments: [DeliveryMode.faithful, .exact])
  func `each warning of an interval comes once, though settings change after it`(_ mode: DeliveryMode) throws {
    var bench = Bench(mode: mode, at: day("08:00"))
    let schedule = Schedule.daily(.at(9), .at(17), warning: 10)
    try bench.apply([.startMonitoring(activity: "day", schedule: schedule, events: [])])
    for (from, to) in [
      ("08:50", "08:52"), ("08:52", "08:54"), ("08:54", "09:01"), ("16:50", "16:52"), ("16:52", "16:54"),
      ("16:54", "16:58"),
    ] {
      bench.use(Self.a, day(from), day(to))
      try bench.apply([.clearStore("Default")])
    }
    #expect(
      bench.transcript() == [
        "intervalWillStartWarning 13 08:50", "intervalDidStart 13 09:00", "intervalWillEndWarning 13 16:50",
      ])
  }

  @Test func `a one-shot that the clock jumped over is removed as time passes, even without use`() throws {
    var bench = Bench(at: day("08:00"))
    try bench.apply([
      .startMonitoring(activity: "once", schedule: .daily(.at(9), .at(10), repeats: false), events: [])
    ])
    bench.rules.jump(to: Bench.time(day("11:00")), in: &bench.state)
    bench.idle(until: day("11:01"))
    #expect(bench.state.families[Bench.family]?.activityNames == [])
  }

  @Test func `time that a shield and a setting took at one instant is listed with the shield first`() {
    var bench = Bench(at: day("10:00"))
    bench.use(nil, day("10:00"), day("10:10"))
    let span = TimeSpan(start: Bench.time(day("10:00")), end: Bench.time(day("10:10")))
    let explained = bench.rules.explainUse(
      of: .item(Self.a), within: span, ledger: bench.state.history, shields: [(item: Self.a, span: span)],
      blocks: [(item: Self.a, span: span)])
    #expect(explained.removed == [.init(span: span, reason: .underShield), .init(span: span, reason: .refused)])
  }
}
