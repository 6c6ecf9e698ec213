// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension TreeDecoder {
  /// Decodes the members of one kind of node, from the closed list of `views.md#a-tree`.
  mutating func content(
    _ kind: String, _ reader: inout MemberReader, depth: Int
  ) throws(ViewFault) -> ViewNode.Content {
    switch kind {
    case "text": return .text(try text(&reader))
    case "image": return try picture(&reader)
    case "symbol":
      let name = try reader.text("name", limit: 128, minimum: 1)
      guard let name else { throw ViewFault("schema", at: reader.pointer, "lacks “name”") }
      return .symbol(name: name, style: try style(&reader))
    case "token": return try token(&reader)
    case "vstack", "hstack", "zstack": return try stack(kind, &reader, depth: depth)
    case "fits":
      let axes = try axes(&reader) ?? Axis.allCases
      return .fits(axes: axes, children: try children(&reader, depth: depth))
    case "grid": return .grid(try grid(&reader, depth: depth))
    case "list": return try list(&reader, depth: depth)
    case "scroll":
      let axis = try reader.word("axis", of: ViewNode.ScrollAxis.self) ?? .vertical
      return .scroll(axis: axis, child: try child(&reader, "child", depth: depth))
    case "spacer": return .spacer(minimum: try reader.integer("minimum", in: positiveLengths))
    case "divider": return .divider
    case "empty": return .empty
    case "shape": return .shape(try shape(&reader))
    case "progress": return .progress(try meter(&reader))
    case "gauge":
      let meter = try meter(&reader)
      guard meter.value != nil || meter.from != nil else {
        throw ViewFault("schema", at: reader.pointer, "is a gauge without a value")
      }
      return .gauge(meter)
    case "chart": return .chart(try chart(&reader))
    case "redacted": return try redacted(&reader)
    case "unsupported":
      guard let type = try reader.text("type", limit: 128, minimum: 1) else {
        throw ViewFault("schema", at: reader.pointer, "lacks “type”")
      }
      return .unsupported(type: type)
    case "link", "control":
      guard context.point != .report else {
        throw ViewFault("interaction.sealed", at: reader.path("kind"), "is a \(kind), which no report may hold")
      }
      return kind == "link" ? try link(&reader, depth: depth) : .control(try control(&reader, depth: depth))
    case "report", "picker":
      guard context.point == .window else {
        throw ViewFault("schema", at: reader.path("kind"), "is a \(kind), which only an app's window may hold")
      }
      return kind == "report" ? try report(&reader) : .picker(try picker(&reader))
    default: throw ViewFault("schema", at: reader.path("kind"), "is not a kind of node")
    }
  }

  private mutating func stack(
    _ kind: String, _ reader: inout MemberReader, depth: Int
  ) throws(ViewFault) -> ViewNode.Content {
    if kind == "zstack" {
      let align = try alignment(&reader, of: Alignment.boxes) ?? .center
      return .zstack(align: align, children: try children(&reader, depth: depth))
    }
    let align = try alignment(&reader, of: kind == "vstack" ? Alignment.columns : Alignment.rows) ?? .center
    let spacing = try reader.integer("spacing", in: lengths)
    let children = try children(&reader, depth: depth)
    return kind == "vstack"
      ? .vstack(align: align, spacing: spacing, children: children)
      : .hstack(align: align, spacing: spacing, children: children)
  }

  func axes(_ reader: inout MemberReader) throws(ViewFault) -> [Axis]? {
    guard let list = try reader.array("axes", atMost: 2, code: "schema") else { return nil }
    var result: [Axis] = []
    for value in list {
      guard case .string(let word) = value, let axis = Axis(rawValue: word), !result.contains(axis) else {
        throw ViewFault("schema", at: reader.path("axes"), "is not a set of axes")
      }
      result.append(axis)
    }
    return Axis.allCases.filter(result.contains)
  }

  private func token(_ reader: inout MemberReader) throws(ViewFault) -> ViewNode.Content {
    let token = try reader.string("token") ?? ""
    let isToken =
      token.utf8.count == 32
      && token.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    guard isToken else { throw ViewFault("schema", at: reader.path("token"), "is not a token") }
    let part = try reader.word("part", of: ViewNode.TokenPart.self) ?? .label
    return .token(token: token, part: part, style: try style(&reader))
  }

  private func redacted(_ reader: inout MemberReader) throws(ViewFault) -> ViewNode.Content {
    let lines = try reader.integer("lines", in: 1...4)
    let width = try reader.integer("width", in: 25...100)
    guard (lines == nil) == (width == nil), width.map({ $0 % 25 == 0 }) ?? true else {
      throw ViewFault("schema", at: reader.pointer, "has lines and width that do not belong together")
    }
    return .redacted(lines: lines, width: width)
  }

  private mutating func list(_ reader: inout MemberReader, depth: Int) throws(ViewFault) -> ViewNode.Content {
    let style = try reader.word("style", of: ViewNode.ListStyle.self) ?? .automatic
    guard let list = try reader.array("sections", atMost: limits.children, code: "view.children") else {
      throw ViewFault("schema", at: reader.pointer, "lacks “sections”")
    }
    var sections: [ViewNode.ListSection] = []
    var count = 0
    for (place, value) in list.enumerated() {
      var section = try MemberReader(value, at: "\(reader.pointer)/sections/\(place)")
      let header = try optionalChild(&section, "header", depth: depth)
      let rows = try section.array("rows", atMost: limits.listRows, code: "view.children") ?? []
      count += rows.count
      guard count <= limits.listRows else {
        throw ViewFault("view.children", at: section.path("rows"), "makes more than \(limits.listRows) rows")
      }
      let nodes = try nodes(rows, at: section.path("rows"), depth: depth)
      let footer = try optionalChild(&section, "footer", depth: depth)
      try section.finish()
      sections.append(.init(header: header, rows: nodes, footer: footer))
    }
    return .list(style: style, sections: sections)
  }

  private mutating func grid(_ reader: inout MemberReader, depth: Int) throws(ViewFault) -> GridContent {
    let form: GridContent.Form
    if let list = try reader.array("rows", atMost: limits.children, code: "view.children") {
      form = .rows(try gridRows(list, at: reader.path("rows"), depth: depth))
    } else {
      form = .tracks(
        try tracks(&reader), axis: try reader.word("axis", of: Axis.self),
        children: try children(&reader, depth: depth))
    }
    return GridContent(
      form: form, align: try alignment(&reader, of: Alignment.boxes),
      spacing: try reader.integer("spacing", in: lengths), rowSpacing: try reader.integer("rowSpacing", in: lengths))
  }

  private mutating func gridRows(
    _ list: [WireValue], at pointer: String, depth: Int
  ) throws(ViewFault) -> [GridContent.Row] {
    var rows: [GridContent.Row] = []
    for (place, value) in list.enumerated() {
      var row = try MemberReader(value, at: "\(pointer)/\(place)")
      let cells = try children(&row, depth: depth, limit: limits.gridColumns)
      var spans: [Int] = []
      if row.has("span") {
        spans = try integers(&row, "span", count: cells.count, in: 1...limits.gridColumns) ?? []
      }
      guard spans.reduce(0, +) <= limits.gridColumns else {
        throw ViewFault("view.children", at: row.path("span"), "makes more than \(limits.gridColumns) columns")
      }
      try row.finish()
      rows.append(.init(children: cells, spans: spans.allSatisfy { $0 == 1 } ? [] : spans))
    }
    return rows
  }

  private func tracks(_ reader: inout MemberReader) throws(ViewFault) -> [GridContent.Track] {
    guard
      let list = try reader.array("columns", atMost: limits.gridColumns, code: "view.children"), !list.isEmpty
    else { throw ViewFault("schema", at: reader.pointer, "lacks “rows” or “columns”") }
    var tracks: [GridContent.Track] = []
    for (place, value) in list.enumerated() {
      var track = try MemberReader(value, at: "\(reader.pointer)/columns/\(place)")
      if let fixed = try track.integer("fixed", in: positiveLengths) {
        tracks.append(.fixed(fixed))
      } else if let value = track.value("flexible") {
        let (minimum, maximum) = try range(value, at: track.path("flexible"))
        tracks.append(.flexible(minimum: minimum, maximum: maximum))
      } else if let value = track.value("adaptive") {
        let (minimum, maximum) = try range(value, at: track.path("adaptive"))
        guard let minimum, minimum >= 1_000 else {
          throw ViewFault("schema", at: track.path("adaptive"), "lacks a minimum of at least one point")
        }
        tracks.append(.adaptive(minimum: minimum, maximum: maximum))
      } else {
        throw ViewFault("schema", at: track.pointer, "is not fixed, flexible or adaptive")
      }
      try track.finish()
    }
    return tracks
  }

  private func range(_ value: WireValue, at pointer: String) throws(ViewFault) -> (Int?, Int?) {
    var reader = try MemberReader(value, at: pointer)
    let minimum = try reader.integer("minimum", in: positiveLengths)
    let maximum = try reader.integer("maximum", in: positiveLengths)
    try reader.finish()
    return (minimum, maximum)
  }
}
