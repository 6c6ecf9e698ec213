// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationShims

/// An intent that holds the configuration of a widget.
@_alwaysEmitConformanceMetadata
public protocol WidgetConfigurationIntent: AppIntent {}

extension WidgetConfigurationIntent {
  public func perform() async throws -> _NothingPerformed { _NothingPerformed() }
}

/// An intent that holds the configuration of a control. Controls are drawn nowhere.
@_alwaysEmitConformanceMetadata
public protocol ControlConfigurationIntent: AppIntent {}

extension ControlConfigurationIntent {
  public func perform() async throws -> _NothingPerformed { _NothingPerformed() }
}

/// An intent that sets a value, such as that of a toggle.
@_alwaysEmitConformanceMetadata
public protocol SetValueIntent<ValueType>: AppIntent {
  associatedtype ValueType: _IntentValue & Sendable
  var value: ValueType { get set }
}

/// An intent that shows something in the app.
@_alwaysEmitConformanceMetadata
public protocol OpenIntent: AppIntent {
  associatedtype Target: _IntentValue & Sendable
  var target: Target { get set }
}

extension OpenIntent {
  public static var openAppWhenRun: Bool { true }

  public func perform() async throws -> some IntentResult { .result() }
}

/// An intent that plays or pauses audio.
@_alwaysEmitConformanceMetadata
public protocol AudioPlaybackIntent: AppIntent {}

/// An intent that starts audio.
@_alwaysEmitConformanceMetadata
public protocol AudioStartingIntent: AppIntent {}

/// An intent that starts or changes a Live Activity. Live Activities are drawn nowhere.
@_alwaysEmitConformanceMetadata
public protocol LiveActivityIntent: AppIntent {}
@_alwaysEmitConformanceMetadata
public protocol LiveActivityStartingIntent: AppIntent {}

/// An intent that is run in the app.
@_alwaysEmitConformanceMetadata
public protocol ForegroundContinuableIntent: AppIntent {}

/// An intent that deletes something.
@_alwaysEmitConformanceMetadata
public protocol DeleteIntent: AppIntent {}

/// An intent that shows the results of a search in the app.
@_alwaysEmitConformanceMetadata
public protocol ShowInAppSearchResultsIntent: AppIntent {}

/// An intent that opens a URL. An intent's result may name it; nothing here opens it.
public struct OpenURLIntent: AppIntent {
  public static let title: LocalizedStringResource = "Open URL"

  @IntentParameter(title: "URL", default: nil) public var url: URL?

  public init() {}

  public init(_ url: URL) { self.url = url }

  public func perform() async throws -> some IntentResult { .result() }
}
