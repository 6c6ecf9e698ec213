// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import Synchronization
import Testing
import UserNotifications

/// The list of pending requests, the badge, and the answers of the center. In one suite with the other tests, because
/// they share the center.
extension UserNotificationsTests {
  /// 13 August 2026, 20:26 UTC.
  private static let now: Int64 = 1_786_652_760_000

  private func calendar(_ components: DateComponents, repeats: Bool) -> UNCalendarNotificationTrigger {
    var components = components
    components.timeZone = TimeZone(identifier: "UTC")
    components.calendar = Calendar(identifier: .gregorian)
    return UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
  }

  private func interval(_ seconds: Double) -> UNTimeIntervalNotificationTrigger {
    UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
  }

  /// The identifiers that wait at a time after `now`.
  private func pending(after milliseconds: Int64 = 0) throws -> [String] {
    let found = Mutex<[String]>([])
    _ = try CallbackHarness.run(capabilities: [.notifications], now: Self.now + milliseconds) {
      UNUserNotificationCenter.current().getPendingNotificationRequests { requests in
        found.withLock { $0 = requests.map(\.identifier) }
      }
    }
    return found.withLock { $0 }
  }

  private func inCallback(_ body: @escaping (UNUserNotificationCenter) -> Void) throws {
    let outcome = try CallbackHarness.run(capabilities: [.notifications], now: Self.now) {
      body(UNUserNotificationCenter.current())
    }
    #expect(outcome.error == nil)
  }

  @Test func `lists requests with a trigger, in the order of their identifiers, until they are removed`() throws {
    try inCallback { center in
      center.removeAllPendingNotificationRequests()
      for id in ["b", "a", "c"] { center.add(request(id, trigger: interval(600))) }
      center.add(request("now"))
      center.add(request("refused", trigger: interval(-1)))
    }
    #expect(try pending() == ["a", "b", "c"])
    // A request shown at once replaces one that waits; removing delivered ones changes nothing.
    try inCallback { center in
      center.add(request("c"))
      center.removeDeliveredNotifications(withIdentifiers: ["a"])
      center.removeAllDeliveredNotifications()
      center.removePendingNotificationRequests(withIdentifiers: [])
    }
    #expect(try pending() == ["a", "b"])
    try inCallback { center in center.removePendingNotificationRequests(withIdentifiers: ["b", "x"]) }
    #expect(try pending() == ["a"])
    try inCallback { center in center.removeAllPendingNotificationRequests() }
    #expect(try pending() == [])
  }

  @Test func `a request waits until its last date, and one that repeats waits forever`() async throws {
    let (once, daily) = (
      calendar(DateComponents(hour: 20), repeats: false), calendar(DateComponents(hour: 20), repeats: true)
    )
    let next = Date(timeIntervalSince1970: 1_786_737_600)
    try inCallback { center in
      center.removeAllPendingNotificationRequests()
      center.add(request("interval", trigger: interval(600)))
      center.add(request("once", trigger: once))
      center.add(request("daily", trigger: daily))
      #expect(once.nextTriggerDate() == next)
      #expect(daily.nextTriggerDate() == next)
      #expect(interval(600).nextTriggerDate() == Date(timeIntervalSince1970: Double(Self.now / 1_000 + 600)))
    }
    let untilOnce = Int64(next.timeIntervalSince1970) * 1_000 - Self.now
    #expect(try pending(after: 599_999) == ["daily", "interval", "once"])
    #expect(try pending(after: 600_000) == ["daily", "once"])
    #expect(try pending(after: untilOnce - 1) == ["daily", "once"])
    #expect(try pending(after: untilOnce) == ["daily"])
    #expect(await UNUserNotificationCenter.current().pendingNotificationRequests().map(\.identifier) == ["daily"])
    try inCallback { center in center.removeAllPendingNotificationRequests() }
    #expect(await UNUserNotificationCenter.current().pendingNotificationRequests().isEmpty)
    #expect(await UNUserNotificationCenter.current().deliveredNotifications().isEmpty)
  }

  @Test(arguments: [(7_258_118_400_000.0, true), (7_258_118_400_001, false), (0.001, true), (0, false)])
  func `an interval is positive and at most the largest time of the wire`(_ seconds: Double, _ isAllowed: Bool)
    throws
  {
    let told = Mutex<[String?]>([])
    try inCallback { center in
      center.removeAllPendingNotificationRequests()
      center.add(request(trigger: interval(seconds))) { error in told.withLock { $0 = [code(error)] } }
      center.removeAllPendingNotificationRequests()
    }
    #expect(told.withLock { $0 } == [isAllowed ? nil : "notification.trigger"])
  }

