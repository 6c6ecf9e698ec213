// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
package import Foundation
import ScreenTimeRules

/// A notification that a family's server sends, in the form of Apple's service (FOCUS-N8). Unknown keys are ignored.
package struct RemotePayload: Hashable, Codable, Sendable {
  /// The size that Apple's service accepts.
  package static let mostBytes = 4_096

  private struct Alert: Hashable, Codable {
    var title: String?
    var subtitle: String?
    var body: String?
  }

  private var alert: Alert?
  private var criteria: String?
  private var level = "active"
  private(set) var badge: Int64?
  /// Whether the family's widgets get new timelines.
  private(set) var isContentChanged = false
  /// Whether the app would be woken on a phone. Here nothing is.
  private(set) var wakesApp = false

  private static let levels = [
    "passive": "passive", "active": "active", "time-sensitive": "timeSensitive", "critical": "critical",
  ]

  /// - Throws: `HostError` that names the member, for a payload with a known key of the wrong type.
  package init(json: Data) throws(HostError) {
    guard json.count <= Self.mostBytes else {
      throw HostError(.usage, "The payload has \(json.count) bytes; \(Self.mostBytes) are allowed.")
    }
    let members: Members
    do { members = try JSONDecoder().decode(Members.self, from: json) } catch {
      throw Self.fault(error)
    }
    let aps = members.aps
    (alert, criteria, badge) = (aps.alert, aps.criteria, aps.badge)
    _ = aps.thread
    (isContentChanged, wakesApp) = (aps.contentChanged?.isSet == true, aps.contentAvailable?.isSet == true)
    guard let word = aps.level else { return }
    guard let level = Self.levels[word] else {
      throw HostError(
        .usage, "payload.type: aps.interruption-level is not \(Self.levels.keys.sorted().joined(separator: ", ")).")
    }
    self.level = level
  }

  private static func fault(_ error: any Error) -> HostError {
    func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      (context.codingPath + (key.map { [$0] } ?? [])).map(\.stringValue).joined(separator: ".")
    }
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return HostError(.usage, "payload.type: \(place(context)) has the wrong type.")
    case .keyNotFound(let key, let context):
      return HostError(.usage, "payload.type: the payload lacks \(place(context, key)).")
    default: return HostError(.usage, "payload.type: the payload is not JSON.")
    }
  }

  /// The notification to show; `nil` without an alert.
  ///
  /// - Throws: `HostError` for a text over its limit.
  func request(_ id: String, at now: Timestamp) throws(HostError) -> ScreenTimeRules.NotificationRequest? {
    guard let alert else { return nil }
    let effect: WireValue = [
      "kind": "scheduleNotification", "id": .string(id), "title": .string(alert.title ?? ""),
      "subtitle": alert.subtitle.map { .string($0) }, "body": .string(alert.body ?? ""), "level": .string(level),
      "filterCriteria": criteria.map { .string($0) },
    ]
    do {
      guard case .scheduleNotification(let request) = try Effect(wire: effect, at: "", from: .extension) else {
        return nil
      }
      return ScreenTimeRules.NotificationRequest(
        id: request.id, title: request.title, subtitle: request.subtitle, body: request.body,
        level: .init(rawValue: request.level.rawValue) ?? .active, filterCriteria: request.filterCriteria,
        scheduledAt: now)
    } catch {
      throw HostError(.usage, "limit.notification: the payload's \(error.description).")
    }
  }
}

extension RemotePayload {
  private struct Members: Decodable {
    var aps: Service
  }

  private struct Service: Decodable {
    var alert: Alert?
    var criteria: String?
    var level: String?
    var thread: String?
    var badge: Int64?
    var contentChanged: Switch?
    var contentAvailable: Switch?

    private enum CodingKeys: String, CodingKey {
      case alert, badge
      case criteria = "filter-criteria"
      case level = "interruption-level"
      case thread = "thread-id"
      case contentChanged = "content-changed"
      case contentAvailable = "content-available"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      criteria = try values.decodeIfPresent(String.self, forKey: .criteria)
      level = try values.decodeIfPresent(String.self, forKey: .level)
      thread = try values.decodeIfPresent(String.self, forKey: .thread)
      badge = try values.decodeIfPresent(Int64.self, forKey: .badge)
      contentChanged = try values.decodeIfPresent(Switch.self, forKey: .contentChanged)
      contentAvailable = try values.decodeIfPresent(Switch.self, forKey: .contentAvailable)
      // An alert is an object, or its body alone.
      if let body = try? values.decode(String.self, forKey: .alert) {
        alert = Alert(body: body)
      } else {
        alert = try values.decodeIfPresent(Alert.self, forKey: .alert)
      }
    }
  }

  /// Apple's service writes 1; `true` is in use too.
  private struct Switch: Decodable {
    var isSet: Bool

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        isSet = flag
      } else {
        isSet = try value.decode(Int.self) == 1
      }
    }
  }
}
