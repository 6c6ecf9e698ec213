// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Mirrors a part of the tree. A tree has one layout direction, that of the person's language. If the developer sets
/// another with `.environment(\.layoutDirection, …)`, the subtree is mirrored so that the host draws it as intended
/// (VIEW-2: values that depend on the environment are resolved here).
enum LayoutMirror {
  static func mirrored(_ node: TreeNode) -> TreeNode {
    var mirror = TreeNode(node.kind, mirrored(node.members))
    for case .object(let modifier) in node.modifiers {
      if case .string(let name)? = modifier["apply"] { mirror.apply(name, mirrored(modifier)) }
    }
    mirror.columns = node.columns
    switch node.part {
    case .cells(let cells): mirror.part = .cells(cells.reversed().map(mirrored))
    case .section(let section):
      mirror.part = .section(
        ListSection(
          header: section.header.map(mirrored), rows: section.rows.map(mirrored),
          footer: section.footer.map(mirrored)))
    case nil: break
    }
    return mirror
  }

  /// Mirrors a node, a modifier, a row of a grid or a section of a list, each of which has its own names for its parts.
  private static func mirrored(_ object: WireObject) -> WireObject {
    var object = object
    if case .string(let word)? = object["align"] { object["align"] = .string(turned(word)) }
    if case .array(let edges)? = object["edges"], edges.count == 4 {
      object["edges"] = .array([edges[0], edges[3], edges[2], edges[1]])
    }
    for name in ["child", "node", "label", "current", "header", "footer"] {
      if case .object(let part)? = object[name] { object[name] = .object(mirrored(part)) }
    }
    for name in ["children", "rows", "sections", "modifiers"] {
      if case .array(let parts)? = object[name] { object[name] = .array(parts.map(mirrored)) }
    }
    if case .array(let children)? = object["children"] { object["children"] = .array(placed(children, in: object)) }
    if case .array(let columns)? = object["columns"] { object["columns"] = .array(columns.reversed()) }
    if case .array(let spans)? = object["span"] { object["span"] = .array(spans.reversed()) }
    if case .array(let rows)? = object["rows"], object["kind"] == "grid" { object["rows"] = .array(filled(rows)) }
    return object
  }

  private static func mirrored(_ value: WireValue) -> WireValue {
    if case .object(let object) = value { .object(mirrored(object)) } else { value }
  }

  private static func turned(_ word: String) -> String {
    if word.hasSuffix("eading") {
      return word.replacing("Leading", with: "Trailing").replacing("leading", with: "trailing")
    }
    return word.replacing("Trailing", with: "Leading").replacing("trailing", with: "leading")
  }

  /// The children of a row in reverse order. Columns whose number the host determines (`adaptive`) are filled in the
  /// tree's order and stay unchanged.
  private static func placed(_ children: [WireValue], in object: WireObject) -> [WireValue] {
    // Rows of a grid have no kind.
    if object["kind"] == nil || object["kind"] == "hstack" { return children.reversed() }
    guard case .array(let columns)? = object["columns"], !columns.contains(where: isAdaptive) else { return children }
    return stride(from: 0, to: children.count, by: max(1, columns.count)).flatMap { start in
      let row = children[start..<min(start + columns.count, children.count)]
      return Array(repeating: WireValue.object(["kind": "empty"]), count: columns.count - row.count) + row.reversed()
    }
  }

  private static func isAdaptive(_ column: WireValue) -> Bool {
    if case .object(let column) = column { column["adaptive"] != nil } else { false }
  }

  /// Pads short rows. A row starts at its leading side, so in a mirrored row the empty cells come first.
  private static func filled(_ rows: [WireValue]) -> [WireValue] {
    func cells(_ row: WireValue) -> [WireValue] {
      if case .object(let row) = row, case .array(let cells)? = row["children"] { cells } else { [] }
    }
    func width(_ row: WireValue) -> Int {
      guard case .object(let object) = row, case .array(let spans)? = object["span"] else { return cells(row).count }
      return spans.reduce(0) { if case .integer(let span) = $1 { $0 + Int(span) } else { $0 } }
    }
    let widest = rows.map(width).max() ?? 0
    return rows.map { row in
      let missing = widest - width(row)
      guard missing > 0, case .object(var object) = row else { return row }
      let empty = Array(repeating: WireValue.object(["kind": "empty"]), count: missing)
      if case .array(let spans)? = object["span"] {
        object["span"] = .array(Array(repeating: .integer(1), count: missing) + spans)
      }
      object["children"] = .array(empty + cells(row))
      return .object(object)
    }
  }
}
