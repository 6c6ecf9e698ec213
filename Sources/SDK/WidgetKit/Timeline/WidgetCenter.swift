// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation

/// An object that requests new timelines for the family's widgets.
///
/// ### On Linux
/// A request is an effect of the callback and requires the capability `timelines`. Without it, a request has no effect
/// but a line in the log, because a missing widget update must not undo a shield (`manifest.md`).
public final class WidgetCenter: Sendable {
  public static let shared = WidgetCenter()

  /// The keys of the user info of a tap on a widget without a URL.
  public struct UserInfoKey {
    public static let kind = "WGWidgetUserInfoKeyKind"
    public static let family = "WGWidgetUserInfoKeyFamily"
    public static let activityID = "WGWidgetUserInfoKeyActivityID"
  }

  private init() {}

  public func reloadTimelines(ofKind kind: String) { request(.reloadTimelines(widget: kind)) }

  public func reloadAllTimelines() { request(.reloadTimelines(widget: nil)) }

  public func invalidateRelevance(ofKind kind: String) { request(.invalidateRelevance(widget: kind)) }

  /// Does nothing, because the host keeps no recommendations.
  public func invalidateConfigurationRecommendations() {}

  /// The placed widgets of the family. An app and a widget know them; other points get an empty list.
  @preconcurrency
  public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
    completion(.success(placed))
  }

  public func currentConfigurations() async throws -> [WidgetInfo] { placed }

  private var placed: [WidgetInfo] {
    ExtensionSession.current?.snapshot?.widgets.compactMap(WidgetInfo.init) ?? []
  }

  private func request(_ effect: Effect) {
    guard let session = ExtensionSession.current else { return }
    guard session.point != .widget else {
      session.log(
        "reload.fromProvider: a widget asked for a reload of widgets; a provider can't, because it would loop.")
      return
    }
    guard session.terms?.capabilities.contains(.timelines) == true else {
      session.log("WidgetCenter asked for a reload; the family has no capability “timelines”, so nothing is reloaded.")
      return
    }
    session.write([effect])
  }
}

/// A widget that a person has placed.
public struct WidgetInfo: Identifiable, Hashable, Sendable {
  public let id: UUID
  public let kind: String
  public let family: WidgetFamily
  private let configuration: [Parameter]

  private struct Parameter: Hashable {
    var value: ParameterValue
  }

  init?(_ widget: PlacedWidget) {
    guard let id = UUID(uuidString: widget.instance) else { return nil }
    self.id = id
    kind = widget.kind
    family = WidgetFamily(widget.size)
    configuration = widget.configuration.map(Parameter.init)
  }

  /// The configuration as an intent of the type; `nil` for a widget without parameters.
  ///
  /// Entities are not looked up: a parameter of an entity has its default.
  public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(of type: Intent.Type = Intent.self)
    -> Intent?
  {
    configuration.isEmpty ? nil : Intent._filled(with: configuration.map(\.value))
  }
}
