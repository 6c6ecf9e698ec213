// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import ManagedSettings
import UserNotifications

#if canImport(UIKit)
  import UIKit
#endif

// Override the functions below to customize the shield actions used in various situations.
class ShieldActionExtension: ShieldActionDelegate {
  let store = ManagedSettingsStore()

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    switch action {
    case .primaryButtonPressed:
      completionHandler(.close)
    case .secondaryButtonPressed:
      store.shield.applications?.remove(application)
      DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .milliseconds(1)) {
        completionHandler(.defer)
      }
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
    Task {
      await unlock()
      completionHandler(.defer)
    }
  }

  private func unlock() async {
    if let data = try? JSONEncoder().encode(store.shield.applications) {
      UserDefaults.standard.set(data, forKey: "applications")
    }
    let content = UNMutableNotificationContent()
    content.title = "Unlocked"
    content.sound = UNNotificationSound.default
    try? await UNUserNotificationCenter.current().add(.init(identifier: "unlock", content: content, trigger: nil))
  }
}
