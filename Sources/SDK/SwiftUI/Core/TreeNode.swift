// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// One node of the tree while it is put together (`views.md#a-tree`).
package struct TreeNode {
  /// Everything but the modifiers.
  package var members: WireObject
  /// Inside out.
  package private(set) var modifiers: [WireValue] = []
  /// How many columns it takes in a grid row.
  var columns = 1
  var part: Part?

  /// What only the container around looks at.
  indirect enum Part {
    case section(ListSection)
    case cells([TreeNode])
  }

  package init(_ kind: String, _ members: WireObject = [:]) {
    self.members = members
    self.members["kind"] = .string(kind)
  }

  package var kind: String {
    if case .string(let kind)? = members["kind"] { kind } else { "" }
  }

  /// Adds the outermost modifier.
  package mutating func apply(_ name: String, _ arguments: WireObject = [:]) {
    var modifier = arguments
    modifier["apply"] = .string(name)
    modifiers.append(.object(modifier))
  }

  var section: ListSection? {
    if case .section(let section)? = part { section } else { nil }
  }

  var cells: [TreeNode]? {
    if case .cells(let cells)? = part { cells } else { nil }
  }

  package var wire: WireValue {
    var object = members
    if !modifiers.isEmpty { object["modifiers"] = .array(modifiers) }
    return .object(object)
  }
}

// MARK: - Size

extension TreeNode {
  /// The size that frames and paddings give it, whatever it holds; along an axis that they leave open, what it is
  /// offered.
  func framedSize(in proposal: CGSize) -> CGSize {
    CGSize(
      width: framedLength("width", "maxWidth", edges: (1, 3)) ?? proposal.width,
      height: framedLength("height", "maxHeight", edges: (0, 2)) ?? proposal.height)
  }

  /// From the outermost modifier inward, until one says the length.
  private func framedLength(_ fixed: String, _ greatest: String, edges: (Int, Int)) -> CGFloat? {
    var around: CGFloat = 0
    for case .object(let modifier) in modifiers.reversed() {
      switch modifier["apply"] {
      case "padding":
        guard case .array(let all)? = modifier["edges"], all.count == 4,
          case (.integer(let first), .integer(let second)) = (all[edges.0], all[edges.1])
        else { return nil }
        around += CGFloat(first + second) / 1_000
      case "frame":
        if case .integer(let length)? = modifier[fixed] { return CGFloat(length) / 1_000 + around }
        if modifier[greatest] != nil { return nil }
      case "fixed", "aspect", "position": return nil
      default: continue
      }
    }
    return nil
  }
}
