// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if Pictures
  /// Thousandths of a point as points, or per mille as a fraction.
  private func p(_ mpt: Int) -> Double { Double(mpt) / 1_000 }

  /// Paints a draw list on a canvas: the same items as the SVG, in the same order (VIEW-30).
  struct PictureRenderer {
    private let palette: Palette
    private let text: PictureText
    private var budget = PictureBudget()

    init?(on canvas: PictureCanvas, scheme: DrawEnvironment.Scheme, assets: AssetCatalog = AssetCatalog()) {
      guard let text = PictureText(canvas) else { return nil }
      self.text = text
      palette = Palette(scheme: scheme, assets: assets)
    }

    /// - Throws: `view.layout` if the items take more work than a picture may (VIEW-25).
    mutating func draw(_ items: [DrawItem], on canvas: PictureCanvas) throws(ViewFault) {
      for item in items { try draw(item, on: canvas) }
    }

    mutating func draw(_ item: DrawItem, on canvas: PictureCanvas) throws(ViewFault) {
      switch item {
      case .fill(let outline, let paint, _): try fill(outline, paint, on: canvas)
      case .stroke(let outline, let paint, let style): try stroke(outline, paint, style, on: canvas)
      case .text(let line): try draw(line, on: canvas)
      case .image(let picture, let box): try image(picture, box, on: canvas)
      case .group(let effect, let items): try group(effect, items, on: canvas)
      }
    }

    /// The number of pixels of `box` inside the clip.
    private func pixels(_ box: Box?, _ canvas: PictureCanvas) -> Double {
      let area = canvas.clipArea
      var (width, height) = (area.width, area.height)
      if let box {
        width = min(width, max(0, min(area.x + area.width, p(box.maxX)) - max(area.x, p(box.x))))
        height = min(height, max(0, min(area.y + area.height, p(box.maxY)) - max(area.y, p(box.y))))
      }
      let unit = canvas.unit
      return max(0, width) * max(0, height) * unit * unit
    }

    // MARK: - Outlines and paints

    private func trace(_ outline: DrawItem.Outline, on canvas: PictureCanvas) {
      canvas.begin()
      var pen = LayoutPoint.zero
      for command in PathTrim.commands(outline) {
        switch command {
        case .move(let to): canvas.add(.move(p(to.x), p(to.y)))
        case .line(let to): canvas.add(.line(p(to.x), p(to.y)))
        case .quadratic(let by, let to):
          let (a, b) = (Self.twoThirds(pen, by), Self.twoThirds(to, by))
          canvas.add(.cubic(a.0, a.1, b.0, b.1, p(to.x), p(to.y)))
        case .cubic(let a, let b, let to): canvas.add(.cubic(p(a.x), p(a.y), p(b.x), p(b.y), p(to.x), p(to.y)))
        case .close: canvas.add(.close)
        }
        pen = command.end ?? pen
      }
    }

    private static func twoThirds(_ from: LayoutPoint, _ to: LayoutPoint) -> (Double, Double) {
      (
        (Double(from.x) + Double(to.x - from.x) * 2 / 3) / 1_000,
        (Double(from.y) + Double(to.y - from.y) * 2 / 3) / 1_000
      )
    }

    private func use(_ paint: Paint, over box: Box, on canvas: PictureCanvas) {
      guard case .gradient(let gradient) = paint else { return canvas.use(palette.flat(paint)) }
      func spot(_ unit: LayoutPoint) -> (Double, Double) {
        (p(box.x) + p(box.width) * p(unit.x), p(box.y) + p(box.height) * p(unit.y))
      }
      let stops = gradient.stops.map { (p($0.at), palette.rgba($0.color)) }
      switch gradient.form {
      case .linear(let from, let to): canvas.use(linearFrom: spot(from), to: spot(to), stops)
      case .radial(let center, let inner, let outer):
        canvas.use(radialAt: spot(center), from: p(inner), to: max(0.001, p(outer)), stops)
      case .angular: canvas.use(palette.flat(paint))
      }
    }

    private mutating func fill(
      _ outline: DrawItem.Outline, _ paint: Paint, on canvas: PictureCanvas
    ) throws(ViewFault) {
      if case .gradient(let gradient) = paint, case .angular(let center, let start, let end) = gradient.form {
        let sweep = GradientSweep(gradient, center: center, start: start, end: end, over: outline.box, palette: palette)
        return try group(
          .clip(outline), sweep.pieces.map { .fill(.path($0.wedge, $0.circle), .rgba($0.color), .content) },
          on: canvas)
      }
      try spend(on: outline, canvas)
      trace(outline, on: canvas)
      use(paint, over: outline.box, on: canvas)
      canvas.fillPath()
    }

    private mutating func stroke(
      _ outline: DrawItem.Outline, _ paint: Paint, _ style: StrokeStyle, on canvas: PictureCanvas
    ) throws(ViewFault) {
      try spend(on: outline, sides: 2, canvas)
      let period = style.dash.reduce(0, +)
      if period > 0 {
        // Each dash is an outline of its own.
        try budget.spend(PathTrim.length(outline) / Double(period), times: style.dash.count * 400)
      }
      trace(outline, on: canvas)
      use(paint, over: outline.box, on: canvas)
      canvas.strokePath(width: p(style.width), cap: style.cap, join: style.join, dash: style.dash.map(p))
    }

    /// Charges for a path by its area. Cairo's further work grows with the square of the number of edges that cross a
    /// row, since it keeps them sorted.
    ///
    /// - Parameter sides: the edges per segment: one of a filled path, two of a stroked one.
    private mutating func spend(
      on outline: DrawItem.Outline, sides: Double = 1, _ canvas: PictureCanvas
    ) throws(ViewFault) {
      let bounds = outline.bounds
      try budget.spend(pixels(bounds, canvas))
      guard case .path(let commands, _) = outline else { return }
      let unit = canvas.unit
      let rows = max(1, min(p(bounds.height), canvas.clipArea.height) * unit)
      let crossed = PathTrim.flattened(commands).reduce(0.0) { sum, piece in
        sum + min(rows, 1 + p(abs(piece.1.y - piece.0.y)) * unit)
      }
      try budget.spend(crossed * sides * (1 + crossed * sides / rows), times: 50)
    }

    // MARK: - Text and pictures

    private mutating func draw(_ line: TextLine, on canvas: PictureCanvas) throws(ViewFault) {
      let box = Box(line.x, line.baseline - line.font.ascent, line.width, line.font.lineHeight)
      let visible = pixels(box.grown(by: line.font.size), canvas)
      try budget.spend(visible + Double(line.text.utf8.count) * 200, times: 2)
      guard visible > 0 else { return }
      use(line.paint, over: box, on: canvas)
      text.draw(line, on: canvas)
      let thickness = max(500, line.font.size / 16)
      for (wanted, y) in [
        (line.underline, line.baseline + line.font.size / 9), (line.strike, line.baseline - line.font.size * 27 / 100),
      ] where wanted {
        try fill(.rect(Box(line.x, y, line.width, thickness), radius: 0), line.paint, on: canvas)
      }
    }

    private mutating func image(
      _ picture: DrawItem.Picture, _ box: Box, on canvas: PictureCanvas
    ) throws(ViewFault) {
      try budget.spend(pixels(box, canvas), times: 4)
      switch picture {
      case .raster(let raster, _, let template):
        guard box.width > 0, box.height > 0, pixels(box, canvas) > 0 else { return }
        try budget.spend(Double(raster.decodedBytes), times: 2)
        canvas.draw(
          raster, x: p(box.x), y: p(box.y), width: p(box.width), height: p(box.height),
          stencil: template.map(palette.flat))
      case .symbol(let name, let paint):
        let side = min(box.width, box.height)
        guard side > 0 else { return }
        let glyph = SymbolArt.glyph(name)
        canvas.saved {
          canvas.move(by: p(box.midX - side / 2), p(box.midY - side / 2))
          canvas.stretch(p(side) / 24, p(side) / 24)
          canvas.begin()
          for step in SymbolPath(glyph.path).steps { canvas.add(step) }
          use(paint, over: Box(0, 0, 24_000, 24_000), on: canvas)
          if glyph.isFilled {
            canvas.fillPath(evenOdd: true)
          } else {
            canvas.strokePath(width: 2, cap: .round, join: .round, dash: [])
          }
        }
      }
    }

    // MARK: - Groups

    private mutating func group(
      _ effect: DrawItem.Effect, _ items: [DrawItem], on canvas: PictureCanvas
    ) throws(ViewFault) {
      switch effect {
      case .tap, .pie: return try draw(items, on: canvas)
      case .opacity(0): return
      case .opacity(1_000): return try draw(items, on: canvas)
      default: break
      }
      let bounds = DrawItem.group(effect, items).bounds
      try canvas.saved { () throws(ViewFault) in
        switch effect {
        case .clip(let outline), .mask(let outline):
          try spend(on: outline, canvas)
          trace(outline, on: canvas)
          canvas.clipToPath()
          try draw(items, on: canvas)
        case .rotate(let angle, let around):
          canvas.move(by: p(around.x), p(around.y))
          canvas.turn(p(angle) * .pi / 180)
          canvas.move(by: -p(around.x), -p(around.y))
          try draw(items, on: canvas)
        case .scale(let factor, let around):
          guard factor.x != 0, factor.y != 0 else { return }
          canvas.move(by: p(around.x), p(around.y))
          canvas.stretch(p(factor.x), p(factor.y))
          canvas.move(by: -p(around.x), -p(around.y))
          try draw(items, on: canvas)
        case .opacity(let value):
          clip(to: bounds, on: canvas)
          try layer(items, on: canvas) { canvas.put($0, opacity: p(value)) }
        case .blur(let radius):
          clip(to: bounds, on: canvas)
          try layer(items, blur: p(radius) / 2, on: canvas) { layer in
            layer.blur(deviation: p(radius) / 2)
            canvas.put(layer)
          }
        case .shadow(let paint, let radius, let offset):
          clip(to: bounds, on: canvas)
          let shift = (p(offset.x), p(offset.y))
          let margin = max(abs(shift.0), abs(shift.1))
          let color = palette.flat(paint)
          // Draw the body once and use it twice, since nested shadows would otherwise double the work at every level.
          try layer(items, margin: margin + p(radius) * 2, on: canvas) { body in
            if let shadow = canvas.layer(margin: margin + p(radius) * 2, shrink: Self.shrink(p(radius) / 2, canvas)) {
              shadow.take(body)
              shadow.tint(color)
              shadow.blur(deviation: p(radius) / 2)
              canvas.put(shadow, shift: shift)
            }
            canvas.put(body)
          }
        case .tap, .pie: break
        }
      }
    }

    private func clip(to box: Box?, on canvas: PictureCanvas) {
      guard let box else { return }
      trace(.rect(box, radius: 0), on: canvas)
      canvas.clipToPath()
    }

    /// The factor by which a layer may be coarser if it is blurred with a Gaussian of this deviation, in points.
    private static func shrink(_ deviation: Double, _ canvas: PictureCanvas) -> Double {
      max(1, (deviation * canvas.scale / 3).rounded(.down))
    }

    /// - Parameter blur: the deviation of the Gaussian with which the layer will be blurred, in points.
    private mutating func layer(
      _ items: [DrawItem], margin: Double = 0, blur: Double = 0, on canvas: PictureCanvas,
      _ finish: (PictureCanvas) -> Void
    ) throws(ViewFault) {
      let shrink = Self.shrink(blur, canvas)
      let margin = margin + blur * 4
      let area = canvas.clipArea
      let unit = canvas.unit
      let pixels = (area.width + 2 * margin) * (area.height + 2 * margin) * unit * unit
      try budget.spend(pixels * (8 + (blur > 0 ? 36 / (shrink * shrink) : 0)))
      guard let layer = canvas.layer(margin: margin, shrink: shrink) else { return }
      try draw(items, on: layer)
      finish(layer)
    }
  }

  extension PathCommand {
    fileprivate var end: LayoutPoint? {
      switch self {
      case .move(let to), .line(let to), .quadratic(_, let to), .cubic(_, _, let to): to
      case .close: nil
      }
    }
  }
#endif
