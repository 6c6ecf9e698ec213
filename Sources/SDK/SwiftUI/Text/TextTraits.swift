// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import Foundation

/// The style of a text. Members that are `nil` are inherited.
package struct TextTraits {
  var font: Font?
  var weight: Font.Weight?
  var design: Font.Design?
  var italic: Bool?
  var monospacedDigit: Bool?
  var underline: Bool?
  var strike: Bool?
  var kern: CGFloat?
  var paint: WireValue?
  var textCase: Text.Case?

  /// Returns these traits, with missing members taken from `outer`.
  func over(_ outer: TextTraits) -> TextTraits {
    TextTraits(
      font: font ?? outer.font, weight: weight ?? outer.weight, design: design ?? outer.design,
      italic: italic ?? outer.italic, monospacedDigit: monospacedDigit ?? outer.monospacedDigit,
      underline: underline ?? outer.underline, strike: strike ?? outer.strike, kern: kern ?? outer.kern,
      paint: paint ?? outer.paint, textCase: textCase ?? outer.textCase)
  }

  /// The `style` member, or `nil` if all members have default values.
  func wire(in context: ResolveContext) -> WireValue? {
    var style = WireObject()
    if let font {
      if let name = font.customName {
        context.session.diagnose("font.custom", "The font “\(name)” is replaced by the system font of the same size.")
      }
      switch font.size {
      case .style(let role): style["font"] = .string("\(role)")
      case .points(let size): style["size"] = context.integer(size * 1_000, limit: 400_000, "font size")
      }
    }
    let design = design ?? font?.ownDesign
    style["weight"] = (weight ?? font?.ownWeight).map { .string($0.word) }
    style["design"] = design.flatMap { $0 == .default ? nil : .string("\($0)") }
    style["italic"] = flag(italic ?? font?.isItalic)
    style["monospacedDigit"] = flag(monospacedDigit == true || font?.hasMonospacedDigits == true)
    style["underline"] = flag(underline)
    style["strike"] = flag(strike)
    style["kern"] = kern.map { context.thousandths($0, "kerning") }
    style["paint"] = paint
    style["case"] = textCase.map { $0 == .uppercase ? "upper" : "lower" }
    return style.members.isEmpty ? nil : .object(style)
  }

  private func flag(_ value: Bool?) -> WireValue? { value == true ? true : nil }
}

extension ResolveContext {
  /// The style that text at this path inherits.
  package var inheritedTextStyle: TextTraits {
    var style = environment.textStyle
    style.font = environment.font
    style.textCase = environment.textCase
    style.paint = environment.foreground
    return style
  }

  /// The inherited style in its wire form, for leaves in other modules such as token labels.
  package var inheritedStyle: WireValue? { inheritedTextStyle.wire(in: self) }
}
