// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One node of the tree while it is put together (`views.md` §3).
package struct ViewNode {
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
    case cells([ViewNode])
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

  var cells: [ViewNode]? {
    if case .cells(let cells)? = part { cells } else { nil }
  }

  package var wire: WireValue {
    var object = members
    if !modifiers.isEmpty { object["modifiers"] = .array(modifiers) }
    return .object(object)
  }
}
