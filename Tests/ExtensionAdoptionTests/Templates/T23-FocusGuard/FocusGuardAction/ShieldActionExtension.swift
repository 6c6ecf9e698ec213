// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation
import ManagedSettings
import UserNotifications
import os

private let log = Logger(subsystem: "com.example.focusguard.action", category: "tap")

class ShieldActionExtension: ShieldActionDelegate {
  private let store = ManagedSettingsStore(named: .focus)
  private let defaults = UserDefaults(suiteName: Constants.appGroup)

  override func handle(
    action: ShieldAction, for application: ApplicationToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    switch action {
    case .primaryButtonPressed:
      completionHandler(.close)
    case .secondaryButtonPressed:
      grant(application, minutes: 1)
      completionHandler(.defer)
    @unknown default:
      fatalError()
    }
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(action == .primaryButtonPressed ? .close : .none)
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    Task { @MainActor in
      let settings = await UNUserNotificationCenter.current().notificationSettings()
      if settings.authorizationStatus == .authorized { try? await remind() }
      completionHandler(.close)
    }
  }

  private func grant(_ token: ApplicationToken, minutes: Int) {
    store.shield.applications?.remove(token)
    defaults?.set(Date.now, forKey: Constants.Keys.lastShieldTap.rawValue)
    let now = Date()
    let end = Calendar.current.date(byAdding: .minute, value: max(15, minutes), to: now)!
    let parts: Set<Calendar.Component> = [.hour, .minute, .second]
    let schedule = DeviceActivitySchedule(
      intervalStart: Calendar.current.dateComponents(parts, from: now),
      intervalEnd: Calendar.current.dateComponents(parts, from: end), repeats: false)
    do {
      try DeviceActivityCenter().startMonitoring(DeviceActivityName("grant"), during: schedule)
    } catch {
      log.error("\(error.localizedDescription, privacy: .public)")
      store.shield.applications?.insert(token)
    }
  }

  private func remind() async throws {
    let content = UNMutableNotificationContent()
    content.title = String(localized: "Take a break?")
    content.threadIdentifier = "shield"
    content.relevanceScore = 0.8
    var date = DateComponents()
    date.hour = 20
    let trigger = UNCalendarNotificationTrigger(dateMatching: date, repeats: false)
    try await UNUserNotificationCenter.current().add(
      UNNotificationRequest(identifier: "break", content: content, trigger: trigger))
  }
}
