// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A font with all properties resolved. Sizes of text styles are the platform's published defaults (VIEW-29).
package struct ResolvedFont: Hashable, Sendable {
  package var size: Int
  package var weight: TextStyle.Weight
  package var design: TextStyle.Design
  package var italic: Bool
  package var monospacedDigit: Bool
  package var kern: Int

  package init(_ style: TextStyle, scale: Int = 1_000) {
    let (size, weight) = Self.named(style.font ?? .body)
    self.size = max(1_000, (style.size ?? size) * scale / 1_000)
    self.weight = style.weight ?? (style.size == nil ? weight : .regular)
    design = style.design ?? .default
    italic = style.italic
    monospacedDigit = style.monospacedDigit
    kern = style.kern ?? 0
  }

  private static func named(_ font: TextStyle.Font) -> (Int, TextStyle.Weight) {
    switch font {
    case .largeTitle: (34_000, .regular)
    case .title: (28_000, .regular)
    case .title2: (22_000, .regular)
    case .title3: (20_000, .regular)
    case .headline: (17_000, .semibold)
    case .body: (17_000, .regular)
    case .callout: (16_000, .regular)
    case .subheadline: (15_000, .regular)
    case .footnote: (13_000, .regular)
    case .caption: (12_000, .regular)
    case .caption2: (11_000, .regular)
    }
  }

  var ascent: Int { size * 950 / 1_000 }
  var lineHeight: Int { size * 1_200 / 1_000 }
}
