// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TextEscaping

/// Renders a draw list as one SVG element: presentation attributes only, no script, style, link or external reference
/// (VIEW-30). Element and attribute names are constants and never come from a tree (VIEW-21).
package struct SVGRenderer {
  private let palette: Palette
  private let prefix: String
  private var body = ""
  private var counter = 0

  /// - Parameter prefix: distinguishes the identifiers of two drawings in one page.
  package init(scheme: DrawEnvironment.Scheme, assets: AssetCatalog = AssetCatalog(), prefix: String = "a") {
    palette = Palette(scheme: scheme, assets: assets)
    self.prefix = prefix
  }

  package func svg(_ drawing: Drawing) -> String {
    var copy = self
    let (width, height) = (p(drawing.content.width), p(drawing.content.height))
    let box = Box(0, 0, drawing.content.width, drawing.content.height)
    copy.draw(.fill(.rect(box, radius: 0), drawing.background, .backdrop))
    for item in drawing.items { copy.draw(item) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      overflow="hidden" aria-hidden="true" font-family="\(FontFamily.plain)">
      \(copy.body)</svg>
      """
  }

  /// The elements without the outer element, for a picture that the host composes itself.
  func elements(_ items: [DrawItem]) -> String {
    var copy = self
    for item in items { copy.draw(item) }
    return copy.body
  }

  private mutating func draw(_ item: DrawItem) {
    switch item {
    case .fill(let outline, let paint, _): fill(outline, paint)
    case .stroke(let outline, let paint, let style): stroke(outline, paint, style)
    case .text(let line): text(line)
    case .image(let picture, let box): image(picture, box)
    case .group(let effect, let items): group(effect, items)
    }
  }

  private mutating func identifier() -> String {
    counter += 1
    return "\(prefix)\(counter)"
  }

  private func p(_ mpt: Int) -> String { SVGLength.points(mpt) }

  // MARK: - Outlines and paints

  private func element(_ outline: DrawItem.Outline) -> String {
    switch outline {
    case .rect(let box, let radius):
      let round = radius > 0 ? " rx=\"\(p(radius))\"" : ""
      return "<rect x=\"\(p(box.x))\" y=\"\(p(box.y))\" width=\"\(p(box.width))\" height=\"\(p(box.height))\"\(round)"
    case .ellipse(let box):
      let (cx, cy) = (box.x * 2 + box.width, box.y * 2 + box.height)
      return "<ellipse cx=\"\(p(cx / 2))\" cy=\"\(p(cy / 2))\" rx=\"\(p(box.width / 2))\" ry=\"\(p(box.height / 2))\""
    case .path(let commands, _): return "<path d=\"\(data(commands))\""
    }
  }

  private func data(_ commands: [PathCommand]) -> String {
    func s(_ spot: LayoutPoint) -> String { "\(p(spot.x)) \(p(spot.y))" }
    return commands.map { command in
      switch command {
      case .move(let a): "M\(s(a))"
      case .line(let a): "L\(s(a))"
      case .quadratic(let a, let b): "Q\(s(a)) \(s(b))"
      case .cubic(let a, let b, let c): "C\(s(a)) \(s(b)) \(s(c))"
      case .close: "Z"
      }
    }.joined()
  }

  /// Formats `fill`, `stroke`, or with a suffix `stop-color` and `flood-color`, with a separate opacity if needed.
  private func colour(_ name: String, _ rgba: RGBA, suffix: String = "") -> String {
    let opacity = rgba.alpha == 255 ? "" : " \(name)-opacity=\"\(p(Int(rgba.alpha) * 1_000 / 255))\""
    return " \(name)\(suffix)=\"\(rgba.opaque)\"\(opacity)"
  }

  /// The attribute for a paint. Gradients are defined before the element that uses them.
  private mutating func attribute(_ name: String, _ paint: Paint, _ box: Box) -> String {
    guard case .gradient(let gradient) = paint else { return colour(name, palette.flat(paint)) }
    func spot(_ unit: LayoutPoint) -> LayoutPoint {
      LayoutPoint(box.x + box.width * unit.x / 1_000, box.y + box.height * unit.y / 1_000)
    }
    let stops = gradient.stops.map { stop in
      "<stop offset=\"\(p(stop.at))\"\(colour("stop", palette.rgba(stop.color), suffix: "-color"))/>"
    }.joined()
    let id = identifier()
    switch gradient.form {
    case .linear(let from, let to):
      let (a, b) = (spot(from), spot(to))
      body += """
        <linearGradient id="\(id)" gradientUnits="userSpaceOnUse" x1="\(p(a.x))" y1="\(p(a.y))" x2="\(p(b.x))" \
        y2="\(p(b.y))">\(stops)</linearGradient>

        """
    case .radial(let center, _, let end):
      let c = spot(center)
      body += """
        <radialGradient id="\(id)" gradientUnits="userSpaceOnUse" cx="\(p(c.x))" cy="\(p(c.y))" \
        r="\(p(max(1, end)))">\(stops)</radialGradient>

        """
    case .angular: return colour(name, palette.flat(paint))
    }
    return " \(name)=\"url(#\(id))\""
  }

  private mutating func fill(_ outline: DrawItem.Outline, _ paint: Paint) {
    if case .gradient(let gradient) = paint, case .angular(let center, let start, let end) = gradient.form {
      return sweep(outline, gradient, center, start, end)
    }
    if palette.flat(paint).alpha == 0, !paint.isGradient { return }
    let attribute = attribute("fill", paint, outline.box)
    body += element(outline) + attribute + "/>\n"
  }

  /// Draws an angular gradient as wedges, since SVG has none.
  private mutating func sweep(
    _ outline: DrawItem.Outline, _ gradient: Gradient, _ center: LayoutPoint, _ start: Int, _ end: Int
  ) {
    let sweep = GradientSweep(gradient, center: center, start: start, end: end, over: outline.box, palette: palette)
    group(.clip(outline), sweep.pieces.map { .fill(.path($0.wedge, $0.circle), .rgba($0.color), .content) })
  }

  private mutating func stroke(_ outline: DrawItem.Outline, _ paint: Paint, _ style: StrokeStyle) {
    let attribute = attribute("stroke", paint, outline.box)
    var text = element(outline) + " fill=\"none\"" + attribute + " stroke-width=\"\(p(style.width))\""
    if style.cap != .butt { text += " stroke-linecap=\"\(style.cap.rawValue)\"" }
    if style.join != .miter { text += " stroke-linejoin=\"\(style.join.rawValue)\"" }
    if !style.dash.isEmpty { text += " stroke-dasharray=\"\(style.dash.map(p).joined(separator: " "))\"" }
    body += text + "/>\n"
  }

  // MARK: - Text

  private mutating func text(_ line: TextLine) {
    let box = Box(line.x, line.baseline - line.font.ascent, line.width, line.font.lineHeight)
    var text = "<text x=\"\(p(line.x))\" y=\"\(p(line.baseline))\""
    let family = FontFamily.list(line.font.design, size: line.font.size)
    if family != FontFamily.plain { text += " font-family=\"\(family)\"" }
    // A right-to-left line ends at its left edge, which is `x`.
    if line.direction == .rightToLeft { text += " direction=\"rtl\" text-anchor=\"end\"" }
    if line.font.monospacedDigit { text += " font-variant=\"tabular-nums\"" }
    let attribute = attribute("fill", line.paint, box)
    text += " font-size=\"\(p(line.font.size))\""
    let weight = FontFamily.weight(line.font.weight)
    if weight != 400 { text += " font-weight=\"\(weight)\"" }
    if line.font.italic { text += " font-style=\"italic\"" }
    let decorations = [line.underline ? "underline" : nil, line.strike ? "line-through" : nil].compactMap { $0 }
    if !decorations.isEmpty { text += " text-decoration=\"\(decorations.joined(separator: " "))\"" }
    if line.width > 0 {
      // Text with explicit kerning keeps its glyph widths.
      let adjust = line.font.kern == 0 ? "spacingAndGlyphs" : "spacing"
      text += " textLength=\"\(p(line.width))\" lengthAdjust=\"\(adjust)\""
    }
    body += text + attribute + " unicode-bidi=\"isolate\" xml:space=\"preserve\">\(Markup.escape(line.text))</text>\n"
  }

  // MARK: - Images and groups

  private mutating func image(_ picture: DrawItem.Picture, _ box: Box) {
    switch picture {
    case .symbol(let name, let paint):
      let glyph = SymbolArt.glyph(name)
      let side = min(box.width, box.height)
      let (x, y) = (box.midX - side / 2, box.midY - side / 2)
      let factor = p(side * 1_000 / 24_000)
      let attribute = attribute(glyph.isFilled ? "fill" : "stroke", paint, Box(0, 0, 24_000, 24_000))
      let rest =
        glyph.isFilled
        ? " fill-rule=\"evenodd\""
        : " fill=\"none\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
      body +=
        "<path transform=\"translate(\(p(x)) \(p(y))) scale(\(factor))\" d=\"\(glyph.path)\"\(attribute)\(rest)/>\n"
    case .raster(let raster, _, let template):
      var filter = ""
      if let template {
        let id = identifier()
        let tint = colour("flood", palette.flat(template), suffix: "-color")
        body += "<filter id=\"\(id)\"><feFlood\(tint)/><feComposite in2=\"SourceAlpha\" operator=\"in\"/></filter>\n"
        filter = " filter=\"url(#\(id))\""
      }
      let data = Data(raster.bytes).base64EncodedString()
      body +=
        "<image x=\"\(p(box.x))\" y=\"\(p(box.y))\" width=\"\(p(box.width))\" height=\"\(p(box.height))\" "
        + "preserveAspectRatio=\"none\"\(filter) href=\"data:image/png;base64,\(data)\"/>\n"
    }
  }

  private mutating func group(_ effect: DrawItem.Effect, _ items: [DrawItem]) {
    let attribute = attribute(effect)
    body += "<g\(attribute)>\n"
    for item in items { draw(item) }
    body += "</g>\n"
  }

  private mutating func attribute(_ effect: DrawItem.Effect) -> String {
    switch effect {
    case .clip(let outline), .mask(let outline):
      let id = identifier()
      body += "<clipPath id=\"\(id)\">\(element(outline))/></clipPath>\n"
      return " clip-path=\"url(#\(id))\""
    case .opacity(let value): return " opacity=\"\(p(value))\""
    case .rotate(let angle, let around): return " transform=\"rotate(\(p(angle)) \(p(around.x)) \(p(around.y)))\""
    case .scale(let factor, let around):
      let (x, y) = (p(around.x), p(around.y))
      let (dx, dy) = (p(-around.x), p(-around.y))
      return " transform=\"translate(\(x) \(y)) scale(\(p(factor.x)) \(p(factor.y))) translate(\(dx) \(dy))\""
    case .shadow(let paint, let radius, let offset):
      let tint = colour("flood", palette.flat(paint), suffix: "-color")
      return filter(
        "<feDropShadow dx=\"\(p(offset.x))\" dy=\"\(p(offset.y))\" stdDeviation=\"\(p(radius / 2))\"\(tint)/>")
    case .blur(let radius): return filter("<feGaussianBlur stdDeviation=\"\(p(radius / 2))\"/>")
    case .tap(let number, _): return " id=\"\(prefix)-tap-\(number)\""
    case .pie: return ""
    }
  }

  private mutating func filter(_ primitive: String) -> String {
    let id = identifier()
    body += "<filter id=\"\(id)\" x=\"-50%\" y=\"-50%\" width=\"200%\" height=\"200%\">\(primitive)</filter>\n"
    return " filter=\"url(#\(id))\""
  }
}

extension Paint {
  fileprivate var isGradient: Bool {
    if case .gradient = self { return true }
    return false
  }
}