  @Test func `the violation of a full list has the numbers`() throws {
    let told = Mutex<EffectViolation?>(nil)
    _ = try? CallbackHarness.run(capabilities: [.notifications], now: Self.now) {
      let center = UNUserNotificationCenter.current()
      center.removeAllPendingNotificationRequests()
      for number in 0...64 {
        center.add(request("n\(number)", trigger: interval(600))) { error in
          if let error { told.withLock { $0 = error as? EffectViolation } }
        }
      }
      center.removeAllPendingNotificationRequests()
    }
    #expect(told.withLock { $0?.limit } == 64)
    #expect(told.withLock { $0?.actual } == 65)
  }

  // MARK: Badge

  @Test(arguments: [ExtensionPoint.app, .focusFilter, .monitor], [[Capability.badge], []])
  func `the app and Focus filters set the badge with its capability`(
    _ point: ExtensionPoint, _ capabilities: [Capability]
  ) throws {
    for count in [0, 1, 99_999] {
      let told = Mutex<[String?]>([])
      let outcome = try CallbackHarness.run(point: point, capabilities: capabilities) {
        UNUserNotificationCenter.current().setBadgeCount(count) { error in told.withLock { $0 = [code(error)] } }
      }
      let isAllowed = point != .monitor && capabilities == [.badge]
      #expect(told.withLock { $0 } == [isAllowed ? nil : "badge.notAllowed"])
      #expect(outcome.effects == (isAllowed ? [.setBadgeCount(Int64(count))] : []))
      #expect(outcome.commits.isEmpty)
    }
  }

  @Test func `a badge out of range names the range`() throws {
    let told = Mutex<EffectViolation?>(nil)
    _ = try CallbackHarness.run(point: .app, capabilities: [.badge]) {
      UNUserNotificationCenter.current().setBadgeCount(100_000) { error in
        told.withLock { $0 = error as? EffectViolation }
      }
    }
    #expect(told.withLock { $0?.limit } == 99_999)
    #expect(told.withLock { $0?.actual } == 100_000)
  }

  // MARK: Permission

  @Test(arguments: [[], [.notifications], [.badge], [.notifications, .badge]] as [[Capability]])
  func `the settings show what the capabilities allow`(_ capabilities: [Capability]) throws {
    let found = Mutex<UNNotificationSettings?>(nil)
    _ = try CallbackHarness.run(capabilities: capabilities) {
      UNUserNotificationCenter.current().getNotificationSettings { settings in found.withLock { $0 = settings } }
    }
    let settings = try #require(found.withLock { $0 })
    let isAllowed = capabilities.contains(.notifications)
    #expect(settings.authorizationStatus == (isAllowed ? .authorized : .denied))
    for shown in [settings.alertSetting, settings.notificationCenterSetting, settings.timeSensitiveSetting] {
      #expect(shown == (isAllowed ? .enabled : .disabled))
    }
    #expect(settings.badgeSetting == (capabilities.contains(.badge) ? .enabled : .disabled))
    for missing in [
      settings.lockScreenSetting, settings.soundSetting, settings.criticalAlertSetting, settings.announcementSetting,
      settings.carPlaySetting, settings.scheduledDeliverySetting,
    ] {
      #expect(missing == .notSupported)
    }
  }

  @Test func `without a host nothing is allowed`() async throws {
    let center = UNUserNotificationCenter.current()
    #expect(try await center.requestAuthorization(options: [.alert]) == false)
    #expect(await center.notificationSettings().authorizationStatus == .denied)
    #expect(!center.supportsContentExtensions)
    let added = await #expect(throws: EffectViolation.self) { try await center.add(request("i")) }
    #expect(added?.code.rawValue == "notification.notAllowed")
    let badge = await #expect(throws: EffectViolation.self) { try await center.setBadgeCount(1) }
    #expect(badge?.code.rawValue == "badge.notAllowed")
  }

  @Test func `keeps the categories that were set`() async {
    let center = UNUserNotificationCenter.current()
    let action = UNTextInputNotificationAction(
      identifier: "reply", title: "Reply", options: [.foreground], textInputButtonTitle: "Send",
      textInputPlaceholder: "Text")
    let category = UNNotificationCategory(
      identifier: "chat", actions: [action], intentIdentifiers: ["i"], options: [.allowInCarPlay])
    center.setNotificationCategories([category])
    #expect(await center.notificationCategories() == [category])
    let found = Mutex<Set<UNNotificationCategory>>([])
    center.getNotificationCategories { categories in found.withLock { $0 = categories } }
    #expect(found.withLock { $0 } == [category])
    center.setNotificationCategories([])
    #expect(await center.notificationCategories().isEmpty)
    #expect(category.identifier == "chat" && category.intentIdentifiers == ["i"])
    #expect(category.options == .allowInCarPlay && category.actions == [action])
    #expect(action.identifier == "reply" && action.title == "Reply" && action.options == .foreground)
    #expect(action.textInputButtonTitle == "Send" && action.textInputPlaceholder == "Text")
  }
}
