// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// The size of stored defaults against the limit of their suite.
@Suite struct DefaultWeightTests {
  @Test func `each node of a value weighs eight bytes, and texts, data and keys their own bytes besides`() {
    let cases: [(DefaultValue, Int)] = [
      (.bool(true), 8), (.integer(5), 8), (.date(Timestamp(milliseconds: 0)), 8), (.decimal("1.5"), 11),
      (.string(""), 8), (.string("\u{E9}"), 10), (.url("a:b"), 11), (.data(Data()), 8), (.data(Data([1, 2, 3])), 11),
      (.list([]), 8), (.list([.bool(true), .string("ab")]), 26), (.list([.list([])]), 16), (.map([:]), 8),
      (.map(["\u{E9}": .integer(1), "b": .list([.bool(false)])]), 35), (.map(["": .map([:])]), 16),
    ]
    for (value, weight) in cases { #expect(value.weight == weight, "\(value)") }
  }
}
