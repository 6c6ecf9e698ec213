// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import SwiftUI

/// An object that requests new timelines for the family's widgets.
///
/// ### On Linux
/// A request is an effect of the callback and requires the capability `timelines`. Without it, a request has no effect
/// but a line in the log, because a missing widget update must not undo a shield (`manifest.md`).
public final class WidgetCenter: Sendable {
  public static let shared = WidgetCenter()

  private init() {}

  public func reloadTimelines(ofKind kind: String) { request(.reloadTimelines(widget: kind)) }

  public func reloadAllTimelines() { request(.reloadTimelines(widget: nil)) }

  public func invalidateRelevance(ofKind kind: String) { request(.invalidateRelevance(widget: kind)) }

  /// Does nothing, because the host keeps no recommendations.
  public func invalidateConfigurationRecommendations() {}

  /// Always returns no widgets: only the widget itself may know where a person has placed it.
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

/// A widget that a person has placed.
public struct WidgetInfo: Identifiable, Hashable, Sendable {
  public let id: UUID
  public let kind: String
  public let family: WidgetFamily
}
