// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Surfaces

extension GalleryExhibits {
  static let colors = GalleryExhibit(
    "colors", "Colours", "Words keep their meaning and the host picks the value for the scheme; materials, gradients.",
    height: 470_000
  ) { parts in
    let swatches = ColorName.allCases.filter { $0 != .clear }.map { name -> WireValue in
      let box = parts.with(
        ["kind": "shape", "shape": "rounded", "radius": 10_000, "fill": .string(name.rawValue)],
        [
          parts.high(30_000),
          [
            "apply": "overlay",
            "node": [
              "kind": "shape", "shape": "rounded", "radius": 10_000,
              "stroke": ["paint": "separator", "width": 500],
            ],
          ],
        ])
      let label = parts.caption(spokenColor(name))
      return parts.vstack(
        [box, parts.with(label, [["apply": "fixed", "axes": ["horizontal"]], parts.frame(56_000, 12_000)])],
        align: "center", spacing: 3_000)
    }
    func stops(_ colors: [String]) -> WireValue {
      .array(
        colors.enumerated().map { place, color in
          ["paint": .string(color), "at": .integer(Int64(place * 1_000 / max(1, colors.count - 1)))]
        })
    }
    let gradients: [WireValue] = [
      [
        "gradient": "linear", "from": [0, 0], "to": [1_000, 1_000], "stops": stops(["indigo", "pink", "orange"]),
      ],
      [
        "gradient": "radial", "center": [500, 400], "startRadius": 0, "endRadius": 60_000,
        "stops": stops(["yellow", "orange", "red"]),
      ],
      [
        "gradient": "angular", "center": [500, 500], "startAngle": 0, "endAngle": 360_000,
        "stops": stops(["red", "yellow", "green", "cyan", "blue", "purple", "red"]),
      ],
    ].map { parts.with(parts.rounded(14_000, $0), [parts.high(64_000)]) }
    let materials = Paint.Material.allCases.map { material in
      parts.with(parts.rounded(8_000, ["material": .string(material.rawValue)]), [parts.high(26_000)])
    }
    let ground = parts.rounded(
      14_000, ["gradient": "linear", "from": [0, 0], "to": [1_000, 0], "stops": stops(["teal", "blue", "purple"])])
    return parts.vstack(
      [
        parts.columns(5, swatches, spacing: 6_000), parts.columns(3, gradients, spacing: 10_000),
        parts.with(parts.columns(6, materials, spacing: 6_000), [parts.padding(10_000), parts.background(ground)]),
      ], spacing: 14_000)
  }

  private static func spokenColor(_ name: ColorName) -> String {
    switch name {
    case .groupedBackground: "grouped"
    case .background: "ground"
    case .quaternary: "fourth"
    default: name.rawValue
    }
  }

  static let shapes = GalleryExhibit(
    "shapes", "Shapes", "Fills, strokes, dashes, trims and paths of an extension's own.", height: 300_000
  ) { parts in
    func stroked(_ form: String, _ stroke: WireValue, trim: WireValue? = nil) -> WireValue {
      parts.with(
        [
          "kind": "shape", "shape": .string(form), "radius": form == "rounded" ? 12_000 : nil, "stroke": stroke,
          "trim": trim,
        ],
        [parts.frame(58_000, 58_000)])
    }
    let star: WireValue = [
      ["M", 29_000, 2_000], ["L", 36_000, 20_000], ["L", 56_000, 21_000], ["L", 41_000, 34_000], ["L", 46_000, 54_000],
      ["L", 29_000, 43_000], ["L", 12_000, 54_000], ["L", 17_000, 34_000], ["L", 2_000, 21_000], ["L", 22_000, 20_000],
      ["Z"],
    ]
    let leaf: WireValue = [
      ["M", 6_000, 52_000], ["Q", 6_000, 6_000, 52_000, 6_000], ["C", 52_000, 36_000, 36_000, 52_000, 6_000, 52_000],
      ["Z"],
    ]
    let filled: [WireValue] = [
      parts.shape("rectangle", "blue", 58_000, 58_000),
      parts.with(parts.rounded(16_000, "indigo"), [parts.frame(58_000, 58_000)]),
      parts.shape("circle", "purple", 58_000, 58_000), parts.shape("capsule", "pink", 58_000, 34_000),
      parts.shape("ellipse", "orange", 58_000, 38_000), parts.shape("container", "yellow", 58_000, 58_000),
      parts.with(["kind": "shape", "shape": "path", "commands": star, "fill": "red"], [parts.frame(58_000, 58_000)]),
      parts.with(["kind": "shape", "shape": "path", "commands": leaf, "fill": "green"], [parts.frame(58_000, 58_000)]),
    ]
    let lines: [WireValue] = [
      stroked("rounded", ["paint": "blue", "width": 3_000]),
      stroked("circle", ["paint": "teal", "width": 4_000, "dash": [6_000, 6_000], "cap": "round"]),
      stroked("circle", ["paint": "orange", "width": 7_000, "cap": "round"], trim: [0, 700]),
      stroked("rectangle", ["paint": "gray", "width": 2_000, "join": "bevel", "dash": [2_000, 3_000]]),
    ]
    return parts.columns(4, filled + lines, spacing: 20_000)
  }

