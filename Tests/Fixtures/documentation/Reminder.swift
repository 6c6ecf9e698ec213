// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

func remind(after minutes: Double) {
  let content = UNMutableNotificationContent()
  content.title = "Time is nearly up"
  let trigger = UNTimeIntervalNotificationTrigger(timeInterval: minutes * 60, repeats: false)
  UNUserNotificationCenter.current().add(
    UNNotificationRequest(identifier: "nearly-up", content: content, trigger: trigger))
}
