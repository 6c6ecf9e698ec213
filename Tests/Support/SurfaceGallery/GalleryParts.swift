// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Surfaces

/// Short forms for trees as an extension sends them, so that the gallery passes the same check (V19).
struct GalleryParts {
  let direction: ReadingDirection

  /// The text of an exhibit in a language of its direction.
  func say(_ english: String, _ hebrew: String) -> WireValue {
    .string(direction == .leftToRight ? english : hebrew)
  }

  func text(_ text: WireValue, _ style: WireValue? = nil, lines: Int64? = nil, align: String? = nil) -> WireValue {
    [
      "kind": "text", "text": text, "style": style, "lines": lines.map { .integer($0) },
      "align": align.map { .string($0) },
    ]
  }

  func text(_ english: String, _ style: WireValue? = nil) -> WireValue { text(.string(english), style) }

  func caption(_ english: String) -> WireValue { text(english, ["font": "caption2", "paint": "secondary"]) }

  func vstack(_ children: [WireValue], align: String = "leading", spacing: Int64 = 10_000) -> WireValue {
    [
      "kind": "vstack", "align": .string(align), "spacing": .integer(spacing), "children": .array(children),
    ]
  }

  func hstack(_ children: [WireValue], align: String = "center", spacing: Int64 = 10_000) -> WireValue {
    [
      "kind": "hstack", "align": .string(align), "spacing": .integer(spacing), "children": .array(children),
    ]
  }

  func zstack(_ children: [WireValue], align: String = "center") -> WireValue {
    ["kind": "zstack", "align": .string(align), "children": .array(children)]
  }

  /// A grid with the given number of columns and children in rows.
  func columns(_ count: Int, _ children: [WireValue], spacing: Int64 = 12_000) -> WireValue {
    let track: WireValue = ["flexible": ["minimum": 10_000]]
    return [
      "kind": "grid", "columns": .array([WireValue](repeating: track, count: count)), "children": .array(children),
      "spacing": .integer(spacing), "rowSpacing": .integer(spacing), "align": "center",
    ]
  }

  func shape(_ form: String, _ fill: WireValue?, _ width: Int64, _ height: Int64) -> WireValue {
    with(["kind": "shape", "shape": .string(form), "fill": fill], [frame(width, height)])
  }

  func symbol(_ name: String, _ size: Int64, _ paint: WireValue = "primary") -> WireValue {
    ["kind": "symbol", "name": .string(name), "style": ["size": .integer(size), "paint": paint]]
  }

  // MARK: - Modifiers

  func with(_ node: WireValue, _ modifiers: [WireValue]) -> WireValue {
    guard case .object(var object) = node else { return node }
    object["modifiers"] = .array(modifiers)
    return .object(object)
  }

  func frame(_ width: Int64, _ height: Int64) -> WireValue {
    ["apply": "frame", "width": .integer(width), "height": .integer(height)]
  }

  func wide(_ align: String = "leading") -> WireValue {
    ["apply": "frame", "maxWidth": "fill", "align": .string(align)]
  }

  func high(_ height: Int64) -> WireValue { ["apply": "frame", "maxWidth": "fill", "height": .integer(height)] }

  func padding(_ by: Int64) -> WireValue {
    ["apply": "padding", "edges": [.integer(by), .integer(by), .integer(by), .integer(by)]]
  }

  func background(_ node: WireValue) -> WireValue { ["apply": "background", "node": node] }

  func rounded(_ radius: Int64, _ fill: WireValue) -> WireValue {
    ["kind": "shape", "shape": "rounded", "radius": .integer(radius), "fill": fill]
  }
}
