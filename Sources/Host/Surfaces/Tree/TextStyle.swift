// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The style of a run of text. Members are optional; the sender has already applied inherited values (VIEW-2).
package struct TextStyle: Hashable, Sendable {
  package enum Font: String, CaseIterable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
  }
  package enum Weight: String, CaseIterable, Sendable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }
  package enum Design: String, CaseIterable, Sendable { case `default`, rounded, serif, monospaced }
  package enum Case: String, CaseIterable, Sendable { case upper, lower }

  package var font: Font?
  /// The size in thousandths of a point; excludes `font`.
  package var size: Int?
  package var weight: Weight?
  package var design: Design?
  package var italic = false
  package var monospacedDigit = false
  package var underline = false
  package var strike = false
  package var paint: Paint?
  package var kern: Int?
  package var letterCase: Case?

  package init(font: Font? = nil, size: Int? = nil, weight: Weight? = nil, paint: Paint? = nil) {
    self.font = font
    self.size = size
    self.weight = weight
    self.paint = paint
  }

  /// The style with missing members taken from `base`.
  package func over(_ base: TextStyle) -> TextStyle {
    var result = self
    if font == nil, size == nil {
      result.font = base.font
      result.size = base.size
    }
    result.weight = weight ?? base.weight
    result.design = design ?? base.design
    result.italic = italic || base.italic
    result.monospacedDigit = monospacedDigit || base.monospacedDigit
    result.underline = underline || base.underline
    result.strike = strike || base.strike
    result.paint = paint ?? base.paint
    result.kern = kern ?? base.kern
    result.letterCase = letterCase ?? base.letterCase
    return result
  }
}
