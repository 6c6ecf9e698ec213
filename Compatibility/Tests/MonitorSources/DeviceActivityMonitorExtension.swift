// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import UserNotifications
import WidgetKit
import os

// A typical monitor of an app: selections in a shared suite, notifications, a log, and widget reloads.

private let logger = Logger(subsystem: "com.example.focus", category: "monitor")

extension DeviceActivityName {
  static let daily = Self("daily")
  static let bedtime = DeviceActivityName("bedtime")
}

extension DeviceActivityEvent.Name {
  static let limitReached = Self("limitReached")
  static let halfway = DeviceActivityEvent.Name(rawValue: "halfway")
}

extension ManagedSettingsStore.Name {
  static let social = Self("social")
  static let games = ManagedSettingsStore.Name(rawValue: "games")
}

extension Notification.Name {
  static let limitDidChange = Notification.Name("limitDidChange")
}

enum SharedDefaults {
  static let suite = "group.com.example.focus"
  static var shared: UserDefaults? { UserDefaults(suiteName: suite) }
}

final class SelectionStore {
  static let shared = SelectionStore()
  private let encoder = PropertyListEncoder()
  private let decoder = JSONDecoder()
  private let key = "selection"

  private init() {}

  func save(_ selection: FamilyActivitySelection) {
    guard let data = try? JSONEncoder().encode(selection) else { return }
    SharedDefaults.shared?.set(data, forKey: key)
    SharedDefaults.shared?.synchronize()
  }

  func load() -> FamilyActivitySelection? {
    guard let data = SharedDefaults.shared?.data(forKey: key) else { return nil }
    do {
      return try decoder.decode(FamilyActivitySelection.self, from: data)
    } catch {
      logger.error("could not read the selection: \(error.localizedDescription, privacy: .public)")
      return nil
    }
  }

