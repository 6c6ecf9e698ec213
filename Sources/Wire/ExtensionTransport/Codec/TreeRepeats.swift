// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The objects and arrays of one line that are named `view` or `views`, to find those that repeat an earlier one byte for
/// byte.
///
/// A timeline has the same few trees in all of its entries and variants, and mostly the same list of them in each entry.
/// Each tree and each list is checked and parsed only once.
struct TreeRepeats: Sendable {
  /// A tree, or a list of trees, that was read to its end.
  private struct Tree {
    var number: Int
    var range: Range<Int>
    /// The number of arrays and objects around it. At the same level a repetition reaches the same depth.
    var level: Int
    /// The number of values in it, without itself.
    var values: Int
  }

  private static let mostRemembered = 8

  /// The repeated trees, in the order of the line.
  private(set) var found: [TreeRepeat] = []
  private var recent: [Tree] = []
  /// The number of trees that began; those inside repeated ones are not counted.
  private var count = 0
  /// How many bytes may still be compared, which keeps nested trees that differ at their ends from costing more than the scan.
  private var budget = 0

  static func isNamed(_ name: Range<Int>, in line: Span<UInt8>) -> Bool {
    line.equal(name, to: "view") || line.equal(name, to: "views")
  }

  static func isNamed(_ name: String) -> Bool { name == "view" || name == "views" }

  mutating func begin(lineBytes: Int) {
    found.removeAll(keepingCapacity: true)
    recent.removeAll(keepingCapacity: true)
    (count, budget) = (0, lineBytes)
  }

  /// The end of the tree at `offset` and its number of values, if it repeats an earlier one of the same level.
  mutating func skip(
    at offset: Int, level: Int, atMost values: Int, in line: Span<UInt8>
  ) -> (end: Int, values: Int)? {
    for tree in recent.reversed() where tree.level == level && tree.values <= values {
      let range = offset..<offset + tree.range.count
      guard budget > 0, range.upperBound <= line.count else { continue }
      let same = line.countOfEqual(tree.range, range)
      budget -= same
      guard same == range.count else { continue }
      // Only a comparison that fails is charged; one that succeeds saves a scan.
      budget += same
      found.append(TreeRepeat(number: count, first: tree.number, range: range))
      count += 1
      return (range.upperBound, tree.values)
    }
    return nil
  }

  /// The number of a tree that begins.
  mutating func open() -> Int {
    count += 1
    return count - 1
  }

  mutating func close(_ number: Int, _ range: Range<Int>, level: Int, values: Int) {
    if recent.count == Self.mostRemembered { recent.removeFirst() }
    recent.append(Tree(number: number, range: range, level: level, values: values))
  }
}

/// A tree, or a list of trees, that is byte for byte an earlier one of its line.
public struct TreeRepeat: Hashable, Sendable {
  /// Its number among the line's trees and lists of trees. Those inside repeated ones have none.
  public var number: Int
  /// The number of the one that it repeats.
  public var first: Int
  public var range: Range<Int>
}
