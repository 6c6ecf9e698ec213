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
    let hasText = meter.label != nil || meter.current != nil
    let bar = isCells ? 16_000 : isGauge ? 8_000 : 6_000
    let height = bar + (hasText ? captionHeight + (isCells ? 0 : 4_000) : 0)
    return Measured(max(40_000, proposal.width ?? 200_000), height)
  }

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
    let track = Box(box.x, box.maxY - bar, box.width, bar)
    let radius = isCells ? 0 : bar / 2
    items.append(.fill(.rect(track, radius: radius), Self.trackPaint, .track))
    let width = box.width * (fraction ?? 300) / 1_000
    if width > 0 {
      let filled = Box(track.x, track.y, isCells ? width : max(width, bar), bar)
      items.append(.fill(.rect(filled, radius: radius), meter.tint ?? .named(.accent), .content))
    }
    let line = Box(box.x, box.y, box.width, captionHeight)
    if let label = meter.label {
      placeLabel(self.label(label, paint: meter.paint ?? .named(.primary)), in: line, into: &items)
    }
    if let current = meter.current {
      placeLabel(label(current, paint: meter.paint ?? .named(.secondary)), in: line, .trailing, into: &items)
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
    if isGauge, let text = meter.current ?? meter.label {
      placeLabel(
        label(text, paint: meter.paint ?? .named(.primary)), in: circle.inset(by: style.width), .center, into: &items)
    } else if let text = meter.label {
      let line = Box(box.x, box.y + side + 4_000, box.width, captionHeight)
      placeLabel(label(text), in: line, .center, into: &items)
    }
  }
}
