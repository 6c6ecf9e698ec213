// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The fill of a shape or text. Names are resolved once the scheme is known (VIEW-7).
package enum Paint: Hashable, Sendable {
  case color(NamedColor)
  case asset(String)
  case material(Material)
  case gradient(Gradient)

  package enum Material: String, CaseIterable, Sendable { case ultraThin, thin, regular, thick, ultraThick, bar }

  package static func named(_ name: ColorName) -> Paint { .color(NamedColor(.named(name))) }
  package static func rgba(_ value: RGBA) -> Paint { .color(NamedColor(.rgba(value))) }
}

/// The colour names that a tree may use: roles, and Apple's system colours.
package enum ColorName: String, CaseIterable, Hashable, Sendable {
  case primary, secondary, tertiary, quaternary, accent, background, groupedBackground, separator
  case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown
  case gray, gray2, gray3, gray4, gray5, gray6, black, white, clear
}

/// A colour by name or value, with an opacity of its own.
package struct NamedColor: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case named(ColorName)
    case rgba(RGBA)
  }

  package var value: Value
  package var opacity: Int

  package init(_ value: Value, opacity: Int = 1_000) {
    self.value = value
    self.opacity = opacity
  }
}

package struct Gradient: Hashable, Sendable {
  package struct Stop: Hashable, Sendable {
    package var color: NamedColor
    package var at: Int
  }

  package enum Form: Hashable, Sendable {
    case linear(from: LayoutPoint, to: LayoutPoint)
    case radial(center: LayoutPoint, startRadius: Int, endRadius: Int)
    case angular(center: LayoutPoint, startAngle: Int, endAngle: Int)
  }

  package var form: Form
  package var stops: [Stop]
}
