// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A point or vector, in thousandths of a point, or per mille of a box if the member is documented so.
package struct LayoutPoint: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }
  package static let zero = LayoutPoint(0, 0)
}

/// A width and height in thousandths of a point.
package struct Extent: Hashable, Sendable {
  package var width: Int
  package var height: Int
  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in thousandths of a point.
package struct Box: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int
  package init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
  package var maxX: Int { x + width }
  package var maxY: Int { y + height }
  package var midX: Int { x + width / 2 }
  package var midY: Int { y + height / 2 }
  package func inset(by amount: Int) -> Box {
    Box(x + amount, y + amount, max(0, width - 2 * amount), max(0, height - 2 * amount))
  }
}

/// The nine positions of an alignment, and the two baselines of a horizontal stack.
package enum Alignment: String, CaseIterable, Hashable, Sendable {
  case topLeading, top, topTrailing, leading, center, trailing, bottomLeading, bottom, bottomTrailing
  case firstBaseline, lastBaseline

  static let boxes: [Alignment] = Alignment.allCases.filter { $0 != .firstBaseline && $0 != .lastBaseline }
  static let rows: [Alignment] = [.top, .center, .bottom, .firstBaseline, .lastBaseline]
  static let columns: [Alignment] = [.leading, .center, .trailing]

  /// The halves of the free width at the leading side: 0, 1 or 2.
  var horizontalHalves: Int {
    switch self {
    case .topLeading, .leading, .bottomLeading: 0
    case .topTrailing, .trailing, .bottomTrailing: 2
    default: 1
    }
  }

  var verticalHalves: Int {
    switch self {
    case .topLeading, .top, .topTrailing: 0
    case .bottomLeading, .bottom, .bottomTrailing: 2
    default: 1
    }
  }
}

package enum Axis: String, CaseIterable, Hashable, Sendable { case horizontal, vertical }
