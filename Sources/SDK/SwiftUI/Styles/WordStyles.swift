// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A level of emphasis.
public struct HierarchicalShapeStyle: PrimitiveStyle {
  let word: String

  package func ownPaint(in context: ResolveContext) -> WireValue { .string(word) }
}

/// The style of the surrounding text.
public struct ForegroundStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { context.environment.foreground ?? "primary" }
}

/// The style of the surface's background.
public struct BackgroundStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { "background" }
}

/// The style of the surrounding accents.
public struct TintShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { context.environment.tint ?? "accent" }
}

/// The style of dividers.
public struct SeparatorShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { "separator" }
}

/// A translucent grey. The content behind it is not blurred.
public struct Material: PrimitiveStyle {
  let word: String

  public static let ultraThin = Material(word: "ultraThin")
  public static let thin = Material(word: "thin")
  public static let regular = Material(word: "regular")
  public static let thick = Material(word: "thick")
  public static let ultraThick = Material(word: "ultraThick")
  public static let bar = Material(word: "bar")

  package func ownPaint(in context: ResolveContext) -> WireValue { ["material": .string(word)] }
}

/// The style of a selected row.
public struct SelectionShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { context.environment.tint ?? "accent" }
}

/// The style of a control's background.
public struct FillShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { Color(uiColor: .systemFill).ownPaint(in: context) }
}

/// The style of the placeholder in an empty field.
public struct PlaceholderTextShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { "tertiary" }
}

/// The style of links.
public struct LinkShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { context.environment.tint ?? "accent" }
}
