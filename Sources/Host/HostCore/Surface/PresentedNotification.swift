// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// A notification to show. The host provides the family's name, the extension the texts.
package struct PresentedNotification: Hashable, Encodable, Sendable {
  package var family: FamilyID
  package var familyName: String
  /// Increases with each notification of the family; the same number again is the same notification.
  package var number: Int64
  /// The extension's identifier.
  package var id: String
  package var title: String
  package var subtitle: String?
  package var body: String
  package var level: NotificationRequest.Level
  /// The instant of its trigger.
  package var dueAt: Timestamp
  package var at: Timestamp
  /// The time at which it was shown, as text; also says if a Focus silenced it.
  package var shownAt: String
  /// Whether the previous run of the host may have shown it already.
  package var isRepeated: Bool
}

/// The person's list of notifications, by the instants at which they were shown, and the badges that are not 0.
package struct PresentedNotificationList: Hashable, Encodable, Sendable {
  package struct Badge: Hashable, Encodable, Sendable {
    package var familyName: String
    package var count: Int64
  }

  package var notifications: [PresentedNotification]
  package var badges: [Badge]
}

extension PresentedNotification {
  init(_ item: ListedNotification, of family: FamilyID, _ names: Names, isRepeated: Bool = false) {
    let request = item.request
    self.init(
      family: family, familyName: names.display(family), number: item.number, id: request.id, title: request.title,
      subtitle: request.subtitle, body: request.body, level: request.level, dueAt: item.dueAt, at: item.firedAt,
      shownAt: names.spoken(item.firedAt) + (item.isSilenced ? ", silenced" : ""), isRepeated: isRepeated)
  }
}
