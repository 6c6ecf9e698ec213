// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The limits of `views.md#checking`, checked before a tree is sent. A tree that exceeds them is not truncated.
struct ViewTreeLimits {
  private var nodes = 0
  private var commands = 0
  private var taps = 0

  static func check(_ tree: WireValue) throws(ViewTreeError) {
    var limits = ViewTreeLimits()
    try limits.visit(tree, depth: 1)
    let bytes = tree.canonicalByteCount
    if bytes > 256 * 1_024 { throw ViewTreeError("view.bytes", "The tree has \(bytes) bytes; the maximum is 262 144.") }
  }

  private mutating func visit(_ node: WireValue, depth: Int) throws(ViewTreeError) {
    guard case .object(let object) = node else { return }
    nodes += 1
    if nodes > 2_000 { throw ViewTreeError("view.nodes", "The tree has more than 2 000 nodes; show fewer views.") }
    if depth > 24 { throw ViewTreeError("view.depth", "Views are nested more than 24 deep; flatten them.") }
    try checkTexts(of: object)
    commands += object["commands"].count
    if commands > 4_000 { throw ViewTreeError("view.path", "The paths have more than 4 000 commands in all.") }
    if object["kind"] == "control" || object["kind"] == "link" { taps += 1 }
    if taps > 64 { throw ViewTreeError("view.taps", "The tree has more than 64 buttons and links.") }
    try visitModifiers(of: object, depth: depth)
    try visitChildren(of: object, depth: depth)
  }

  private func checkTexts(of object: WireObject) throws(ViewTreeError) {
    let text = object["text"].utf8Count + object["runs"].elements.reduce(0) { $0 + $1["text"].utf8Count }
    if text > 4_096 { throw ViewTreeError("view.text", "A text has \(text) bytes; the maximum is 4 096.") }
    if object["runs"].count > 64 { throw ViewTreeError("view.text", "A text has more than 64 runs.") }
    if object["label"].utf8Count > 512 { throw ViewTreeError("view.label", "A label has more than 512 bytes.") }
  }

  private mutating func visitModifiers(of object: WireObject, depth: Int) throws(ViewTreeError) {
    let modifiers = object["modifiers"].elements
    if modifiers.count > 32 {
      throw ViewTreeError("view.modifiers", "A view has \(modifiers.count) modifiers; the maximum is 32.")
    }
    for modifier in modifiers {
      if let node = modifier["node"] { try visit(node, depth: depth + 1) }
      commands += modifier["commands"].count
    }
  }

  private mutating func visitChildren(of object: WireObject, depth: Int) throws(ViewTreeError) {
    var children = object["children"].elements
    if let child = object["child"] { children.append(child) }
    for row in object["rows"].elements { children += row["children"].elements }
    for section in object["sections"].elements {
      children += section["rows"].elements + [section["header"], section["footer"]].compactMap { $0 }
    }
    if children.count > 512 {
      throw ViewTreeError("view.children", "A view has \(children.count) children; the maximum is 512.")
    }
    for child in children { try visit(child, depth: depth + 1) }
  }
}

extension WireValue? {
  fileprivate var elements: [WireValue] {
    if case .array(let list)? = self { list } else { [] }
  }

  fileprivate var count: Int { elements.count }

  fileprivate var utf8Count: Int {
    if case .string(let text)? = self { text.utf8.count } else { 0 }
  }
}

extension WireValue {
  fileprivate subscript(name: String) -> WireValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The length of the canonical form (WIRE-S9), computed without writing it.
  fileprivate var canonicalByteCount: Int {
    switch self {
    case .null: 4
    case .bool(let flag): flag ? 4 : 5
    case .integer(let number): String(number).utf8.count
    case .string(let text):
      2 + text.utf8.reduce(0) { $0 + ($1 == 0x22 || $1 == 0x5C ? 2 : $1 < 0x20 ? 6 : 1) }
    case .array(let list): 1 + max(1, list.count) + list.reduce(0) { $0 + $1.canonicalByteCount }
    case .object(let object):
      1 + max(1, object.members.count)
        + object.members.reduce(0) { $0 + $1.name.utf8.count + 3 + $1.value.canonicalByteCount }
    }
  }
}
