// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An angular gradient as wedges of one colour each, for outputs that only support linear and radial gradients.
struct GradientSweep {
  struct Piece {
    var wedge: [PathCommand]
    var circle: Box
    var color: RGBA
  }

  static let pieceCount = 60

  let pieces: [Piece]

  /// - Parameters:
  /// - start: the angle of the first stop, in thousandths of a degree from three o'clock.
  /// - box: the area to cover; the wedges extend beyond it.
  init(_ gradient: Gradient, center: LayoutPoint, start: Int, end: Int, over box: Box, palette: Palette) {
    let middle = LayoutPoint(box.x + box.width * center.x / 1_000, box.y + box.height * center.y / 1_000)
    let reach = (box.width + box.height) * 2
    let circle = Box(middle.x - reach, middle.y - reach, 2 * reach, 2 * reach)
    let stops = gradient.stops.sorted { $0.at < $1.at }
    let sweep = Double(end - start) / Double(Self.pieceCount) / 1_000 * Double.pi / 180
    guard sweep > 0 else {
      pieces = []
      return
    }
    let isOpaque = stops.allSatisfy { palette.rgba($0.color).alpha == 255 }
    let first = Double(start) / 1_000 * Double.pi / 180 + Double.pi / 2
    pieces = (0..<Self.pieceCount).map { number in
      // Opaque wedges overlap the next one, so that no seam is visible between them.
      let isLast = number == Self.pieceCount - 1
      let wedge = Wedge.commands(
        in: circle, from: first + sweep * Double(number), sweep: isOpaque && !isLast ? sweep * 2 : sweep * 1.02)
      return Piece(
        wedge: wedge, circle: circle,
        color: Self.color(at: number * 1_000 / (Self.pieceCount - 1), stops, palette))
    }
  }

  private static func color(at position: Int, _ stops: [Gradient.Stop], _ palette: Palette) -> RGBA {
    guard let first = stops.first, let last = stops.last else { return RGBA(0, 0, 0, 0) }
    if position <= first.at { return palette.rgba(first.color) }
    for (low, high) in zip(stops, stops.dropFirst()) where position <= high.at && high.at > low.at {
      return RGBA.mix(
        palette.rgba(low.color), palette.rgba(high.color), at: (position - low.at) * 1_000 / (high.at - low.at))
    }
    return palette.rgba(last.color)
  }
}
