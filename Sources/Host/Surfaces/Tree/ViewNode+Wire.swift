// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

extension ViewNode {
  /// The canonical form of this node: defaults omitted, members sorted (VIEW-19).
  package var wire: WireValue {
    var object = content.members
    object["label"] = object["label"] ?? label.map { .string($0) }
    if isHidden { object["hidden"] = true }
    if isSensitive { object["sensitive"] = true }
    if isInvalidatable { object["invalidatable"] = true }
    if !modifiers.isEmpty { object["modifiers"] = .array(modifiers.map(\.wire)) }
    return .object(object)
  }
}

extension ViewNode.Content {
  fileprivate var members: WireObject {
    switch self {
    case .widget(let widget):
      return [
        "kind": "widget", "child": widget.child.wire, "url": widget.url.map { .string($0) },
        "background": widget.background?.wire, "margins": widget.margins.map { .numbers($0) },
      ]
    case .text(let text): return text.members
    case .image(let image): return image.members
    case .symbol(let name, let style): return ["kind": "symbol", "name": .string(name), "style": style.wire]
    case .token(let token, let part, let style):
      return [
        "kind": "token", "token": .string(token), "part": part == .label ? nil : .string(part.rawValue),
        "style": style.wire,
      ]
    case .vstack(let align, let spacing, let children):
      return stack("vstack", align, spacing, children)
    case .hstack(let align, let spacing, let children):
      return stack("hstack", align, spacing, children)
    case .zstack(let align, let children): return stack("zstack", align, nil, children)
    case .fits(let axes, let children):
      let words = axes == Axis.allCases ? nil : WireValue.array(axes.map { .string($0.rawValue) })
      return ["kind": "fits", "axes": words, "children": .nodes(children)]
    case .grid(let grid): return grid.members
    case .list(let style, let sections):
      return [
        "kind": "list", "style": style == .automatic ? nil : .string(style.rawValue),
        "sections": .array(sections.map(\.wire)),
      ]
    case .scroll(let axis, let child):
      return [
        "kind": "scroll", "axis": axis == .vertical ? nil : .string(axis.rawValue), "child": child.wire,
      ]
    case .spacer(let minimum): return ["kind": "spacer", "minimum": minimum.map { .number($0) }]
    case .divider: return ["kind": "divider"]
    case .empty: return ["kind": "empty"]
    case .shape(let shape): return shape.members
    case .progress(let meter): return meter.members("progress")
    case .gauge(let meter): return meter.members("gauge")
    case .chart(let chart): return chart.members
    case .redacted(let lines, let width):
      return ["kind": "redacted", "lines": lines.map { .number($0) }, "width": width.map { .number($0) }]
    case .unsupported(let type): return ["kind": "unsupported", "type": .string(type)]
    case .link(let url, let child): return ["kind": "link", "url": .string(url), "child": child.wire]
    case .control(let control): return control.members
    case .report(let surface, let frame):
      return ["kind": "report", "surface": .string(surface), "frame": frame.wire]
    case .picker(let picker):
      return [
        "kind": "picker", "frame": picker.frame.wire, "title": picker.title.map { .string($0) },
        "header": picker.header.map { .string($0) }, "footer": picker.footer.map { .string($0) },
        "includeEntireCategory": picker.includesEntireCategory.map { .bool($0) },
      ]
    }
  }

  private func stack(_ kind: String, _ align: Alignment, _ spacing: Int?, _ children: [ViewNode]) -> WireObject {
    [
      "kind": .string(kind), "align": align == .center ? nil : .string(align.rawValue),
      "spacing": spacing.map { .number($0) }, "children": .nodes(children),
    ]
  }
}

extension WireValue {
  static func number(_ value: Int) -> WireValue { .integer(Int64(value)) }
  static func numbers(_ values: [Int]) -> WireValue { .array(values.map { .number($0) }) }
  static func nodes(_ nodes: [ViewNode]) -> WireValue { .array(nodes.map(\.wire)) }
}

extension Extent {
  var wire: WireValue { ["width": .number(width), "height": .number(height)] }
}

extension ViewNode.ListSection {
  var wire: WireValue {
    ["header": header?.wire, "rows": rows.isEmpty ? nil : .nodes(rows), "footer": footer?.wire]
  }
}
