// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A parent's offer to a child (VIEW-28); `nil` requests the ideal size.
struct Proposal: Hashable {
  /// A length above any in a tree, whose sums stay within `Int`.
  static let infinity = 1 << 40

  var width: Int?
  var height: Int?

  init(_ width: Int?, _ height: Int?) {
    self.width = width.map { max(0, min($0, Self.infinity)) }
    self.height = height.map { max(0, min($0, Self.infinity)) }
  }

  subscript(axis: Axis) -> Int? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

/// The size that a child chose, with its text baselines from the top.
struct Measured: Hashable {
  var width: Int
  var height: Int
  var first: Int
  var last: Int

  /// Limits lengths to between 0 and a bound whose sums over a whole tree can't overflow.
  init(_ width: Int, _ height: Int, first: Int? = nil, last: Int? = nil) {
    let width = max(0, min(width, 8 * Proposal.infinity))
    let height = max(0, min(height, 8 * Proposal.infinity))
    self.width = width
    self.height = height
    self.first = first ?? height
    self.last = last ?? height
  }

  subscript(axis: Axis) -> Int { axis == .horizontal ? width : height }
}

extension Axis {
  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}
