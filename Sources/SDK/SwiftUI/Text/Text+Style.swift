// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A change to the style of a text.
enum TextChange: Sendable {
  case font(Font?)
  case weight(Font.Weight?)
  case design(Font.Design?)
  case italic(Bool)
  case monospacedDigit
  case underline(Bool)
  case strike(Bool)
  case kern(CGFloat)
  case paint(AnyShapeStyle)

  func apply(to style: inout TextTraits, in context: ResolveContext) {
    switch self {
    case .font(let font): style.font = font
    case .weight(let weight): style.weight = weight
    case .design(let design): style.design = design
    case .italic(let flag): style.italic = flag
    case .monospacedDigit: style.monospacedDigit = true
    case .underline(let flag): style.underline = flag
    case .strike(let flag): style.strike = flag
    case .kern(let length): style.kern = length
    case .paint(let paint): style.paint = paint.paint(in: context)
    }
  }
}

extension Text {
  public func font(_ font: Font?) -> Text { changed(.font(font)) }
  public func fontWeight(_ weight: Font.Weight?) -> Text { changed(.weight(weight)) }
  public func fontDesign(_ design: Font.Design?) -> Text { changed(.design(design)) }
  public func bold() -> Text { changed(.weight(.bold)) }
  public func bold(_ isActive: Bool) -> Text { changed(.weight(isActive ? .bold : nil)) }
  public func italic() -> Text { changed(.italic(true)) }
  public func italic(_ isActive: Bool) -> Text { changed(.italic(isActive)) }
  public func monospaced(_ isActive: Bool = true) -> Text { changed(.design(isActive ? .monospaced : nil)) }
  public func monospacedDigit() -> Text { changed(.monospacedDigit) }
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { changed(.underline(isActive)) }
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { changed(.strike(isActive)) }
  public func kerning(_ kerning: CGFloat) -> Text { changed(.kern(kerning)) }
  public func tracking(_ tracking: CGFloat) -> Text { changed(.kern(tracking)) }
  public func baselineOffset(_ offset: CGFloat) -> Text { self }
  public func foregroundColor(_ color: Color?) -> Text { changed(.paint(AnyShapeStyle(color ?? .primary))) }
  public func foregroundStyle(_ style: some ShapeStyle) -> Text { changed(.paint(AnyShapeStyle(style))) }

  /// Inserts at the front, because the innermost change takes precedence.
  private func changed(_ change: TextChange) -> Text {
    var copy = self
    for index in copy.parts.indices { copy.parts[index].changes.insert(change, at: 0) }
    return copy
  }
}
