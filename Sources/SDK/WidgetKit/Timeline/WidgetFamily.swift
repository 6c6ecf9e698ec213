// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import SwiftUI

/// The sizes of widgets.
public enum WidgetFamily: Int, CaseIterable, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
  case systemSmall, systemMedium, systemLarge, systemExtraLarge
  case accessoryCorner, accessoryCircular, accessoryRectangular, accessoryInline

  public var description: String {
    switch self {
    case .systemSmall: "systemSmall"
    case .systemMedium: "systemMedium"
    case .systemLarge: "systemLarge"
    case .systemExtraLarge: "systemExtraLarge"
    case .accessoryCorner: "accessoryCorner"
    case .accessoryCircular: "accessoryCircular"
    case .accessoryRectangular: "accessoryRectangular"
    case .accessoryInline: "accessoryInline"
    }
  }

  public var debugDescription: String { description }

  /// The size on the wire; `nil` for the corner of a watch, which is never placed.
  var size: WidgetSize? { WidgetSize(rawValue: description) }

  init(_ size: WidgetSize) {
    self = WidgetFamily.allCases.first { $0.description == size.rawValue } ?? .systemSmall
  }
}

/// How the colours of a widget are drawn. Here always in full.
public struct WidgetRenderingMode: Hashable, Sendable, CustomStringConvertible {
  public let description: String
  public static let fullColor = WidgetRenderingMode(description: "fullColor")
  public static let accented = WidgetRenderingMode(description: "accented")
  public static let vibrant = WidgetRenderingMode(description: "vibrant")
}

extension EnvironmentValues {
  /// The size of the widget that is drawn.
  public var widgetFamily: WidgetFamily {
    get { WidgetFamily(rawValue: widgetFamilyIndex) ?? .systemMedium }
    set { widgetFamilyIndex = newValue.rawValue }
  }

  public var widgetRenderingMode: WidgetRenderingMode {
    get { self[RenderingModeKey.self] }
    set { self[RenderingModeKey.self] = newValue }
  }

  public var showsWidgetLabel: Bool { false }

  /// The family of a Live Activity, which is drawn nowhere.
  public var activityFamily: ActivityFamily { .medium }
  public var isActivityFullscreen: Bool { false }
  public var isActivityUpdateReduced: Bool { false }
  public var levelOfDetail: LevelOfDetail { .default }
}

public enum LevelOfDetail: Hashable, Sendable {
  case `default`, simplified
}

private struct RenderingModeKey: EnvironmentKey {
  static let defaultValue = WidgetRenderingMode.fullColor
}

/// The size of a widget in a preview.
public struct WidgetPreviewContext: PreviewContext, Sendable {
  public init(family: WidgetFamily) {}
}

/// A background as on the lock screen.
public struct AccessoryWidgetBackground: View {
  public init() {}

  public var body: some View { Color.gray.opacity(0.25) }
}
