// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The appearance of pickers. In every style the chosen value is drawn.
public protocol PickerStyle {}

public struct DefaultPickerStyle: PickerStyle {
  public init() {}
}

public struct SegmentedPickerStyle: PickerStyle {
  public init() {}
}

public struct MenuPickerStyle: PickerStyle {
  public init() {}
}

public struct InlinePickerStyle: PickerStyle {
  public init() {}
}

public struct WheelPickerStyle: PickerStyle {
  public init() {}
}

public struct NavigationLinkPickerStyle: PickerStyle {
  public init() {}
}

extension PickerStyle where Self == DefaultPickerStyle {
  public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

extension PickerStyle where Self == SegmentedPickerStyle {
  public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension PickerStyle where Self == MenuPickerStyle {
  public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

extension PickerStyle where Self == InlinePickerStyle {
  public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension PickerStyle where Self == WheelPickerStyle {
  public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

extension PickerStyle where Self == NavigationLinkPickerStyle {
  public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}

nonisolated extension View {
  public func pickerStyle(_ style: some PickerStyle) -> some View { self }

  /// Hides the labels of pickers and switches in the view.
  public func labelsHidden() -> some View { changingEnvironment { $0.hidesLabels = true } }
}
