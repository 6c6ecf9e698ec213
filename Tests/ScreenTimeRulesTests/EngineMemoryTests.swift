// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The use that the engine forgets as time passes, and the redraws that wait after the clock was set back.
@Suite struct EngineMemoryTests {
  private static let app = Item.application("app")

  private static func day(_ day: Int, _ time: String) -> String { "2026-08-\(day) \(time)" }

  @Test func `use is forgotten as it is counted, a day after the history no longer reaches it`() throws {
    var bench = Bench(at: Self.day(13, "09:00"))
    try bench.rules.limits.set(.maximumIntervalMilliseconds, to: 3_600_000)
    func starts() -> [Timestamp] { bench.state.history.spans.map(\.start) }
    bench.use(Self.app, Self.day(13, "09:00"), Self.day(13, "09:10"))
    // The history reaches back 25 hours, and is cleaned once it is a day longer.
    bench.use(Self.app, Self.day(15, "10:00"), Self.day(15, "10:05"))
    #expect(starts() == [Bench.time(Self.day(13, "09:00")), Bench.time(Self.day(15, "10:00"))])
    bench.use(Self.app, Self.day(15, "10:05"), Self.day(15, "10:20"))
    #expect(starts() == [Bench.time(Self.day(15, "10:00"))])
  }

  @Test func `a redraw that waits comes a second after the instant to which the clock was set back`() throws {
    var bench = Bench(at: Self.day(13, "10:00"))
    func shield(_ items: ItemSet) -> RuleEffect {
      .setSetting(store: "s", key: .shieldApplications, value: .items(items))
    }
    try bench.apply([shield([Self.app])])
    bench.use(Self.app, Self.day(13, "10:00"), Self.day(13, "10:01"))
    for name in ["b", "c"] { try bench.apply([shield([Self.app, .application(name)])]) }
    #expect(bench.shields.map(\.change) == [.appeared, .changed])
    let now = Bench.time(Self.day(13, "09:00"))
    bench.rules.jump(to: now, in: &bench.state)
    #expect(bench.state.shield?.since == now && bench.state.shield?.askedAgainAt == now)
    #expect(bench.state.shield?.asksAgainAt == now.advanced(by: 1_000))
    bench.use(Self.app, Self.day(13, "09:00"), Self.day(13, "09:00:05"))
    #expect(bench.shields.map(\.change) == [.appeared, .changed, .changed])
    #expect(bench.shields.last?.at == now.advanced(by: 1_000))
  }
}
