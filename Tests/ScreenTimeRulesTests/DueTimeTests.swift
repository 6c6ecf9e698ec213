// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The moment at which a callback was due, which `explain` and the extension read: its clock time, but never before the
/// registration that made it due, and never in the future.
@Suite struct DueTimeTests {
  private static let a = Item.application("A")

  private func day(_ day: Int, _ time: String) -> String { "2026-08-\(day) \(time)" }

  private func events(past: Bool = false) -> [ActivityEvent] {
    [
      ActivityEvent(
        name: "e", selection: ItemSelection(applications: [Self.a]), threshold: .minutes(3), includesPastActivity: past)
    ]
  }

  /// Each delivery with the moment it was due and the moment it was decided.
  private func lines(_ bench: Bench) -> [String] {
    bench.deliveries.map { "\($0.callback) \(bench.local($0.dueAt)), decided \(bench.local($0.decidedAt))" }
  }

  @Test func `a callback due before the first use keeps its due time (§6, D14)`() throws {
    var bench = Bench(at: day(12, "23:59"))
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17), warning: 300), events: events())
    ])
    bench.use(Self.a, day(13, "13:00"), day(13, "13:10"))
    #expect(
      lines(bench) == [
        "intervalDidStart 13 09:00, decided 13 13:00", "eventWillReachThresholdWarning 13 09:00, decided 13 13:00",
        "intervalWillEndWarning 13 12:00, decided 13 13:00", "eventDidReachThreshold 13 13:03, decided 13 13:03",
      ])
    bench.idle(until: day(14, "08:00"))
    bench.use(Self.a, day(14, "08:00"), day(14, "08:01"))
    #expect(
      lines(bench).suffix(2) == [
        "intervalDidEnd 13 17:00, decided 14 08:00", "intervalWillStartWarning 14 04:00, decided 14 08:00",
      ])
    #expect(bench.deliveries.allSatisfy { $0.cause == .natural })
  }

  @Test func `callbacks whose time had passed at registration are due at registration (D9, E5)`() throws {
    var bench = Bench(at: day(13, "08:00"))
    bench.use(Self.a, day(13, "09:00"), day(13, "09:40"))
    bench.idle(until: day(13, "13:00"))
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17), warning: 300), events: events(past: true))
    ])
    #expect(
      lines(bench)
        == ["intervalDidStart", "eventWillReachThresholdWarning", "eventDidReachThreshold", "intervalWillEndWarning"]
        .map { "\($0) 13 13:00, decided 13 13:00" })
    #expect(bench.deliveries.allSatisfy { $0.cause == .registration })
  }

  @Test func `an end that the clock was set back behind is due now, and the next start with it (C7, D17)`() throws {
    var bench = Bench(mode: .exact, at: day(13, "08:00"))
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17)), events: [])])
    bench.idle(until: day(13, "12:00"))
    bench.rules.jump(to: Bench.time(day(12, "12:00")), in: &bench.state)
    bench.idle(until: day(12, "17:30"))
    #expect(
      lines(bench) == [
        "intervalDidStart 13 09:00, decided 13 09:00", "intervalDidEnd 12 12:00, decided 12 12:00",
        "intervalDidStart 12 12:00, decided 12 12:00", "intervalDidEnd 12 17:00, decided 12 17:00",
      ])
  }

  @Test(arguments: [13, 14, 15])
  func `no start is announced twice, to whichever day the clock is set back (D14, D17)`(_ back: Int) throws {
    var bench = Bench(mode: .exact, at: day(13, "06:00"))
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17), warning: 10), events: [])])
    bench.idle(until: day(15, "08:55"))
    bench.rules.jump(to: Bench.time(day(back, "06:00")), in: &bench.state)
    bench.idle(until: day(17, "12:00"))
    let announced = bench.deliveries.filter { $0.callback == .intervalWillStartWarning }
    #expect(announced.map(\.interval.start) == (13...17).map { Bench.time(day($0, "09:00")) })
    #expect(announced.allSatisfy { $0.dueAt == $0.interval.start.advanced(by: -600_000) })
  }

  @Test func `nothing is due after its delivery if the clock was set back before the registration (D17)`() throws {
    let app = Item.application("app")
    var bench = Bench(mode: .exact, at: day(12, "08:00"))
    bench.use(app, day(12, "10:00"), day(12, "11:00"))
    bench.idle(until: day(13, "08:00"))
    let event = ActivityEvent(
      name: "e", selection: ItemSelection(applications: [app]), threshold: .minutes(30), includesPastActivity: true)
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17)), events: [event])])
    bench.rules.jump(to: Bench.time(day(12, "12:00")), in: &bench.state)
    bench.idle(until: day(12, "12:01"))
    #expect(
      lines(bench) == [
        "intervalDidStart 12 09:00, decided 12 12:00", "eventDidReachThreshold 12 12:00, decided 12 12:00",
      ])
  }
}
