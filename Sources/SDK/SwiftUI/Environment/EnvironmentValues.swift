// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
public import Foundation

/// A key for a value in the environment.
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// The values that views inherit from their ancestors. They are resolved into the leaves of the tree (VIEW-2).
public struct EnvironmentValues {
  private var custom: [ObjectIdentifier: Any] = [:]
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  // Values from the request.
  public var locale = Locale(identifier: "en_US")
  public var calendar = Calendar(identifier: .gregorian)
  public var timeZone = TimeZone.current
  public var colorScheme = ColorScheme.light
  public var redactionReasons: RedactionReasons = []

  // Values that the developer sets.
  public var font: Font?
  public var lineLimit: Int?
  public var minimumScaleFactor: CGFloat = 1
  public var multilineTextAlignment = TextAlignment.leading
  public var isEnabled = true
  public var layoutDirection = LayoutDirection.leftToRight
  public var dynamicTypeSize = DynamicTypeSize.large
  public var textCase: Text.Case?

  package var textStyle = TextTraits()
  package var foreground: WireValue?
  package var tint: WireValue?
  package var isSensitive = false
  /// The size of the widget that is drawn; `systemMedium` elsewhere, as on iOS. `WidgetKit` reads it.
  package var widgetFamilyIndex = 1
  /// Indicates whether the surface shows the widget's own background.
  public package(set) var showsWidgetContainerBackground = true
  /// The margins of the widget. Set to zero where the content fills the widget.
  public package(set) var widgetContentMargins = EdgeInsets()
  var buttonStyle: AnyButtonStyle?
  var labelStyle: (any LabelStyle)?
  var progressStyle: (any ProgressViewStyle)?
  var gaugeStyle: (any GaugeStyle)?
  var toggleStyle: (any ToggleStyle)?
  var groupBoxStyle: (any GroupBoxStyle)?
  var listStyle = "automatic"
  var hidesLabels = false

  /// Size classes as on a phone in portrait orientation.
  public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
  public var verticalSizeClass: UserInterfaceSizeClass? = .regular
  public var lineSpacing: CGFloat = 0
  public var truncationMode = Text.TruncationMode.tail
  public var allowsTightening = false
  public var controlSize = ControlSize.regular
  public var symbolVariants = SymbolVariants.none
  public var headerProminence = Prominence.standard
  public var defaultMinListRowHeight: CGFloat = 44
  public var defaultMinListHeaderHeight: CGFloat?

  public init() {}

  public var displayScale: CGFloat { 2 }
  public var isLuminanceReduced: Bool { false }
  public var accessibilityReduceMotion: Bool { true }
  public var accessibilityReduceTransparency: Bool { false }
  public var accessibilityDifferentiateWithoutColor: Bool { false }
  public var accessibilityVoiceOverEnabled: Bool { false }
  public var accessibilityEnabled: Bool { false }
  public var accessibilityInvertColors: Bool { false }
  public var colorSchemeContrast: ColorSchemeContrast { .standard }
  public var legibilityWeight: LegibilityWeight? { .regular }
  public var pixelLength: CGFloat { 1 / displayScale }
  public var isFocused: Bool { false }
  public var isSearching: Bool { false }
  public var isPresented: Bool { false }
  public var refresh: RefreshAction? { nil }
  public var editMode: Binding<EditMode>? { nil }
  public var presentationMode: Binding<PresentationMode> { .constant(PresentationMode()) }
  public var dismiss: DismissAction { DismissAction() }
  public var dismissSearch: DismissAction { DismissAction() }
  public var openURL: OpenURLAction { OpenURLAction() }
  public var scenePhase: ScenePhase { .active }

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { custom[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { custom[ObjectIdentifier(key)] = newValue }
  }

  func object<Object: AnyObject>(_ type: Object.Type) -> Object? { objects[ObjectIdentifier(type)] as? Object }

  mutating func setObject<Object: AnyObject>(_ object: Object, as type: Object.Type) {
    objects[ObjectIdentifier(type)] = object
  }
}

/// An action that dismisses a window. It has no effect, because only the person closes windows here.
public struct DismissAction: Sendable {
  public func callAsFunction() {}
}

/// An action that opens a URL. It has no effect, because only the person opens URLs here, with a `Link`.
public struct OpenURLAction: Sendable {
  public func callAsFunction(_ url: URL) {}
}
