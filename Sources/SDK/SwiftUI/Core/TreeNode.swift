// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// A node of the tree during construction (`views.md#a-tree`).
package struct TreeNode {
  /// All members except the modifiers.
  package var members: WireObject
  /// The modifiers, innermost first.
  package private(set) var modifiers: [WireValue] = []
  /// The number of columns that the node takes in a grid row.
  var columns = 1
  var part: Part?

  /// A part that only the enclosing container uses.
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
  /// The size determined by frames and padding, whatever the content. Along an axis that they don't determine, it is
  /// the proposed size.
  func framedSize(in proposal: CGSize) -> CGSize {
    CGSize(
      width: framedLength("width", "maxWidth", edges: (1, 3)) ?? proposal.width,
      height: framedLength("height", "maxHeight", edges: (0, 2)) ?? proposal.height)
  }

  /// Searches from the outermost modifier inward for one that determines the length.
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
