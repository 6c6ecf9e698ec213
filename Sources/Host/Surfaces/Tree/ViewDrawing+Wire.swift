// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

// The canonical form of paints, shapes and modifiers.

extension Paint {
  var wire: WireValue {
    switch self {
    case .color(let color): color.wire
    case .asset(let name): ["asset": .string(name)]
    case .material(let material): ["material": .string(material.rawValue)]
    case .gradient(let gradient): gradient.wire
    }
  }
}

extension NamedColor {
  var wire: WireValue {
    let text: WireValue =
      switch value {
      case .named(let name): .string(name.rawValue)
      case .rgba(let rgba): .string(rgba.wire)
      }
    return opacity == 1_000 ? text : ["color": text, "opacity": .number(opacity)]
  }
}

extension Gradient {
  var wire: WireValue {
    let stops = WireValue.array(stops.map { ["paint": $0.color.wire, "at": .number($0.at)] })
    return switch form {
    case .linear(let from, let to):
      ["gradient": "linear", "stops": stops, "from": from.wire, "to": to.wire]
    case .radial(let center, let start, let end):
      [
        "gradient": "radial", "stops": stops, "center": center.wire, "startRadius": .number(start),
        "endRadius": .number(end),
      ]
    case .angular(let center, let start, let end):
      [
        "gradient": "angular", "stops": stops, "center": center.wire, "startAngle": .number(start),
        "endAngle": .number(end),
      ]
    }
  }
}

extension LayoutPoint {
  var wire: WireValue { .numbers([x, y]) }
}

extension ShapeForm {
  var members: WireObject {
    switch self {
    case .rectangle: ["shape": "rectangle"]
    case .circle: ["shape": "circle"]
    case .capsule: ["shape": "capsule"]
    case .ellipse: ["shape": "ellipse"]
    case .container: ["shape": "container"]
    case .rounded(let radius): ["shape": "rounded", "radius": .number(radius)]
    case .path(let commands): ["shape": "path", "commands": .array(commands.map(\.wire))]
    }
  }
}

extension PathCommand {
  var wire: WireValue {
    let (verb, spots): (String, [LayoutPoint]) =
      switch self {
      case .move(let a): ("M", [a])
      case .line(let a): ("L", [a])
      case .quadratic(let a, let b): ("Q", [a, b])
      case .cubic(let a, let b, let c): ("C", [a, b, c])
      case .close: ("Z", [])
      }
    return .array([.string(verb)] + spots.flatMap { [.number($0.x), .number($0.y)] })
  }
}

extension ViewNode.ShapeContent {
  var members: WireObject {
    var object = form.members
    object["kind"] = "shape"
    object["fill"] = fill?.wire
    object["trim"] = trim.map { .numbers($0) }
    if let stroke {
      let style = stroke.style
      object["stroke"] = [
        "paint": stroke.paint.wire, "width": .number(style.width),
        "cap": style.cap == .butt ? nil : .string(style.cap.rawValue),
        "join": style.join == .miter ? nil : .string(style.join.rawValue),
        "dash": style.dash.isEmpty ? nil : .numbers(style.dash),
      ]
    }
    return object
  }
}

extension ViewModifier {
  var wire: WireValue {
    switch self {
    case .padding(let top, let leading, let bottom, let trailing):
      return ["apply": "padding", "edges": .numbers([top, leading, bottom, trailing])]
    case .frame(let frame): return frame.wire
    case .fixed(let axes):
      return [
        "apply": "fixed", "axes": axes == Axis.allCases ? nil : .array(axes.map { .string($0.rawValue) }),
      ]
    case .aspect(let ratio, let fit):
      return [
        "apply": "aspect", "ratio": ratio.map { .number($0) }, "fit": fit == .fit ? nil : .string(fit.rawValue),
      ]
    case .priority(let value): return ["apply": "priority", "value": .number(value)]
    case .background(let node, let align):
      return ["apply": "background", "node": node.wire, "align": align.map { .string($0.rawValue) }]
    case .overlay(let node, let align):
      return ["apply": "overlay", "node": node.wire, "align": align.map { .string($0.rawValue) }]
    case .clip(let form): return applying("clip", form)
    case .mask(let form): return applying("mask", form)
    case .opacity(let value): return ["apply": "opacity", "value": .number(value)]
    case .offset(let spot): return ["apply": "offset", "x": .number(spot.x), "y": .number(spot.y)]
    case .position(let spot): return ["apply": "position", "x": .number(spot.x), "y": .number(spot.y)]
    case .rotate(let angle): return ["apply": "rotate", "angle": .number(angle)]
    case .scale(let spot): return ["apply": "scale", "x": .number(spot.x), "y": .number(spot.y)]
    case .shadow(let paint, let radius, let offset):
      return [
        "apply": "shadow", "paint": paint?.wire, "radius": .number(radius),
        "x": offset.x == 0 ? nil : .number(offset.x), "y": offset.y == 0 ? nil : .number(offset.y),
      ]
    case .blur(let radius): return ["apply": "blur", "radius": .number(radius)]
    }
  }

  private func applying(_ word: String, _ form: ShapeForm) -> WireValue {
    var object = form.members
    object["apply"] = .string(word)
    return .object(object)
  }
}

extension ViewModifier.Frame {
  var wire: WireValue {
    [
      "apply": "frame", "width": width.map { .number($0) }, "height": height.map { .number($0) },
      "minWidth": minWidth.map { .number($0) }, "idealWidth": idealWidth.map { .number($0) },
      "maxWidth": maxWidth?.wire, "minHeight": minHeight.map { .number($0) },
      "idealHeight": idealHeight.map { .number($0) }, "maxHeight": maxHeight?.wire,
      "align": align.map { .string($0.rawValue) },
    ]
  }
}

extension ViewModifier.Frame.Maximum {
  var wire: WireValue {
    switch self {
    case .length(let length): .number(length)
    case .fill: "fill"
    }
  }
}
