// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// An app's reminders as such code is written for iOS, in Swift 5 mode.

import Foundation
import UserNotifications

public class ReminderScheduler: NSObject, UNUserNotificationCenterDelegate {
  public static let shared = ReminderScheduler()
  private let center = UNUserNotificationCenter.current()
  public var log: [String] = []

  public func start() {
    center.delegate = self
    let ask = UNNotificationAction(identifier: "ASK", title: "Ask for more", options: [.foreground])
    let done = UNTextInputNotificationAction(
      identifier: "DONE", title: "Done", options: [], textInputButtonTitle: "Send", textInputPlaceholder: "Why?")
    let category = UNNotificationCategory(
      identifier: "LIMIT", actions: [ask, done], intentIdentifiers: [], options: .customDismissAction)
    center.setNotificationCategories([category])
    center.requestAuthorization(options: [.alert, .badge, .sound]) { granted, error in
      guard granted, error == nil else { return }
      self.log.append("granted")
    }
  }

  public func content(_ title: String, _ body: String) -> UNMutableNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = title
    content.subtitle = "Screen time"
    content.body = body
    content.badge = 1
    content.sound = .default
    content.userInfo = ["kind": "limit", "minutes": 30]
    content.categoryIdentifier = "LIMIT"
    content.threadIdentifier = "limits"
    content.relevanceScore = 0.5
    if #available(iOS 15.0, *) { content.interruptionLevel = .timeSensitive }
    content.filterCriteria = "school"
    return content
  }

  public func scheduleDaily(hour: Int, minute: Int) {
    var date = DateComponents()
    date.hour = hour
    date.minute = minute
    let trigger = UNCalendarNotificationTrigger(dateMatching: date, repeats: true)
    let request = UNNotificationRequest(
      identifier: "daily", content: content("Good evening", "Plan tomorrow."), trigger: trigger)
    center.add(request) { error in
      if let error = error { self.log.append("daily: \(error)") }
    }
    if trigger.nextTriggerDate() != nil { log.append("next") }
  }

  public func remind(in seconds: TimeInterval) {
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: max(seconds, 1), repeats: false)
    center.add(UNNotificationRequest(identifier: UUID().uuidString, content: content("Soon", ""), trigger: trigger))
  }

  public func remindAsynchronously() async {
    do {
      guard try await center.requestAuthorization(options: [.alert, .sound]) else { return }
      let settings = await center.notificationSettings()
      guard settings.authorizationStatus == .authorized || settings.authorizationStatus == .provisional else { return }
      try await center.add(
        UNNotificationRequest(identifier: "async", content: content("Now", "At once."), trigger: nil))
      try await center.setBadgeCount(0)
    } catch {
      log.append("\(error)")
    }
  }

  public func tidy() {
    center.getPendingNotificationRequests { requests in
      let old = requests.filter { $0.content.threadIdentifier == "limits" }.map { $0.identifier }
      self.center.removePendingNotificationRequests(withIdentifiers: old)
    }
    center.getDeliveredNotifications { notifications in
      self.center.removeDeliveredNotifications(withIdentifiers: notifications.map { $0.request.identifier })
    }
    center.removeAllDeliveredNotifications()
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([.banner, .list, .sound])
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    switch response.actionIdentifier {
    case UNNotificationDefaultActionIdentifier, "ASK": log.append("opened")
    case UNNotificationDismissActionIdentifier: break
    default: log.append(response.notification.request.content.userInfo["kind"] as? String ?? "")
    }
    completionHandler()
  }
}
