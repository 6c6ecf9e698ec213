// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The appearance of buttons.
@MainActor @preconcurrency
public protocol ButtonStyle {
  associatedtype Body: View
  typealias Configuration = ButtonStyleConfiguration
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration {
  /// The type-erased label of a button.
  public struct Label {
    let view: any View
  }

  public let label: Label
  public let role: ButtonRole?

  /// Always false, because a drawn button is not pressed.
  public var isPressed: Bool { false }
}

extension ButtonStyleConfiguration.Label: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.resolve(view) }
}

/// The system's button styles.
public protocol PrimitiveButtonStyle {
  @MainActor var _style: any ButtonStyle { get }
}

public struct _NamedButtonStyle<Style: ButtonStyle>: PrimitiveButtonStyle {
  let style: Style

  public var _style: any ButtonStyle { style }
}

public struct AutomaticButtonStyle: ButtonStyle {
  nonisolated public init() {}

  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(
      configuration.role == .destructive ? AnyShapeStyle(Color.red) : AnyShapeStyle(TintShapeStyle()))
  }
}

public struct PlainButtonStyle: ButtonStyle {
  nonisolated public init() {}

  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

public struct BorderedButtonStyle: ButtonStyle {
  nonisolated public init() {}

  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(TintShapeStyle()).padding(.horizontal, 12).padding(.vertical, 7)
      .background(Color.gray.opacity(0.2)).cornerRadius(8)
  }
}

public struct BorderedProminentButtonStyle: ButtonStyle {
  nonisolated public init() {}

  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(Color.white).padding(.horizontal, 12).padding(.vertical, 7)
      .background(TintShapeStyle()).cornerRadius(8)
  }
}

/// The names of the system's styles as types.
public typealias DefaultButtonStyle = AutomaticButtonStyle
public typealias BorderlessButtonStyle = AutomaticButtonStyle

extension PrimitiveButtonStyle where Self == _NamedButtonStyle<AutomaticButtonStyle> {
  public static var automatic: Self { _NamedButtonStyle(style: AutomaticButtonStyle()) }
  public static var borderless: Self { _NamedButtonStyle(style: AutomaticButtonStyle()) }
}

extension PrimitiveButtonStyle where Self == _NamedButtonStyle<PlainButtonStyle> {
  public static var plain: Self { _NamedButtonStyle(style: PlainButtonStyle()) }
}

extension PrimitiveButtonStyle where Self == _NamedButtonStyle<BorderedButtonStyle> {
  public static var bordered: Self { _NamedButtonStyle(style: BorderedButtonStyle()) }
}

extension PrimitiveButtonStyle where Self == _NamedButtonStyle<BorderedProminentButtonStyle> {
  public static var borderedProminent: Self { _NamedButtonStyle(style: BorderedProminentButtonStyle()) }
}

/// A type-erased style, for the environment.
struct AnyButtonStyle {
  private let make: @MainActor () -> any ButtonStyle

  init(_ style: some ButtonStyle) {
    // SAFETY: a style is a value that only the main actor uses once it is in the environment.
    nonisolated(unsafe) let style = style
    make = { style }
  }

  init(_ style: some PrimitiveButtonStyle) {
    // SAFETY: as above.
    nonisolated(unsafe) let style = style
    make = { style._style }
  }

  @MainActor
  func resolve(_ configuration: ButtonStyleConfiguration, in context: ResolveContext) -> [TreeNode] {
    Self.resolve(make(), configuration, in: context)
  }

  @MainActor
  private static func resolve(
    _ style: some ButtonStyle, _ configuration: ButtonStyleConfiguration, in context: ResolveContext
  ) -> [TreeNode] {
    context.install(in: style)
    return context.resolve(style.makeBody(configuration: configuration))
  }
}

nonisolated extension View {
  public func buttonStyle(_ style: some ButtonStyle) -> some View {
    let style = AnyButtonStyle(style)
    return changingEnvironment { $0.buttonStyle = style }
  }

  public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View {
    let style = AnyButtonStyle(style)
    return changingEnvironment { $0.buttonStyle = style }
  }

  public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
}

public struct ButtonBorderShape: Hashable, Sendable {
  public static let automatic = ButtonBorderShape()
  public static let capsule = ButtonBorderShape()
  public static let roundedRectangle = ButtonBorderShape()
  public static let circle = ButtonBorderShape()
  public static func roundedRectangle(radius: Double) -> ButtonBorderShape { ButtonBorderShape() }
}
