// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation
import ManagedSettings

class GrantingAction: ShieldActionDelegate {
  let store = ManagedSettingsStore()
  let center = DeviceActivityCenter()
  let defaults = UserDefaults(suiteName: "group.com.example.grants")!

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    handle(action, completionHandler) { self.store.shield.applications?.remove(application) }
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    handle(action, completionHandler) { self.store.shield.webDomains?.remove(webDomain) }
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    handle(action, completionHandler) {
      self.store.shield.applicationCategories = ShieldSettings.ActivityCategoryPolicy.none
    }
  }

  private func handle(
    _ action: ShieldAction, _ completionHandler: (ShieldActionResponse) -> Void, unblock: () -> Void
  ) {
    switch action {
    case .primaryButtonPressed: completionHandler(.close)
    case .secondaryButtonPressed:
      unblock()
      defaults.set(defaults.integer(forKey: "grants") + 1, forKey: "grants")
      schedule(minutes: 15)
      completionHandler(.none)
    default: completionHandler(.none)
    }
  }

  private func schedule(minutes: Int) {
    let now = Date()
    let calendar = Calendar.current
    let end = calendar.date(byAdding: .minute, value: minutes, to: now) ?? now
    let schedule = DeviceActivitySchedule(
      intervalStart: calendar.dateComponents([.hour, .minute, .second], from: now),
      intervalEnd: calendar.dateComponents([.hour, .minute, .second], from: end), repeats: false)
    do {
      try center.startMonitoring(DeviceActivityName("grant"), during: schedule)
    } catch {
      print("grant failed: \(error)")
    }
  }
}
