// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import UserNotifications

final class AsyncAction: ShieldActionDelegate {
  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    guard action == .secondaryButtonPressed else { return completionHandler(.close) }
    Task {
      await remind()
      completionHandler(.defer)
    }
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    DispatchQueue.main.async { completionHandler(.close) }
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.none)
  }

  private func remind() async {
    let content = UNMutableNotificationContent()
    content.title = "Open the app to unlock"
    content.interruptionLevel = .timeSensitive
    let request = UNNotificationRequest(identifier: "unlock", content: content, trigger: nil)
    try? await UNUserNotificationCenter.current().add(request)
  }
}