  static let effects = GalleryExhibit(
    "effects", "Modifiers", "Padding, frames, clips, masks, opacity, turns, scales, shadows and blurs.", height: 320_000
  ) { parts in
    let tile = parts.with(parts.rounded(12_000, "blue"), [parts.frame(52_000, 52_000)])
    func tiled(_ name: String, _ modifiers: [WireValue]) -> WireValue {
      let node = parts.with(parts.rounded(12_000, "blue"), [parts.frame(52_000, 52_000)] + modifiers)
      return parts.vstack(
        [parts.with(parts.zstack([node]), [parts.frame(72_000, 66_000)]), parts.caption(name)], align: "center",
        spacing: 4_000)
    }
    let badge = parts.with(
      parts.text("3", ["font": "caption", "weight": "bold", "paint": "white"]),
      [
        parts.frame(20_000, 20_000), parts.background(parts.shape("circle", "red", 20_000, 20_000)),
        ["apply": "offset", "x": 6_000, "y": -6_000],
      ])
    let stripes: WireValue = parts.with(
      ["kind": "shape", "shape": "capsule", "fill": "orange"], [parts.frame(70_000, 22_000)])
    return parts.columns(
      4,
      [
        tiled("padding", [parts.padding(7_000), parts.background(parts.rounded(16_000, "gray4"))]),
        tiled("opacity", [["apply": "opacity", "value": 400]]),
        tiled("rotate", [["apply": "rotate", "angle": 20_000]]),
        tiled("scale", [["apply": "scale", "x": 600, "y": 1_100]]),
        tiled("shadow", [["apply": "shadow", "radius": 8_000, "y": 4_000]]),
        tiled("blur", [["apply": "blur", "radius": 6_000]]),
        tiled("clip", [["apply": "clip", "shape": "circle"]]), tiled("mask", [["apply": "mask", "shape": "capsule"]]),
        tiled("overlay", [["apply": "overlay", "node": badge, "align": "topTrailing"]]),
        tiled("background", [parts.background(stripes), ["apply": "opacity", "value": 800]]),
        tiled("offset", [["apply": "offset", "x": 8_000, "y": 6_000]]),
        parts.vstack(
          [
            parts.with(
              parts.zstack([
                parts.with(tile, [parts.frame(30_000, 30_000), ["apply": "position", "x": 20_000, "y": 20_000]])
              ]), [parts.frame(72_000, 66_000)]), parts.caption("position"),
          ], align: "center", spacing: 4_000),
      ], spacing: 10_000)
  }

  static let symbols = GalleryExhibit(
    "symbols", "Symbols", "Names are the platform's, drawings our own; an unknown name gets a neutral glyph.",
    height: 480_000
  ) { parts in
    let names = SymbolArt.names + ["no.such.symbol"]
    let tints = ["blue", "green", "orange", "purple", "red", "teal", "pink", "indigo"]
    return parts.columns(
      11, names.enumerated().map { parts.symbol($1, 16_000, .string(tints[$0 % tints.count])) }, spacing: 10_000)
  }

  static let images = GalleryExhibit(
    "images", "Images", "Assets of the family, fitted, filled, clipped, and as a stencil.", height: 230_000
  ) { parts in
    func image(_ more: [String: WireValue], _ modifiers: [WireValue]) -> WireValue {
      var node: WireValue = ["kind": "image", "asset": "hills"]
      if case .object(var object) = node {
        for (name, value) in more { object[name] = value }
        node = .object(object)
      }
      return parts.with(node, modifiers)
    }
    let rounded: WireValue = ["apply": "clip", "shape": "rounded", "radius": 16_000]
    return parts.vstack(
      [
        parts.hstack(
          [
            image([:], []),
            image(["resizable": true, "fit": "fit"], [parts.frame(90_000, 96_000)]),
            image(["resizable": true], [parts.frame(90_000, 96_000), ["apply": "clip", "shape": "circle"]]),
          ], spacing: 14_000),
        parts.hstack(
          [
            image(
              ["resizable": true, "fit": "fill"], [["apply": "frame", "maxWidth": "fill", "height": 84_000], rounded]),
            image(["resizable": true, "fit": "fit", "template": true], [parts.frame(60_000, 60_000), rounded]),
          ], spacing: 14_000),
      ], spacing: 14_000)
  }
}
