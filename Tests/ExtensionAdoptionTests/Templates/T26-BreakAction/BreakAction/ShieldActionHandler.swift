// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@preconcurrency import DeviceActivity
import FamilyControls
import Foundation
@preconcurrency import ManagedSettings
@preconcurrency import UserNotifications
import os

/// A base that apps share between their targets.
class BaseActionDelegate: ShieldActionDelegate {
  let storage: BreakStorage = SuiteStorage(suite: "group.com.example.breaks")
  fileprivate static let signposter = OSSignposter(subsystem: "com.example.breaks", category: "action")

  func respond<Token: Hashable>(
    to action: ShieldAction, item: BreakItem<Token>, _ completion: @escaping (ShieldActionResponse) -> Void
  ) {
    switch action {
    case .primaryButtonPressed: completion(.close)
    case .secondaryButtonPressed: completion(.defer)
    @unknown default: completion(.none)
    }
  }
}

struct BreakItem<Token: Hashable> {
  let token: Token
  let kind: Kind

  enum Kind: Int, CaseIterable, Codable { case application, webDomain, category }
}

final class ShieldActionHandler: BaseActionDelegate {
  private let policy = BreakPolicy()
  private let queue = DispatchQueue(label: "breaks", qos: .userInitiated)
  private let counter = OSAllocatedUnfairLock(initialState: 0)

  override func handle(
    action: ShieldAction, for application: ApplicationToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    let state = Self.signposter.beginInterval("handle", id: Self.signposter.makeSignpostID())
    defer { Self.signposter.endInterval("handle", state) }
    counter.withLock { $0 += 1 }
    guard action == .secondaryButtonPressed else {
      return respond(to: action, item: BreakItem(token: application, kind: .application), completionHandler)
    }
    let group = DispatchGroup()
    group.enter()
    queue.async { [policy, storage] in
      defer { group.leave() }
      guard policy.allows(storage.breaks(), now: .now) else { return }
      storage.record(BreakRecord(kind: .application, at: Date()))
    }
    group.notify(queue: .global()) { completionHandler(.defer) }
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    Task.detached(priority: .high) {
      let result = await Notifier.shared.remind("Still blocked")
      switch result {
      case .success(let identifier): Logger().notice("sent \(identifier, privacy: .public)")
      case .failure(let error): Logger().error("\(error.localizedDescription)")
      }
      completionHandler(.close)
    }
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    let stores = [ManagedSettingsStore(), ManagedSettingsStore(named: .init("category"))]
    for store in stores {
      switch store.shield.applicationCategories {
      case .specific(let tokens, let exceptions) where tokens.contains(category):
        let rest = tokens.subtracting([category])
        store.shield.applicationCategories = rest.isEmpty ? nil : .specific(rest, except: exceptions)
      case .all(let exceptions)?: store.shield.applicationCategories = .all(except: exceptions)
      case .some(.none), nil, .specific?: break
      @unknown default: break
      }
    }
    completionHandler(.defer)
  }
}

actor Notifier {
  static let shared = Notifier()
  private var sent: [String: Date] = [:]

  enum Failure: Error, LocalizedError {
    case tooSoon(TimeInterval)
    var errorDescription: String? { "Too soon" }
  }

  func remind(_ title: String) async -> Result<String, Error> {
    if let last = sent[title], Date().timeIntervalSince(last) < 60 { return .failure(Failure.tooSoon(60)) }
    let center = UNUserNotificationCenter.current()
    let action = UNNotificationAction(identifier: "open", title: "Open", options: [.foreground])
    let category = UNNotificationCategory(
      identifier: "BREAK", actions: [action], intentIdentifiers: [], options: [.customDismissAction])
    center.setNotificationCategories([category])
    let content = UNMutableNotificationContent()
    content.title = title
    content.subtitle = ByteCountFormatter.string(fromByteCount: 1_024, countStyle: .file)
    content.badge = NSNumber(value: 1)
    content.sound = UNNotificationSound.default
    content.userInfo = ["token": UUID().uuidString]
    let identifier = "break-\(Int(Date().timeIntervalSince1970))"
    do {
      try await center.add(UNNotificationRequest(identifier: identifier, content: content, trigger: nil))
      sent[title] = Date()
      return .success(identifier)
    } catch {
      return .failure(error)
    }
  }
}
