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
    let placed = placed
    guard placed.contains(where: \.hasEntities) else { return completion(.success(placed)) }
    // Queries of entities are asynchronous.
    Task { completion(.success(await Self.filled(placed))) }
  }

  public func currentConfigurations() async throws -> [WidgetInfo] { await Self.filled(placed) }

  private static func filled(_ placed: [WidgetInfo]) async -> [WidgetInfo] {
    var all = placed
    for index in all.indices where all[index].hasEntities { await all[index].fill() }
    return all
  }

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
  private let configuration: [ParameterValue]
  /// The intents of the executable that have these parameters, with their entities; empty without entities.
  private var intents: [any WidgetConfigurationIntent] = []

  init?(_ widget: PlacedWidget) {
    guard let id = UUID(uuidString: widget.instance) else { return nil }
    self.id = id
    kind = widget.kind
    family = WidgetFamily(widget.size)
    configuration = widget.configuration
  }

  /// Whether a parameter is an entity, which a query finds by its id.
  var hasEntities: Bool { configuration.contains { $0.value.hasEntity } }

  mutating func fill() async { intents = await IntentCatalogue.configurations(with: configuration) }

  /// The configuration as an intent of the type; `nil` for a widget without parameters.
  public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(of type: Intent.Type = Intent.self)
    -> Intent?
  {
    if configuration.isEmpty { return nil }
    return intents.lazy.compactMap { $0 as? Intent }.first ?? Intent._filled(with: configuration)
  }

  public static func == (left: WidgetInfo, right: WidgetInfo) -> Bool {
    (left.id, left.kind, left.family) == (right.id, right.kind, right.family)
      && left.configuration == right.configuration
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension PropertyValue {
  fileprivate var hasEntity: Bool {
    switch self {
    case .entity: true
    case .list(let values): values.contains(where: \.hasEntity)
    default: false
    }
  }
}
