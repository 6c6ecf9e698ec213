// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Surfaces
import Testing

/// Compares with a file under `Goldens`; `SALLYPORT_UPDATE_GOLDENS=1` writes it instead.
enum Golden {
  static func expect(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let known = try String(contentsOf: file, encoding: .utf8)
    #expect(known == text, "golden \(name) differs", sourceLocation: sourceLocation)
  }

  /// Canonical JSON, indented (VIEW-34).
  static func json(_ value: WireValue, indent: String = "") -> String {
    let inner = indent + "  "
    switch value {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .string(let text): return quoted(text)
    case .array(let elements):
      if elements.isEmpty { return "[]" }
      let isFlat = elements.allSatisfy { if case .integer = $0 { true } else { false } }
      if isFlat { return "[" + elements.map { json($0) }.joined(separator: ", ") + "]" }
      return "[\n" + elements.map { inner + json($0, indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let object):
      if object.members.isEmpty { return "{}" }
      let lines = object.members.map { "\(inner)\(quoted($0.name)): \(json($0.value, indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// One verb per line (VIEW-34).
  static func drawList(_ items: [DrawItem], indent: String = "") -> String {
    items.map { item in
      switch item {
      case .group(let effect, let inner):
        "\(indent)group \(name(effect))\n" + drawList(inner, indent: indent + "  ")
      case .text(let line):
        "\(indent)text \(line.x) \(line.baseline) \(line.width) \(line.font.size) \(quoted(line.text))\n"
      case .fill(let outline, let paint, let role):
        "\(indent)fill \(shape(outline)) \(short(paint)) \(role.rawValue)\n"
      case .stroke(let outline, let paint, let style):
        "\(indent)stroke \(shape(outline)) \(short(paint)) \(style.width)\n"
      case .image(.symbol(let name, _), let box): "\(indent)image symbol \(name) \(place(box))\n"
      case .image(.raster(_, let name, _), let box): "\(indent)image \(name) \(place(box))\n"
      }
    }.joined()
  }

  private static func name(_ effect: DrawItem.Effect) -> String {
    switch effect {
    case .clip(let outline): "clip \(shape(outline))"
    case .mask(let outline): "mask \(shape(outline))"
    case .opacity(let value): "opacity \(value)"
    case .rotate(let angle, let spot): "rotate \(angle) \(spot.x) \(spot.y)"
    case .scale(let factor, let spot): "scale \(factor.x) \(factor.y) \(spot.x) \(spot.y)"
    case .shadow(_, let radius, let offset): "shadow \(radius) \(offset.x) \(offset.y)"
    case .blur(let radius): "blur \(radius)"
    case .tap(let number, let box): "tap \(number) \(place(box))"
    case .pie(_, let box): "pie \(place(box))"
    }
  }

  private static func place(_ box: Box) -> String { "\(box.x) \(box.y) \(box.width) \(box.height)" }

  private static func shape(_ outline: DrawItem.Outline) -> String {
    switch outline {
    case .rect(let box, let radius): "rect \(place(box)) \(radius)"
    case .ellipse(let box): "ellipse \(place(box))"
    case .path(let commands, let box): "path \(commands.count) \(place(box))"
    }
  }

  private static func short(_ paint: Paint) -> String {
    switch paint {
    case .color(let color):
      switch color.value {
      case .named(let name): name.rawValue + (color.opacity == 1_000 ? "" : "/\(color.opacity)")
      case .rgba(let rgba): rgba.wire
      }
    case .asset(let name): "asset:\(name)"
    case .material(let material): "material:\(material.rawValue)"
    case .gradient: "gradient"
    }
  }
}
