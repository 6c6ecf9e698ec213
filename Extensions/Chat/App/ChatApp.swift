// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import UserNotifications

/// A chat that tells of a message of each account.
@main
struct ChatApp: App {
  @State private var status = "No messages yet"

  var body: some Scene {
    WindowGroup("Chat") {
      VStack(spacing: 12) {
        Text(status)
        ForEach(["work", "family", "club"], id: \.self) { account in
          Button("Message for \(account)") { Task { await tell(account) } }
        }
      }
      .padding()
    }
  }

  private func tell(_ account: String) async {
    let content = UNMutableNotificationContent()
    content.title = "New message"
    content.body = "Someone wrote to \(account)."
    content.filterCriteria = account
    let request = UNNotificationRequest(identifier: "message-\(account)", content: content, trigger: nil)
    do {
      try await UNUserNotificationCenter.current().add(request)
      status = "A message for \(account)"
    } catch {
      status = "Not allowed: \(error)"
    }
  }
}
