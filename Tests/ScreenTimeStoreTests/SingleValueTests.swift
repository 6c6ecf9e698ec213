// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeStore

/// Values that are encoded without a container of their own.
@Suite struct SingleValueTests {
  private struct Alone<Value: Encodable>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private enum Count: Int, Encodable { case three = 3 }
  private enum Long: Int64, Encodable { case negative = -5 }

  private func expectSame(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let theirs = String(decoding: try encoder.encode([Alone(value: value)]), as: UTF8.self)
    let ours = String(decoding: try CanonicalJSON.bytes(of: [Alone(value: value)]), as: UTF8.self)
    #expect(ours == theirs)
  }

  @Test func `a value of each basic type that stands alone is written as Foundation writes it`() throws {
    for flag in [true, false] { try expectSame(flag) }
    try expectSame("a/b\n")
    try expectSame(2.5)
    try expectSame(0.25 as Float)
    try expectSame(-7)
    try expectSame(Int8.min)
    try expectSame(Int16.min)
    try expectSame(Int32.min)
    try expectSame(Int64.min)
    try expectSame(UInt.max)
    try expectSame(UInt8.max)
    try expectSame(UInt16.max)
    try expectSame(UInt32.max)
    try expectSame(UInt64.max)
    try expectSame(Int?.none)
    try expectSame(Int?.some(4))
    try expectSame([1, 2])
    try expectSame(Count.three)
    try expectSame(Long.negative)
  }
}
