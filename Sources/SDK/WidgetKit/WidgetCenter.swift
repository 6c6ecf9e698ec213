// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import SwiftUI

/// Asks for new timelines of the family's widgets.
///
/// ### On Linux
/// A request is an effect of the callback, open to families with the capability `timelines`. Without it a request does
/// nothing and is told on the log: that no widget follows must not undo a shield (`manifest.md`).
public final class WidgetCenter: Sendable {
  public static let shared = WidgetCenter()

  private init() {}

  public func reloadTimelines(ofKind kind: String) { request(.reloadTimelines(widget: kind)) }

  public func reloadAllTimelines() { request(.reloadTimelines(widget: nil)) }

  public func invalidateRelevance(ofKind kind: String) { request(.invalidateRelevance(widget: kind)) }

  /// Does nothing: the host keeps no recommendations.
  public func invalidateConfigurationRecommendations() {}

  /// No extension but the widget itself learns which widgets a person has placed: none.
  public func getCurrentConfigurations(_ completion: @escaping (Result<[WidgetInfo], any Error>) -> Void) {
    completion(.success([]))
  }

  public func currentConfigurations() async throws -> [WidgetInfo] { [] }

  private func request(_ effect: Effect) {
    guard let session = ExtensionSession.current else { return }
    guard session.terms?.capabilities.contains(.timelines) == true else {
      session.log("WidgetCenter asked for a reload; the family has no capability “timelines”, so nothing is reloaded.")
      return
    }
    session.write([effect])
  }
}

/// A placed widget.
public struct WidgetInfo: Identifiable, Hashable, Sendable {
  public let id: UUID
  public let kind: String
  public let family: WidgetFamily
}
