// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
import ScreenTimeStore
package import ScreenTimeVocabulary

/// One line about a notification: its pending trigger, its listing, or a decision about it.
package struct ExplainedNotification: Hashable, Sendable {
  package enum State: String, Sendable { case pending, listed, decided }

  package var state: State
  /// The extension's identifier; empty if only the decision is known.
  package var id: String
  /// Its number in the list; `nil` if it is not listed.
  package var number: Int64?
  /// The time at which it is due, was shown, or was decided.
  package var at: Timestamp
  /// The code in the journal; `nil` if there was no decision.
  package var reason: ReasonCode?
  package var sentence: String
}

extension DeviceFacts {
  /// All listed notifications, by the instant at which each was shown.
  package var notifications: PresentedNotificationList { parts.home.notices.list }

  package func notifications(of family: FamilyID) -> FamilyNotifications { owners.notifications[family] }

  /// A family's decided, listed and pending notifications, in this order.
  package func explainNotifications(of family: FamilyID) throws -> [ExplainedNotification] {
    let own = notifications(of: family)
    let pending = own.pending.values.map {
      ExplainedNotification(
        state: .pending, id: $0.request.id, at: $0.dueAt, sentence: $0.request.waitsFor)
    }
    let listed = own.listed.map {
      ExplainedNotification(
        state: .listed, id: $0.request.id, number: $0.number, at: $0.firedAt,
        sentence: $0.dueAt < $0.firedAt
          ? "It came due while the clock did not run, and was shown late." : "It was shown when it came due.")
    }
    let decided = try store.read { try $0.journal(family: family.rawValue) }
      .compactMap { entry -> ExplainedNotification? in
        guard case .notification = entry.reason else { return nil }
        return ExplainedNotification(
          state: .decided, id: entry.detail ?? "", at: entry.at, reason: entry.reason,
          sentence: entry.reason.sentence ?? entry.reason.rawValue)
      }
    return decided + listed + pending.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }
}

extension NotificationRequest {
  fileprivate var waitsFor: String {
    switch trigger {
    case nil: "It is due immediately."
    case .after(let seconds): "It is due \(seconds) s after it was scheduled."
    case .at(_, repeats: false): "It is due at the next instant that its date matches, once."
    case .at(_, repeats: true): "It is due at each instant that its date matches."
    }
  }
}
