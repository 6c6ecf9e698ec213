// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import UserNotifications

/// A chat that notifies of new messages in each account, with a digest per account twice a day.
@main
struct ChatApp: App {
  @State private var status = "No messages yet"

  var body: some Scene {
    WindowGroup("Chat") {
      VStack(spacing: 12) {
        Text(status)
        ForEach(["work", "family", "club"], id: \.self) { account in
          Button("Message for \(account)") { tell(account) }
        }
      }
      .padding()
      .onAppear(perform: scheduleDigests)
    }
  }

  private func tell(_ account: String) {
    let content = content(account, title: "New message", body: "Someone wrote to \(account).")
    add(UNNotificationRequest(identifier: "message-\(account)", content: content, trigger: nil))
  }

  private func scheduleDigests() {
    for account in ["work", "family"] {
      for hour in [11, 20] {
        let trigger = UNCalendarNotificationTrigger(
          dateMatching: DateComponents(hour: hour, minute: 0), repeats: true)
        let content = content(account, title: "Digest", body: "The latest of \(account).")
        add(UNNotificationRequest(identifier: "digest-\(account)-\(hour)", content: content, trigger: trigger))
      }
    }
  }

  private func content(_ account: String, title: String, body: String) -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = title
    content.body = body
    content.filterCriteria = account
    return content
  }

  private func add(_ request: UNNotificationRequest) {
    UNUserNotificationCenter.current().add(request) { error in
      guard let error else { return }
      Task { @MainActor in status = "Not allowed: \(error)" }
    }
  }
}
