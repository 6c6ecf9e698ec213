// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import UserNotifications

/// The values of the framework, which sources read back.
@Suite struct NotificationValuesTests {
  private func content() throws -> UNMutableNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = "title"
    content.subtitle = "subtitle"
    content.body = "body"
    content.filterCriteria = "criteria"
    content.interruptionLevel = .critical
    content.relevanceScore = 0.5
    content.sound = .defaultRingtone
    content.badge = 7
    content.attachments = [try UNNotificationAttachment(identifier: "a", url: URL(filePath: "/etc/passwd"))]
    content.categoryIdentifier = "category"
    content.threadIdentifier = "thread"
    content.launchImageName = "image"
    content.targetContentIdentifier = "target"
    content.userInfo = ["key": "value"]
    return content
  }

  /// Every property as text.
  private func text(_ content: UNNotificationContent) -> [String] {
    let sound = content.sound == .defaultRingtone ? "ringtone" : content.sound == nil ? "" : "another"
    return [
      content.title, content.subtitle, content.body, content.filterCriteria ?? "", "\(content.interruptionLevel)",
      "\(content.relevanceScore)", sound, content.badge?.stringValue ?? "",
      content.attachments.map(\.identifier).joined(), content.categoryIdentifier, content.threadIdentifier,
      content.launchImageName, content.targetContentIdentifier ?? "", content.userInfo["key"] as? String ?? "",
    ]
  }

  private static let all = [
    "title", "subtitle", "body", "criteria", "critical", "0.5", "ringtone", "7", "a", "category", "thread", "image",
    "target", "value",
  ]

  @Test func `content keeps every property, in itself and in its copies`() throws {
    let content = try content()
    #expect(text(content) == Self.all)
    let copy = try #require(content.copy() as? UNNotificationContent)
    let changeable = try #require(content.mutableCopy() as? UNMutableNotificationContent)
    let request = UNNotificationRequest(identifier: "i", content: content, trigger: nil)
    content.title = "changed"
    content.userInfo = [:]
    for copied in [copy, changeable, request.content] { #expect(text(copied) == Self.all) }
    changeable.title = "changed"
    #expect(text(copy) == Self.all)
    #expect(text(UNNotificationContent()) == ["", "", "", "", "active", "0.0"] + Array(repeating: "", count: 8))
  }

  @Test func `an attachment is a file that can be read, with an identifier and a type`() throws {
    let file = URL(filePath: "/etc/ld.so.conf")
    let named = try UNNotificationAttachment(identifier: "a", url: file)
    #expect(named.identifier == "a" && named.url == file && named.type == "conf")
    let hint = [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
    #expect(try UNNotificationAttachment(identifier: "a", url: file, options: hint).type == "public.png")
    let unnamed = try (0..<2).map { _ in try UNNotificationAttachment(identifier: "", url: file).identifier }
    #expect(unnamed[0] != unnamed[1] && !unnamed[0].isEmpty)
    #expect(throws: CocoaError.self) {
      try UNNotificationAttachment(identifier: "a", url: URL(filePath: "/nonexistent"))
    }
  }

  @Test func `sounds are equal by name`() {
    let (one, same) = (UNNotificationSoundName("a"), UNNotificationSoundName(rawValue: "a"))
    #expect(UNNotificationSound(named: one) == UNNotificationSound(named: same))
    #expect(UNNotificationSound(named: one).hash == UNNotificationSound(named: same).hash)
    #expect(UNNotificationSound(named: one) != .default)
    #expect(UNNotificationSound.criticalSoundNamed(one) == .criticalSoundNamed(same, withAudioVolume: 1))
    #expect(UNNotificationSound.defaultCriticalSound(withAudioVolume: 0.5) == .defaultCritical)
    #expect(UNNotificationSound.default != .defaultCritical)
  }

  @Test func `options have Apple's values`() {
    let authorization: [UNAuthorizationOptions] = [
      .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings, .provisional, .announcement,
      .timeSensitive,
    ]
    #expect(authorization.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
    let actions: [UNNotificationActionOptions] = [.authenticationRequired, .destructive, .foreground]
    #expect(actions.map(\.rawValue) == [1, 2, 4])
    let categories: [UNNotificationCategoryOptions] = [
      .customDismissAction, .allowInCarPlay, .hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle,
    ]
    #expect(categories.map(\.rawValue) == [1, 2, 4, 8])
    let presentation: [UNNotificationPresentationOptions] = [.badge, .sound, .list, .banner]
    #expect(presentation.map(\.rawValue) == [1, 2, 8, 16])
    #expect(
      UNNotificationPresentationOptions(rawValue: 31).subtracting([.badge, .sound, .list, .banner]).rawValue == 4)
    #expect(UNNotificationInterruptionLevel.critical.rawValue == 3)
    #expect(UNAuthorizationStatus.authorized.rawValue == 2)
    #expect(UNNotificationSetting.enabled.rawValue == 2)
  }

  private final class Delegate: UNUserNotificationCenterDelegate {}

  @Test func `a delegate without methods shows nothing and completes`() async {
    let center = UNUserNotificationCenter.current()
    let request = UNNotificationRequest(identifier: "i", content: UNNotificationContent(), trigger: nil)
    let notification = UNNotification(date: Date(timeIntervalSince1970: 5), request: request)
    let response = UNNotificationResponse(notification: notification, actionIdentifier: "tap")
    let delegate: any UNUserNotificationCenterDelegate = Delegate()
    let calls = Mutex<[UInt?]>([])
    delegate.userNotificationCenter(center, willPresent: notification) { options in
      calls.withLock { $0.append(options.rawValue) }
    }
    delegate.userNotificationCenter(center, didReceive: response) { calls.withLock { $0.append(nil) } }
    delegate.userNotificationCenter(center, openSettingsFor: notification)
    #expect(calls.withLock { $0 } == [0, nil])
    #expect(await delegate.userNotificationCenter(center, willPresent: notification) == [])
    await delegate.userNotificationCenter(center, didReceive: response)
    #expect(notification.date == Date(timeIntervalSince1970: 5) && notification.request === request)
    #expect(response.notification === notification && response.actionIdentifier == "tap")
    let delivered = Mutex<Int?>(nil)
    center.getDeliveredNotifications { notifications in delivered.withLock { $0 = notifications.count } }
    #expect(delivered.withLock { $0 } == 0)
  }
}
