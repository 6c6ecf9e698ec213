// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Modifiers of later systems that are accepted without effect, because the view is drawn once as a static image
/// (`views.md#what-swiftui-code-does-here`).
nonisolated extension View {
  public func colorScheme(_ colorScheme: ColorScheme) -> some View {
    changingEnvironment { $0.colorScheme = colorScheme }
  }

  /// Draws a material in place of glass.
  public func glassEffect(_ glass: Glass = .regular, in shape: some Shape = .capsule) -> some View {
    background(.regularMaterial, in: shape)
  }

  // MARK: Never called, because nothing changes

  public func onGeometryChange<Value: Equatable>(
    for type: Value.Type, of transform: @escaping (GeometryProxy) -> Value, action: @escaping (Value) -> Void
  ) -> some View { self }

  public func onGeometryChange<Value: Equatable>(
    for type: Value.Type, of transform: @escaping (GeometryProxy) -> Value, action: @escaping (Value, Value) -> Void
  ) -> some View { self }

  public func onScrollVisibilityChange(
    threshold: Double = 0.5, _ action: @escaping (Bool) -> Void
  ) -> some View { self }

  public func sensoryFeedback<Value: Equatable>(
    _ feedback: SensoryFeedback, trigger: Value, condition: @escaping (Value, Value) -> Bool
  ) -> some View { self }

  public func sensoryFeedback<Value: Equatable>(
    trigger: Value, _ feedback: @escaping (Value, Value) -> SensoryFeedback?
  ) -> some View { self }

  // MARK: Bars, lists, sheets

  public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
  public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
  public func navigationSubtitle(_ subtitle: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload public func navigationSubtitle(_ subtitle: some StringProtocol) -> some View { self }
  public func listSectionSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }
  public func scrollIndicatorsFlash(onAppear: Bool) -> some View { self }
  public func scrollIndicatorsFlash(trigger value: some Equatable) -> some View { self }
  public func focusable(_ isFocusable: Bool = true) -> some View { self }
  public func symbolEffectsRemoved(_ isEnabled: Bool = true) -> some View { self }
  public func allowedDynamicRange(_ range: Image.DynamicRange?) -> some View { self }
  public func typesettingLanguage(_ language: Locale.Language, isEnabled: Bool = true) -> some View { self }

  // MARK: Accessibility

  public func accessibilityRespondsToUserInteraction(_ responds: Bool = true) -> some View { self }
  public func accessibilityShowsLargeContentViewer() -> some View { self }
  public func accessibilityAdjustableAction(
    _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
  ) -> some View { self }
  public func accessibilityCustomContent(_ label: LocalizedStringKey, _ value: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload
  public func accessibilityCustomContent(_ label: LocalizedStringKey, _ value: some StringProtocol) -> some View {
    self
  }
  public func accessibilityChildren(@ViewBuilder children: () -> some View) -> some View { self }
}

/// A glass effect, drawn as a material.
public struct Glass: Hashable, Sendable {
  public static let regular = Glass()
  public static let clear = Glass()
  public static let identity = Glass()
  public func tint(_ color: Color?) -> Glass { self }
  public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}

public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
  case increment, decrement
}

extension Image {
  public enum DynamicRange: Hashable, Sendable {
    case standard, constrainedHigh, high
  }
}
