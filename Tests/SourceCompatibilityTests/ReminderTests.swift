// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import NotificationSources
import SDKTestSupport
import Testing

/// An app's reminders, as written for iOS.
@Suite(.serialized) struct ReminderTests {
  @Test func `an app's daily reminder and its timer become effects`() throws {
    let scheduler = ReminderScheduler()
    let outcome = try CallbackHarness.run(point: .app, capabilities: [.badge, .notifications]) {
      scheduler.start()
      scheduler.scheduleDaily(hour: 20, minute: 30)
      scheduler.remind(in: 90)
      scheduler.tidy()
    }
    #expect(outcome.error == nil)
    #expect(scheduler.log == ["granted", "next"])
    guard case .scheduleNotification(let daily)? = outcome.effects.first,
      case .scheduleNotification(let timer)? = outcome.effects.dropFirst().first
    else {
      Issue.record("\(outcome.effects)")
      return
    }
    #expect(daily.trigger == .at(DateComponentsValue([.hour: 20, .minute: 30]), repeats: true))
    #expect(daily.level == .timeSensitive && daily.filterCriteria == "school" && daily.subtitle == "Screen time")
    #expect(timer.trigger == .after(seconds: 90))
    // Both are pending in this process, so removing all reminders removes both.
    #expect(
      outcome.effects.dropFirst(2) == [
        .cancelNotifications(ids: [daily.id, timer.id].sorted(), of: .pending),
        .cancelNotifications(ids: [], of: .listed),
      ])
  }

  @Test func `without the capability an app's requests report notAllowed`() throws {
    let scheduler = ReminderScheduler()
    let outcome = try CallbackHarness.run(point: .app) {
      scheduler.start()
      scheduler.scheduleDaily(hour: 8, minute: 0)
    }
    #expect(outcome.effects.isEmpty && outcome.error == nil)
    #expect(scheduler.log.count == 2 && scheduler.log[0].contains("notification.notAllowed"))
  }
}
