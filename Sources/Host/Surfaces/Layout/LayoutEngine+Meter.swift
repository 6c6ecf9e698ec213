// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  func meterSize(_ meter: MeterContent, isGauge: Bool, _ proposal: Proposal) -> Measured {
    if isRing(meter, isGauge: isGauge) {
      let side = isGauge ? 58_000 : 24_000
      let text = meter.label == nil || isGauge ? 0 : captionHeight + 4_000
      if isCells { return Measured(proposal.width ?? 160_000, meter.label == nil ? 16_000 : 32_000) }
      return Measured(max(side, meter.label == nil || isGauge ? 0 : 80_000), side + text)
    }
    let bar = isCells ? 16_000 : isGauge ? 8_000 : 6_000
    let rows = textRows(meter, isGauge: isGauge)
    let height = bar + (rows.above ? captionRow : 0) + (rows.below ? captionRow : 0)
    return Measured(max(40_000, proposal.width ?? 200_000), height)
  }

  /// The rows of text around a bar. A progress view has its value below, as on a phone; a gauge and a terminal have it
  /// on the row of the label.
  private func textRows(_ meter: MeterContent, isGauge: Bool) -> (above: Bool, below: Bool) {
    if isGauge || isCells { return (meter.label != nil || meter.current != nil, false) }
    return (meter.label != nil, meter.current != nil)
  }

  private var captionRow: Int { captionHeight + (isCells ? 0 : 4_000) }

  /// Visible on white, on black and on a card.
  static let trackPaint = Paint.color(NamedColor(.named(.gray), opacity: 220))

  private var captionHeight: Int { isCells ? 16_000 : 14_400 }

  private func isRing(_ meter: MeterContent, isGauge: Bool) -> Bool {
    !isCells && (meter.style == .circular || (meter.value == nil && meter.from == nil && !isGauge))
  }

  func placeMeter(_ meter: MeterContent, isGauge: Bool, in box: Box, into items: inout [DrawItem]) {
    let fraction = meter.fraction(at: environment.now)
    if isRing(meter, isGauge: isGauge) {
      return placeRing(meter, fraction ?? 300, isGauge: isGauge, in: box, into: &items)
    }
    let bar = isCells ? 16_000 : isGauge ? 8_000 : 6_000
    let rows = textRows(meter, isGauge: isGauge)
    let track = Box(box.x, box.maxY - bar - (rows.below ? captionRow : 0), box.width, bar)
    let radius = isCells ? 0 : bar / 2
    items.append(.fill(.rect(track, radius: radius), Self.trackPaint, .track))
    let width = box.width * (fraction ?? 300) / 1_000
    if width > 0 {
      let filled = Box(track.x, track.y, isCells ? width : max(width, bar), bar)
      items.append(.fill(.rect(filled, radius: radius), meter.tint ?? .named(.accent), .content))
    }
    let line = Box(box.x, box.y, box.width, captionHeight)
    if let words = meter.label {
      placeLabel(label(words.text(in: environment), paint: meter.paint ?? .named(.primary)), in: line, into: &items)
    }
    if let words = meter.current {
      let own = label(words.text(in: environment), paint: meter.paint ?? .named(.secondary))
      let below = Box(box.x, box.maxY - captionHeight, box.width, captionHeight)
      placeLabel(own, in: rows.below ? below : line, rows.below ? .leading : .trailing, into: &items)
    }
  }

  private func placeRing(
    _ meter: MeterContent, _ fraction: Int, isGauge: Bool, in box: Box, into items: inout [DrawItem]
  ) {
    let side = isGauge ? 58_000 : 24_000
    var style = StrokeStyle(width: isGauge ? 6_000 : 3_500)
    style.cap = .round
    let circle = Box(box.midX - side / 2, box.y, side, side).inset(by: style.width / 2)
    items.append(.stroke(.ellipse(circle), Self.trackPaint, style))
    if fraction > 0 {
      let arc = DrawItem.Outline.path(PathTrim.cut(.ellipse(circle), from: 0, to: fraction), circle)
      items.append(.stroke(arc, meter.tint ?? .named(.accent), style))
    }
    if isGauge, let words = meter.current ?? meter.label {
      let room = circle.inset(by: style.width)
      placeLabel(
        ringLabel(words.text(in: environment), width: room.width, meter.paint ?? .named(.primary)), in: room, .center,
        into: &items)
    } else if let words = meter.label {
      let line = Box(box.x, box.y + side + 4_000, box.width, captionHeight)
      placeLabel(label(words.text(in: environment)), in: line, .center, into: &items)
    }
  }
}

extension LayoutEngine {
  /// The words inside a ring, as large as they fit on one line.
  private func ringLabel(_ text: String, width: Int, _ paint: Paint) -> TextBlock {
    let sizes: [TextStyle.Font] = [.title2, .title3, .body, .footnote]
    let fitting = sizes.lazy.map { self.label(text, font: $0, paint: paint) }
      .first { $0.layout(Proposal(nil, nil)).measured.width <= width }
    return fitting ?? label(text, paint: paint)
  }
}

extension MeterContent.Words {
  /// The text at the time of drawing.
  func text(in environment: DrawEnvironment) -> String {
    switch self {
    case .plain(let text): text
    case .runs(let runs): TextBlock(TextContent(runs: runs), in: environment).plain
    }
  }
}
