// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One of the levels of emphasis.
public struct HierarchicalShapeStyle: PrimitiveStyle {
  let word: String

  package func ownPaint(in context: ResolveContext) -> WireValue { .string(word) }
}

/// What texts around are drawn in.
public struct ForegroundStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { context.environment.foreground ?? "primary" }
}

/// What surfaces are drawn in.
public struct BackgroundStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { "background" }
}

/// What accents around are drawn in.
public struct TintShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { context.environment.tint ?? "accent" }
}

/// What dividers are drawn in.
public struct SeparatorShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { "separator" }
}

/// A translucent grey; nothing behind it is blurred here.
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

/// What a selected row is drawn in.
public struct SelectionShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { context.environment.tint ?? "accent" }
}

/// What the back of a control is drawn in.
public struct FillShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { Color(uiColor: .systemFill).ownPaint(in: context) }
}

/// What the words of an empty field are drawn in.
public struct PlaceholderTextShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { "tertiary" }
}

/// What links are drawn in.
public struct LinkShapeStyle: PrimitiveStyle {
  public init() {}

  package func ownPaint(in context: ResolveContext) -> WireValue { context.environment.tint ?? "accent" }
}