  func log(_ line: String) {
    let manager = FileManager.default
    guard let folder = manager.containerURL(forSecurityApplicationGroupIdentifier: SharedDefaults.suite) else { return }
    let file = folder.appendingPathComponent("monitor.log")
    let text = "\(ISO8601DateFormatter().string(from: Date())) \(line)\n"
    if let handle = try? FileHandle(forWritingTo: file) {
      handle.seekToEndOfFile()
      if let data = text.data(using: .utf8) { handle.write(data) }
      handle.closeFile()
    } else {
      try? text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}

struct Session: Codable, Identifiable, Hashable {
  var id = UUID()
  var title: String
  var start: Date
  var end: Date?
  var isActive: Bool { end == nil }
  enum CodingKeys: String, CodingKey { case id, title, start, end }
}

// Optionally override any of the functions below.
// Make sure that your class name matches the NSExtensionPrincipalClass in your Info.plist.
class DeviceActivityMonitorExtension: DeviceActivityMonitor {
  let store = ManagedSettingsStore()
  let socialStore = ManagedSettingsStore(named: .social)
  let center = DeviceActivityCenter()
  let notificationCenter = UNUserNotificationCenter.current()
  var sessions: [Session] = []

  override init() {
    super.init()
    logger.debug("started")
  }

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    os_log("interval %{public}@ started", log: .default, type: .info, activity.rawValue)
    NSLog("interval %@ started", activity.rawValue)
    guard let selection = SelectionStore.shared.load() else {
      store.clearAllSettings()
      return
    }
    let applications = selection.applicationTokens
    store.shield.applications = applications.isEmpty ? nil : applications
    store.shield.applicationCategories =
      selection.categoryTokens.isEmpty
      ? nil : ShieldSettings.ActivityCategoryPolicy.specific(selection.categoryTokens, except: Set())
    store.shield.webDomains = selection.webDomainTokens
    store.shield.webDomainCategories = .specific(selection.categoryTokens)
    store.application.denyAppRemoval = true
    store.application.denyAppInstallation = false
    store.appStore.denyInAppPurchases = true
    store.appStore.requirePasswordForPurchases = true
    store.media.denyExplicitContent = true
    store.media.denyMusicService = false
    store.gameCenter.denyMultiplayerGaming = true
    store.siri.denySiri = true
    store.account.lockAccounts = true
    store.passcode.lockPasscode = true
    store.dateAndTime.requireAutomaticDateAndTime = true
    store.webContent.blockedByFilter = .auto([], except: [])
    store.safari.denyAutoFill = nil
    if activity == .bedtime {
      socialStore.shield.applicationCategories = .all(except: applications)
      socialStore.shield.webDomainCategories = .all()
    }
    WidgetCenter.shared.reloadAllTimelines()
    WidgetCenter.shared.reloadTimelines(ofKind: "FocusWidget")
    NotificationCenter.default.post(name: .limitDidChange, object: nil)
    let name = CFNotificationName("com.example.focus.started" as CFString)
    CFNotificationCenterPostNotification(CFNotificationCenterGetDarwinNotifyCenter(), name, nil, nil, true)
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.shield.applications = nil
    store.shield.applicationCategories = ShieldSettings.ActivityCategoryPolicy<Application>.none
    store.clearAllSettings()
    sessions.removeAll { !$0.isActive }
    DispatchQueue.main.async { [weak self] in self?.restart(activity) }
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { print("later") }
    Task { await self.announce("Over") }
    Task { @MainActor in print("main") }
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventDidReachThreshold(event, activity: activity)
    switch event {
    case .limitReached: schedule(title: "Time is up", body: "You reached your limit.")
    case DeviceActivityEvent.Name("halfway"): break
    default: logger.warning("unknown event \(event.rawValue)")
    }
    let count = SharedDefaults.shared?.integer(forKey: "count") ?? 0
    SharedDefaults.shared?.set(count + 1, forKey: "count")
    SharedDefaults.shared?.set(Date().timeIntervalSince1970, forKey: "last")
    if event.rawValue.hasPrefix("limit"), let number = Int(event.rawValue.dropFirst(5)) { print(number) }
  }

  override func intervalWillStartWarning(for activity: DeviceActivityName) {
    super.intervalWillStartWarning(for: activity)
  }

  override func intervalWillEndWarning(for activity: DeviceActivityName) {
    super.intervalWillEndWarning(for: activity)
  }

  override func eventWillReachThresholdWarning(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventWillReachThresholdWarning(event, activity: activity)
  }

  private func restart(_ activity: DeviceActivityName) {
    let calendar = Calendar.current
    let now = Date()
    let end = calendar.date(byAdding: .minute, value: 30, to: now) ?? now
    let schedule = DeviceActivitySchedule(
      intervalStart: calendar.dateComponents([.hour, .minute, .second], from: now),
      intervalEnd: calendar.dateComponents([.hour, .minute, .second], from: end), repeats: false,
      warningTime: DateComponents(minute: 5))
    let events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [
      .limitReached: DeviceActivityEvent(
        applications: [], categories: [], webDomains: [], threshold: DateComponents(minute: 15))
    ]
    do {
      try center.startMonitoring(activity, during: schedule, events: events)
    } catch DeviceActivityCenter.MonitoringError.excessiveActivities {
      center.stopMonitoring([activity])
    } catch let error as DeviceActivityCenter.MonitoringError {
      switch error {
      case .intervalTooShort, .intervalTooLong: print(error.localizedDescription)
      case .invalidDateComponents: break
      case .unauthorized: break
      case .excessiveActivities: break
      @unknown default: break
      }
    } catch {
      print("Error: \(error)")
    }
    _ = center.activities.contains(.daily)
    _ = center.schedule(for: .daily)?.nextInterval?.start
    _ = center.events(for: .daily).values.map(\.threshold)
    center.stopMonitoring()
  }

  private func schedule(title: String, body: String) {
    let content = UNMutableNotificationContent()
    content.title = title
    content.subtitle = "Focus"
    content.body = body
    content.sound = .default
    content.badge = 1
    content.userInfo = ["activity": "daily"]
    content.categoryIdentifier = "LIMIT"
    content.threadIdentifier = "limits"
    if #available(iOS 15.0, *) {
      content.interruptionLevel = .timeSensitive
      content.relevanceScore = 0.8
    }
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false)
    let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger)
    notificationCenter.add(request) { error in
      if let error = error { logger.fault("\(error.localizedDescription)") }
    }
    UNUserNotificationCenter.current().add(request, withCompletionHandler: nil)
    notificationCenter.requestAuthorization(options: [.alert, .badge, .sound]) { granted, error in
      print(granted, error as Any)
    }
  }

  private func announce(_ text: String) async {
    let content = UNMutableNotificationContent()
    content.body = String(format: NSLocalizedString("%@ is over", comment: ""), text)
    content.title = String(localized: "Focus")
    try? await UNUserNotificationCenter.current().add(
      UNNotificationRequest(identifier: "over", content: content, trigger: nil))
    try? await Task.sleep(nanoseconds: 1_000)
    notificationCenter.removeAllPendingNotificationRequests()
    notificationCenter.removeDeliveredNotifications(withIdentifiers: ["over"])
  }
}
