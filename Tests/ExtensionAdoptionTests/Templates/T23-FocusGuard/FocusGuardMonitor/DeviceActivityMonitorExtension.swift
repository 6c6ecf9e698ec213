// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import OSLog
import UserNotifications
import WidgetKit

class DeviceActivityMonitorExtension: DeviceActivityMonitor {
  private lazy var store = ManagedSettingsStore(named: .focus)
  private let center = DeviceActivityCenter()
  private let selections = SelectionStore()
  private let dateFormatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter
  }()

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    Logger.monitor.info("start \(activity.rawValue, privacy: .public) at \(self.dateFormatter.string(from: .now))")
    guard let id = activity.sessionID else {
      store.block(selections.load())
      return
    }
    SessionStore.shared.update(id) { session in
      session.phase = .running
      session.startedAt = Date()
    }
    store.block(selections.load())
    notify("Focus has begun", body: SessionStore.shared.session(with: id)?.phase.title ?? "", after: 1)
    WidgetCenter.shared.reloadAllTimelines()
    WidgetCenter.shared.reloadTimelines(ofKind: "FocusWidget")
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.unblock()
    if let id = activity.sessionID {
      SessionStore.shared.update(id) { $0.phase = .done }
      SessionStore.shared.streak += 1
    }
    rearm(activity)
    UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: [activity.rawValue])
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventDidReachThreshold(event, activity: activity)
    switch event {
    case .warning: notify("Nearly there", body: "A few minutes are left.", after: 2)
    case .limit:
      store.block(selections.load())
      Darwin.post("com.example.focusguard.limit")
    case let other where other.rawValue.hasPrefix("minutes-"):
      let minutes = Int(other.rawValue.split(separator: "-").last ?? "") ?? 0
      Logger.monitor.debug("\(minutes) minutes of \(activity.rawValue)")
    default: Logger.monitor.error("unknown event \(event.rawValue)")
    }
  }

  override func intervalWillStartWarning(for activity: DeviceActivityName) {
    super.intervalWillStartWarning(for: activity)
  }

  override func eventWillReachThresholdWarning(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventWillReachThresholdWarning(event, activity: activity)
    notify("Five minutes", body: event.rawValue, after: 1)
  }

  private func rearm(_ activity: DeviceActivityName) {
    let calendar = Calendar.current
    let tomorrow = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: Date())) ?? Date()
    let day = calendar.dateComponents([.year, .month, .day], from: tomorrow)
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(year: day.year, month: day.month, day: day.day, hour: 9, minute: 0),
      intervalEnd: DateComponents(year: day.year, month: day.month, day: day.day, hour: 10, minute: 30),
      repeats: false, warningTime: DateComponents(minute: 5))
    let selection = selections.load()
    let events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [
      .limit: DeviceActivityEvent(
        applications: selection.applicationTokens, categories: selection.categoryTokens,
        webDomains: selection.webDomainTokens, threshold: DateComponents(hour: 1)),
      .minutes(15): DeviceActivityEvent(
        applications: selection.applicationTokens, threshold: DateComponents(minute: 15)),
    ]
    do {
      center.stopMonitoring([activity])
      try center.startMonitoring(activity, during: schedule, events: events)
    } catch DeviceActivityCenter.MonitoringError.excessiveActivities {
      Logger.monitor.fault("too many: \(self.center.activities.map(\.rawValue).joined(separator: ", "))")
    } catch let error as DeviceActivityCenter.MonitoringError {
      Logger.monitor.error("\(error.localizedDescription, privacy: .public)")
    } catch {
      Logger.monitor.error("\(String(describing: error))")
    }
  }

  private func notify(_ title: String, body: String, after seconds: TimeInterval) {
    let content = UNMutableNotificationContent()
    content.title = title
    content.body = body
    content.sound = .default
    content.interruptionLevel = .timeSensitive
    content.categoryIdentifier = "FOCUS"
    content.userInfo = ["sent": Date().timeIntervalSince1970]
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
    let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger)
    UNUserNotificationCenter.current().add(request) { error in
      if let error { Logger.monitor.error("not sent: \(error.localizedDescription)") }
    }
  }
}

enum Darwin {
  static func post(_ name: String) {
    CFNotificationCenterPostNotification(
      CFNotificationCenterGetDarwinNotifyCenter(), CFNotificationName(name as CFString), nil, nil, true)
  }
}
