// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation
internal import Synchronization

/// An object for adding and removing the family's notifications. The host displays them.
///
/// ### On Linux
/// Adding and removing are effects: they are checked at the call, collected with the callback and applied when its
/// reply is accepted. Completion handlers are called before the method returns. A process can list the requests that it
/// added itself and that are not yet due by its clock, but not notifications that were already shown.
public final class UNUserNotificationCenter: NSObject, Sendable {
  private static let shared = UNUserNotificationCenter()
  private let added = Mutex<[String: Waiting]>([:])
  private let categories = Mutex<Set<UNNotificationCategory>>([])
  /// The delegate, which is never called because extensions receive no responses.
  // SAFETY: set once at the start, as Apple's documentation requires, and never read here.
  nonisolated(unsafe) public weak var delegate: (any UNUserNotificationCenterDelegate)?

  /// A request that waits for its trigger, as far as this process knows.
  private struct Waiting {
    var request: UNNotificationRequest
    /// The time at which it is shown last, or `nil` if it repeats without end.
    var last: Date?
  }

  /// The family may have this many pending requests.
  private static let mostPending = 64

  private override init() { super.init() }

  public class func current() -> UNUserNotificationCenter { shared }

  public var supportsContentExtensions: Bool { false }

  // MARK: - Permission

  /// Returns whether the family has the capability `notifications`. The person is not asked again.
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { isAllowed }

  public func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { completionHandler(isAllowed, nil) }

  public func notificationSettings() async -> UNNotificationSettings { settings }

  public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
    completionHandler(settings)
  }

  private var settings: UNNotificationSettings {
    UNNotificationSettings(isAllowed: isAllowed, mayBadge: capabilities.contains(.badge))
  }

  private var isAllowed: Bool { capabilities.contains(.notifications) }

  private var capabilities: [Capability] { ExtensionSession.current?.terms?.capabilities ?? [] }

  // MARK: - Adding and removing

  /// Shows a notification, or schedules it if it has a trigger. It replaces a notification with the same identifier.
  ///
  /// - Throws: `EffectViolation`: `notification.notAllowed` without the capability, `notification.trigger` for an
  ///   interval that repeats and for a date that never comes, `limit.notification` for a text over 256 bytes (body
  ///   4,096, criteria 1,024), `limit.pending` for the 65th pending request.
  public func add(_ request: UNNotificationRequest) async throws { try schedule(request) }

  public func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    do {
      try schedule(request)
      completionHandler?(nil)
    } catch {
      completionHandler?(error)
    }
  }

  private func schedule(_ request: UNNotificationRequest) throws {
    guard isAllowed else {
      throw EffectViolation(
        .notificationNotAllowed, rule: "N1", subject: "The notification",
        detail: "needs the capability “notifications” in the manifest")
    }
    let effect = try request.effect
    let others = pending.count { $0.identifier != request.identifier }
    guard request.trigger == nil || others < Self.mostPending else {
      throw EffectViolation(
        .pending, rule: "N1", subject: "The notification", limit: Self.mostPending, actual: others + 1,
        detail: "is one more than may wait for their triggers")
    }
    try ExtensionSession.current?.writeOrThrow(effect, asksHost: false)
    added.withLock { added in
      added[request.identifier] = request.trigger.map {
        Waiting(request: request, last: $0.repeats ? nil : $0.next ?? .distantPast)
      }
    }
  }

  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    cancel(identifiers, .pending)
  }

  public func removeAllPendingNotificationRequests() { cancelAll(.pending) }

  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) { cancel(identifiers, .listed) }

  public func removeAllDeliveredNotifications() { cancelAll(.listed) }

  private func cancel(_ identifiers: [String], _ part: NotificationPart) {
    let names = Set(identifiers).sorted { $0.precedesInUTF8($1) }
    // On the wire, an empty list means all notifications.
    guard !names.isEmpty else { return }
    if part == .pending { added.withLock { added in for name in names { added[name] = nil } } }
    ExtensionSession.current?.write([.cancelNotifications(ids: names, of: part)])
  }

  private func cancelAll(_ part: NotificationPart) {
    if part == .pending { added.withLock { $0 = [:] } }
    ExtensionSession.current?.write([.cancelNotifications(ids: [], of: part)])
  }

  // MARK: - Pending requests

  public func pendingNotificationRequests() async -> [UNNotificationRequest] { pending }

  public func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) { completionHandler(pending) }

  private var pending: [UNNotificationRequest] {
    let now = ExtensionSession.current?.now ?? Date()
    return added.withLock { added in
      added = added.filter { $0.value.last.map { now < $0 } ?? true }
      return added.values.map(\.request).sorted { $0.identifier.precedesInUTF8($1.identifier) }
    }
  }

  public func deliveredNotifications() async -> [UNNotification] { [] }

  public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
    completionHandler([])
  }

  // MARK: - Badge and categories

  /// Sets the number beside the family's name, 0…99,999; 0 clears it.
  ///
  /// - Throws: `EffectViolation`: `badge.notAllowed` outside an app and a focus filter, `badge.range`.
  public func setBadgeCount(_ newBadgeCount: Int) async throws { try setBadge(newBadgeCount) }

  public func setBadgeCount(
    _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    do {
      try setBadge(newBadgeCount)
      completionHandler?(nil)
    } catch {
      completionHandler?(error)
    }
  }

  private func setBadge(_ count: Int) throws {
    guard capabilities.contains(.badge), ExtensionSession.current?.point.map(Effect.Kind.setBadgeCount.isOpen) == true
    else {
      throw EffectViolation(
        .badgeNotAllowed, rule: "N10", subject: "The badge",
        detail: "is open to the app and to focus filters with the capability “badge”")
    }
    guard (0...99_999).contains(count) else {
      throw EffectViolation(
        .badgeRange, rule: "N10", subject: "The badge", limit: 99_999, actual: count, detail: "takes 0…99,999")
    }
    try ExtensionSession.current?.writeOrThrow(.setBadgeCount(Int64(count)), asksHost: false)
  }

  public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    self.categories.withLock { $0 = categories }
  }

  public func notificationCategories() async -> Set<UNNotificationCategory> { categories.withLock { $0 } }

  public func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) { completionHandler(categories.withLock { $0 }) }
}
