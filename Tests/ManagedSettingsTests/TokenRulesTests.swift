// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import ManagedSettings
import SDKTestSupport
import TestThreads
import Testing

/// Rules of tokens, on the side of the extension.
@Suite(.timeLimit(.minutes(20))) struct TokenRulesTests {
  private static func snapshot(_ tokens: [TokenStatus]) -> Snapshot {
    Snapshot(environment: CallbackHarness.environment, authorization: .approved, tokens: tokens)
  }

  /// Token 1 was rotated to 11, 2 is valid, 3 was revoked, 4 was never issued.
  private static let statuses = snapshot([
    TokenStatus(token: Tokens.wire(1), status: .rotated, to: Tokens.wire(11)),
    TokenStatus(token: Tokens.wire(3), status: .revoked), TokenStatus(token: Tokens.wire(4), status: .unknown),
  ])

  // MARK: - Values

  @Test func `an item built from a token has no name (T3)`() {
    let (application, domain) = (Application(token: Tokens.application(1)), WebDomain(token: Tokens.webDomain(1)))
    let category = ActivityCategory(token: Tokens.category(1))
    #expect(application.bundleIdentifier == nil)
    #expect(application.localizedDisplayName == nil)
    #expect(domain.domain == nil)
    #expect(category.localizedDisplayName == nil)
  }

  @Test func `an item built from a name has no token, and is enforced by its name (T4)`() throws {
    #expect(Application(bundleIdentifier: "org.example.Game").token == nil)
    #expect(WebDomain(domain: "example.org").token == nil)
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot([])) {
      let store = ManagedSettingsStore()
      store.application.blockedApplications = [Application(bundleIdentifier: "org.example.Game")]
      store.webContent.blockedByFilter = .specific([WebDomain(domain: "example.org")])
    }
    #expect(
      outcome.effects == [
        .setSetting(
          store: "Default", key: .blockedApplications, value: .blockedApplications([.bundleID("org.example.Game")])),
        .setSetting(
          store: "Default", key: .blockedByFilter, value: .webFilter(.specific(domains: [.domain("example.org")]))),
      ])
  }

  @Test func `display names do not count in the equality of items (T13)`() {
    let token = Tokens.application(1)
    let named = Application(bundleIdentifier: "a", token: token, localizedDisplayName: "A")
    #expect(named == Application(bundleIdentifier: "a", token: token, localizedDisplayName: "B"))
    #expect(named.hashValue == Application(bundleIdentifier: "a", token: token, localizedDisplayName: "B").hashValue)
    #expect(named != Application(bundleIdentifier: "b", token: token, localizedDisplayName: "A"))
    #expect(named != Application(bundleIdentifier: "a", token: Tokens.application(2), localizedDisplayName: "A"))
    #expect(WebDomain(domain: "a", token: Tokens.webDomain(1)) != WebDomain(domain: "b", token: Tokens.webDomain(1)))
    #expect(WebDomain(domain: "a", token: Tokens.webDomain(1)) != WebDomain(domain: "a", token: Tokens.webDomain(2)))
    #expect(
      ActivityCategory(token: Tokens.category(1), localizedDisplayName: "A")
        == ActivityCategory(token: Tokens.category(1), localizedDisplayName: "B"))
  }

  // MARK: - Descriptions of tokens

  @Test func `descriptions and mirrors show only the kind of a token, in any container (T12)`() {
    let secret = Tokens.application(7)._stableKey
    let holders: [Any] = [
      Tokens.application(7), Application(token: Tokens.application(7)), [Tokens.application(7)],
      Set([Tokens.application(7)]),
      ["key": Tokens.application(7)], WebDomain(token: Tokens.webDomain(7)),
      ActivityCategory(token: Tokens.category(7)),
      ActivityCategoryPolicyHolder().policy,
    ]
    for holder in holders {
      var dumped = ""
      dump(holder, to: &dumped)
      for text in ["\(holder)", String(reflecting: holder), dumped] {
        #expect(!text.contains(secret.suffix(4)), "\(text)")
        #expect(text.contains("Token<"), "\(text)")
      }
    }
  }

  @Test func `sets are sent sorted by token bytes (T12)`() throws {
    let numbers = Array(1...40)
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot([])) {
      let store = ManagedSettingsStore()
      store.shield.applications = Set(numbers.reversed().map { Tokens.application($0) })
      store.shield.applicationCategories = .specific(
        Set(numbers.map { Tokens.category($0) }), except: Set(numbers.map { Tokens.application($0) }))
    }
    let (applications, categories) = (numbers.map { Tokens.wire($0) }, numbers.map { Tokens.wire($0, kind: 3) })
    #expect(
      outcome.effects == [
        .setSetting(store: "Default", key: .shieldApplications, value: .tokens(applications)),
        .setSetting(
          store: "Default", key: .shieldApplicationCategories,
          value: .categoryPolicy(.specific(categories: categories, except: applications))),
      ])
  }

  // MARK: - Refreshing

  @Test func `refreshing keeps count and order and replaces rotated tokens (T10)`() throws {
    _ = try CallbackHarness.run(snapshot: Self.statuses) {
      var tokens = [2, 1, 2, 1].map { Tokens.application($0) }
      try ManagedSettingsStore.refresh(&tokens)
      #expect(tokens == [2, 11, 2, 11].map { Tokens.application($0) })
    }
  }

  @Test func `refreshing keeps revoked and unknown tokens and then throws their indexes (T10)`() throws {
    _ = try CallbackHarness.run(snapshot: Self.statuses) {
      var tokens = [3, 1, 4, 2].map { Tokens.application($0) }
      let error = #expect(throws: TokenRefreshError.self) { try ManagedSettingsStore.refresh(&tokens) }
      #expect(tokens == [3, 11, 4, 2].map { Tokens.application($0) })
      #expect(error?.statuses == [0: .revoked, 2: .unknown])
      #expect(
        error?.description
          == "Refreshing tokens left 2 of them unusable; they were revoked or never issued: pick them again.")
    }
  }

  @Test func `a token that is not in the snapshot's list is valid (T10)`() throws {
    _ = try CallbackHarness.run(snapshot: Self.statuses) {
      var categories = [Tokens.category(1)]
      var domains = [Tokens.webDomain(3)]
      try ManagedSettingsStore.refresh(&categories)
      try ManagedSettingsStore.refresh(&domains)
      #expect(categories == [Tokens.category(1)])
      #expect(domains == [Tokens.webDomain(3)])
      #expect((1...4).map { Tokens.application($0)._status } == [.rotated, .valid, .revoked, .unknown])
    }
    #expect(Tokens.application(1)._status == .valid)
  }

  // MARK: - Rotation

  @Test func `observers receive the expiry message before the callback of the rotation (T11)`() async {
    await #expect(processExitsWith: .success) {
      let isPosted = DispatchSemaphore(value: 0)
      let observation = NotificationCenter.default.addObserver(
        of: ManagedSettingsStore.self, for: .tokensDidExpire
      ) { _ in isPosted.signal() }
      // This would block if the message were posted after the callback or not at all.
      try await onOwnThread {
        _ = try CallbackHarness.run(snapshot: Self.statuses) { isPosted.wait() }
      }
      NotificationCenter.default.removeObserver(observation)
    }
  }

  @Test func `observers of the name and of the message are each notified of a rotation once (T11)`() async {
    await #expect(processExitsWith: .success) {
      let (named, told) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let byName = NotificationCenter.default.addObserver(
        forName: ManagedSettingsStore.TokenExpiryMessage.name, object: nil, queue: nil
      ) { _ in named.signal() }
      let byMessage = NotificationCenter.default.addObserver(
        of: ManagedSettingsStore.self, for: .tokensDidExpire
      ) { _ in told.signal() }
      try await onOwnThread { _ = try CallbackHarness.run(snapshot: Self.statuses) { told.wait() } }
      #expect(named.wait(timeout: .now() + 10) == .success)
      for once in [named, told] { #expect(once.wait(timeout: .now() + 0.2) == .timedOut) }
      NotificationCenter.default.removeObserver(byName)
      NotificationCenter.default.removeObserver(byMessage)
    }
  }
}

private struct ActivityCategoryPolicyHolder {
  let policy = ShieldSettings.ActivityCategoryPolicy<Application>.specific(
    [Tokens.category(7)], except: [Tokens.application(7)])
}
