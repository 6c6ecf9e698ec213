// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostCore

/// How attempts that the sandbox blocked are entered in the ledger.
@Suite struct BlockedCountsTests {
  @Test func `the entries of a day add up to the attempts, at first always and then at each power of ten`() throws {
    var counts = BlockedCounts()
    let attempt = try #require(BlockedAttempt.allCases.first)
    var entered = 0
    for number in 1...10_500 {
      let entry = counts.count(attempt, on: "2026-10-19")
      entered += entry ?? 0
      #expect((entry != nil) == (number <= 20 || [100, 1_000, 10_000].contains(number)), "\(number)")
      #expect(entry == nil || entered == number, "\(number)")
    }
    #expect(counts.count(attempt, on: "2026-10-20") == 1)
    #expect(counts.count(attempt, on: "2026-10-20") == 1)
  }
}
