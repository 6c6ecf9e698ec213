// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The content of a notification.
///
/// ### On Linux
/// The person's notification center receives title, subtitle, body, level and filter criteria. Sound, badge,
/// attachments, categories and user info are stored only for code that reads them back.
// SAFETY: as in Apple's SDK, one thread writes the content before passing it on. Requests keep an immutable copy.
public class UNNotificationContent: NSObject, @unchecked Sendable {
  public fileprivate(set) var title = ""
  public fileprivate(set) var subtitle = ""
  public fileprivate(set) var body = ""
  /// The criteria for the predicate of a Focus filter.
  public fileprivate(set) var filterCriteria: String?
  public fileprivate(set) var interruptionLevel = UNNotificationInterruptionLevel.active
  public fileprivate(set) var relevanceScore = 0.0
  public fileprivate(set) var sound: UNNotificationSound?
  public fileprivate(set) var badge: NSNumber?
  public fileprivate(set) var attachments: [UNNotificationAttachment] = []
  public fileprivate(set) var categoryIdentifier = ""
  public fileprivate(set) var threadIdentifier = ""
  public fileprivate(set) var launchImageName = ""
  public fileprivate(set) var targetContentIdentifier: String?
  public fileprivate(set) var userInfo: [AnyHashable: Any] = [:]

  public override init() { super.init() }

  fileprivate init(copying other: UNNotificationContent) {
    title = other.title
    subtitle = other.subtitle
    body = other.body
    filterCriteria = other.filterCriteria
    interruptionLevel = other.interruptionLevel
    relevanceScore = other.relevanceScore
    sound = other.sound
    badge = other.badge
    attachments = other.attachments
    categoryIdentifier = other.categoryIdentifier
    threadIdentifier = other.threadIdentifier
    launchImageName = other.launchImageName
    targetContentIdentifier = other.targetContentIdentifier
    userInfo = other.userInfo
  }

  /// Copies the current content, so that later changes of a mutable original don't affect a request.
  public override func copy() -> Any { UNNotificationContent(copying: self) }

  public override func mutableCopy() -> Any { UNMutableNotificationContent(copying: self) }
}

/// Notification content that can be changed.
public final class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
  public override var title: String {
    get { super.title }
    set { super.title = newValue }
  }
  public override var subtitle: String {
    get { super.subtitle }
    set { super.subtitle = newValue }
  }
  public override var body: String {
    get { super.body }
    set { super.body = newValue }
  }
  public override var filterCriteria: String? {
    get { super.filterCriteria }
    set { super.filterCriteria = newValue }
  }
  public override var interruptionLevel: UNNotificationInterruptionLevel {
    get { super.interruptionLevel }
    set { super.interruptionLevel = newValue }
  }
  public override var relevanceScore: Double {
    get { super.relevanceScore }
    set { super.relevanceScore = newValue }
  }
  public override var sound: UNNotificationSound? {
    get { super.sound }
    set { super.sound = newValue }
  }
  public override var badge: NSNumber? {
    get { super.badge }
    set { super.badge = newValue }
  }
  public override var attachments: [UNNotificationAttachment] {
    get { super.attachments }
    set { super.attachments = newValue }
  }
  public override var categoryIdentifier: String {
    get { super.categoryIdentifier }
    set { super.categoryIdentifier = newValue }
  }
  public override var threadIdentifier: String {
    get { super.threadIdentifier }
    set { super.threadIdentifier = newValue }
  }
  public override var launchImageName: String {
    get { super.launchImageName }
    set { super.launchImageName = newValue }
  }
  public override var targetContentIdentifier: String? {
    get { super.targetContentIdentifier }
    set { super.targetContentIdentifier = newValue }
  }
  public override var userInfo: [AnyHashable: Any] {
    get { super.userInfo }
    set { super.userInfo = newValue }
  }
}

/// The urgency of a notification.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
  case passive, active, timeSensitive, critical
}
