// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import SDKTestSupport
import Synchronization
import Testing
import UserNotifications

/// Serialized, because a process has one notification center.
@Suite(.serialized) struct UserNotificationsTests {
  func request(
    _ id: String = "limit", title: String = "Enough", trigger: UNNotificationTrigger? = nil
  ) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = title
    content.body = "Half an hour is over."
    content.sound = .default
    return UNNotificationRequest(identifier: id, content: content, trigger: trigger)
  }

  /// Adds one request in a callback. Returns the messages to the host and the error of the completion handler.
  private func add(
    _ request: UNNotificationRequest, capabilities: [Capability] = [.notifications]
  ) throws -> (outcome: CallbackHarness.Outcome, error: (any Error)?) {
    let told = Mutex<(any Error)?>(nil)
    let outcome = try CallbackHarness.run(capabilities: capabilities) {
      UNUserNotificationCenter.current().add(request) { error in told.withLock { $0 = error } }
    }
    return (outcome, told.withLock { $0 })
  }

  func code(_ error: (any Error)?) -> String? { (error as? EffectViolation)?.code.rawValue }

  @Test func `an added request is one effect of the callback, and counts when that is accepted (FOCUS-N2)`() throws {
    let (outcome, error) = try add(request())
    #expect(error == nil)
    #expect(
      outcome.effects == [
        .scheduleNotification(.init(id: "limit", title: "Enough", body: "Half an hour is over."))
      ])
  }

  @Test func `sends subtitle, level, criteria and trigger`() throws {
    let content = UNMutableNotificationContent()
    content.title = "t"
    content.subtitle = "s"
    content.body = "b"
    content.filterCriteria = "work"
    content.interruptionLevel = .timeSensitive
    let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 20), repeats: true)
    let (outcome, _) = try add(UNNotificationRequest(identifier: "i", content: content, trigger: trigger))
    #expect(
      outcome.effects == [
        .scheduleNotification(
          .init(
            id: "i", title: "t", subtitle: "s", body: "b",
            trigger: .at(DateComponentsValue([.hour: 20]), repeats: true),
            level: .timeSensitive, filterCriteria: "work"))
      ])
  }

  @Test func `a request keeps a copy of its content`() throws {
    let content = UNMutableNotificationContent()
    content.title = "before"
    let request = UNNotificationRequest(identifier: "i", content: content, trigger: nil)
    content.title = "after"
    #expect(request.content.title == "before")
  }

  @Test func `rounds an interval up to whole seconds`() throws {
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 0.2, repeats: false)
    let (outcome, _) = try add(request(trigger: trigger))
    guard case .scheduleNotification(let scheduled) = outcome.effects.first else {
      return #expect(Bool(false), "nothing was scheduled")
    }
    #expect(scheduled.trigger == .after(seconds: 1))
  }

  @Test(arguments: [(-1.0, false), (0, false), (60, true), (.nan, false), (.infinity, false), (1e300, false)])
  func `refuses an interval that repeats or is not positive`(interval: Double, repeats: Bool) throws {
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: repeats)
    let (outcome, error) = try add(request(trigger: trigger))
    #expect(code(error) == "notification.trigger")
    #expect(outcome.effects == [] && outcome.error == nil)
  }

  @Test func `refuses without the capability, in one sentence (FOCUS-N1)`() throws {
    let (outcome, error) = try add(request(), capabilities: [])
    #expect(code(error) == "notification.notAllowed")
    #expect(
      (error as? EffectViolation)?.description
        == "The notification needs the capability “notifications” in the manifest (notification.notAllowed).")
    #expect(outcome.effects == [])
  }

  @Test func `a text over its limit is refused with the name of the field`() throws {
    let (_, error) = try add(request(title: String(repeating: "x", count: 257)))
    #expect(code(error) == "limit.notification")
    #expect((error as? EffectViolation)?.subject == "The notification’s title")
    #expect(code(try add(request("")).error) == "name.invalid")
  }

  @Test func `replaces control and direction characters in a text`() throws {
    let (outcome, error) = try add(request(title: "a\u{202E}b\u{7}c"))
    #expect(error == nil)
    guard case .scheduleNotification(let scheduled) = outcome.effects.first else {
      return #expect(Bool(false), "nothing was scheduled")
    }
    #expect(scheduled.title == "a\u{FFFD}b\u{FFFD}c")
  }

  @Test func `removes requests by identifier, or all`() throws {
    let outcome = try CallbackHarness.run(capabilities: [.notifications]) {
      let center = UNUserNotificationCenter.current()
      center.removePendingNotificationRequests(withIdentifiers: ["b", "a", "b"])
      center.removeDeliveredNotifications(withIdentifiers: [])
      center.removeAllPendingNotificationRequests()
    }
    #expect(
      outcome.effects == [
        .cancelNotifications(ids: ["a", "b"], of: .pending), .cancelNotifications(ids: [], of: .pending),
      ])
  }

  @Test func `removing delivered notifications keeps pending ones`() throws {
    let outcome = try CallbackHarness.run(capabilities: [.notifications]) {
      let center = UNUserNotificationCenter.current()
      center.removeDeliveredNotifications(withIdentifiers: ["a"])
      center.removeAllDeliveredNotifications()
    }
    #expect(
      outcome.effects == [
        .cancelNotifications(ids: ["a"], of: .listed), .cancelNotifications(ids: [], of: .listed),
      ])
  }

  @Test(arguments: [
    DateComponents(month: 2, day: 30), DateComponents(year: 2001, month: 1, day: 1), DateComponents(),
    DateComponents(hour: 25),
  ])
  func `refuses a date that never occurs`(components: DateComponents) throws {
    let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    #expect(code(try add(request(trigger: trigger)).error) == "notification.trigger")
  }

  /// The callback is at 20:26 UTC on 13 August 2026.
  @Test(arguments: [
    (DateComponents(year: 2030, month: 2, day: 30), false), (DateComponents(year: 2027, month: 2, day: 29), false),
    (DateComponents(year: 2028, month: 2, day: 29), true), (DateComponents(year: 2030, month: 4, day: 31), false),
    (DateComponents(month: 4, day: 31), false), (DateComponents(month: 4, day: 30), true),
    (DateComponents(year: 2030, month: 3, day: 31), true), (DateComponents(year: 2030, day: 31), true),
    (DateComponents(year: 2026, month: 8, day: 13, hour: 21), true),
    (DateComponents(month: 8, day: 13, hour: 19), true),
    (DateComponents(year: 2026, month: 8, day: 13, hour: 19), false), (DateComponents(day: 31), true),
    (DateComponents(year: 2026, month: 8, day: 12), false), (DateComponents(year: 2026, month: 8, day: 14), true),
  ])
  func `a day that its month lacks never occurs, in any year or in the year that is named`(
    _ components: DateComponents, _ occurs: Bool
  ) throws {
    var components = components
    components.timeZone = .gmt
    for repeats in [false, true] {
      let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
      #expect(code(try add(request(trigger: trigger)).error) == (occurs ? nil : "notification.trigger"))
    }
  }

  @Test func `accepts the 29th of February`() throws {
    let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(month: 2, day: 29), repeats: true)
    #expect(try add(request(trigger: trigger)).error == nil)
  }

  @Test func `refuses the 65th pending request, but not a replacement or one shown at once`() throws {
    let codes = Mutex<[String?]>([])
    // A reply holds at most 8 notifications, so the harness refuses this one.
    _ = try? CallbackHarness.run(capabilities: [.notifications]) {
      let center = UNUserNotificationCenter.current()
      center.removeAllPendingNotificationRequests()
      let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 600, repeats: false)
      for id in (0..<65).map({ "n\($0)" }) + ["n7"] {
        center.add(request(id, trigger: trigger)) { error in codes.withLock { $0.append(code(error)) } }
      }
      center.add(request("now")) { error in codes.withLock { $0.append(code(error)) } }
      center.removeAllPendingNotificationRequests()
    }
    #expect(codes.withLock { $0 } == [String?](repeating: nil, count: 64) + ["limit.pending", nil, nil])
  }

  @Test func `user info, sound, badge and thread are not sent`() throws {
    let content = UNMutableNotificationContent()
    content.title = "t"
    content.userInfo = ["key": String(repeating: "x", count: 1 << 20)]
    content.badge = -5
    content.threadIdentifier = String(repeating: "t", count: 1 << 20)
    content.categoryIdentifier = "c"
    content.relevanceScore = .nan
    let (outcome, error) = try add(UNNotificationRequest(identifier: "i", content: content, trigger: nil))
    #expect(error == nil)
    #expect(outcome.effects == [.scheduleNotification(.init(id: "i", title: "t", body: ""))])
  }

  @Test func `refuses an identifier with control characters`() throws {
    #expect(code(try add(request("a\u{7}b")).error) == "name.invalid")
    #expect(code(try add(request("a\u{202E}b")).error) == "name.invalid")
  }

  @Test(arguments: [[Capability.notifications], []])
  func `requestAuthorization grants what the capability allows`(capabilities: [Capability]) throws {
    let answer = Mutex<Bool?>(nil)
    _ = try CallbackHarness.run(capabilities: capabilities) {
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge]) { isGranted, _ in
        answer.withLock { $0 = isGranted }
      }
    }
    #expect(answer.withLock { $0 } == !capabilities.isEmpty)
  }

  @Test(arguments: [
    (ExtensionPoint.monitor, 1, "badge.notAllowed"), (.app, -1, "badge.range"), (.app, 100_000, "badge.range"),
  ])
  func `refuses a badge at another point or out of range`(point: ExtensionPoint, count: Int, expected: String) throws {
    let told = Mutex<(any Error)?>(nil)
    _ = try CallbackHarness.run(point: point, capabilities: [.badge, .notifications]) {
      UNUserNotificationCenter.current().setBadgeCount(count) { error in told.withLock { $0 = error } }
    }
    #expect(code(told.withLock { $0 }) == expected)
  }
}
