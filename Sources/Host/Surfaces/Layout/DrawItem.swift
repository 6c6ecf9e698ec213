// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An item of the draw list, from which all outputs are rendered. Lengths are thousandths of a point (VIEW-30).
package indirect enum DrawItem: Hashable, Sendable {
  case fill(Outline, Paint, Role)
  case stroke(Outline, Paint, StrokeStyle)
  case text(TextLine)
  case image(Picture, Box)
  case group(Effect, [DrawItem])

  /// The role of a fill. Outputs without colour omit backdrops and distinguish series by shading.
  package enum Role: String, Hashable, Sendable { case content, backdrop, track, series }

  package enum Outline: Hashable, Sendable {
    case rect(Box, radius: Int)
    case ellipse(Box)
    case path([PathCommand], Box)

    package var box: Box {
      switch self {
      case .rect(let box, _), .ellipse(let box), .path(_, let box): box
      }
    }
  }

  package enum Picture: Hashable, Sendable {
    case raster(RasterImage, name: String, template: Paint?)
    case symbol(String, Paint)
  }

  package enum Effect: Hashable, Sendable {
    case clip(Outline)
    case mask(Outline)
    case opacity(Int)
    case rotate(Int, around: LayoutPoint)
    case scale(LayoutPoint, around: LayoutPoint)
    case shadow(Paint, radius: Int, offset: LayoutPoint)
    case blur(Int)
    /// A numbered tap area (VIEW-22).
    case tap(Int, Box)
    /// A pie chart. Outputs without shapes write a table (VIEW-30).
    case pie(ChartContent, Box)
  }
}

/// A part of one line in one font, stretched to its measured width.
package struct TextLine: Hashable, Sendable {
  package var text: String
  package var x: Int
  package var baseline: Int
  package var width: Int
  package var font: ResolvedFont
  package var paint: Paint
  package var underline: Bool
  package var strike: Bool
  /// The direction of the line's whole text, regardless of the letters in this part.
  package var direction = ReadingDirection.leftToRight
}
