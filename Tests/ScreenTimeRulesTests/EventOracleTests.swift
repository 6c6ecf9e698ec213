// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Thresholds over generated days, compared with a count second by second.
@Suite struct EventOracleTests {
  static let seeds = Array(UInt64(1)...10)

  @Test(arguments: seeds, [DeliveryMode.faithful, .exact])
  func `events come at the second that counting finds, once per interval (E1–E5, E7, E8, S14, M11)`(
    _ seed: UInt64, _ mode: DeliveryMode
  ) throws {
    let day = EventOracle(seed: seed)
    let bench = try day.run(mode)
    let expected = day.firings(mode)
    #expect(day.firings(of: bench) == expected)
    // Every third day is registered too late for its first interval, and no day for both.
    #expect(!expected.isEmpty)
  }

  @Test(arguments: seeds)
  func `both delivery modes deliver the same events of the intervals that were used (§6, E4)`(_ seed: UInt64) throws {
    let day = EventOracle(seed: seed)
    let (faithful, exact) = (try day.run(.faithful), try day.run(.exact))
    let used = Set(faithful.deliveries.filter { $0.callback == .intervalDidStart }.map(\.interval.id))
    // In `exact` the start comes before any use, and past thresholds with it: only the instant may differ.
    func events(_ bench: Bench) -> [String] {
      bench.deliveries.filter { $0.event != nil && used.contains($0.interval.id) }
        .map { "\($0.interval.id) \($0.event ?? "") \($0.callback)" }.sorted()
    }
    #expect(events(faithful) == events(exact))
    #expect(Set(events(faithful)).count == events(faithful).count)
  }
}
