// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import Synchronization
import TestThreads
import Testing

@testable import ManagedSettings

/// Messages to the observers of a store when the snapshot changes.
@Suite struct SnapshotObserverTests {
  enum First: String, CaseIterable, Codable { case name, store, defaultStore }

  @Test(arguments: First.allCases)
  func `an observer of the message type is notified of a rotation once the process has used the SDK (T11)`(
    _ first: First
  ) async {
    // In a process of its own, since the message is posted from the first use on.
    await #expect(processExitsWith: .success) { [first = first as First] in
      switch first {
      case .name: _ = ManagedSettingsStore.TokenExpiryMessage.name
      case .store: _ = ManagedSettingsStore(named: .init("a"))
      case .defaultStore: _ = ManagedSettingsStore()
      }
      let posted = DispatchSemaphore(value: 0)
      let observation = NotificationCenter.default.addObserver(
        for: ManagedSettingsStore.TokenExpiryMessage.self
      ) { _ in posted.signal() }
      var snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
      snapshot.tokens = [TokenStatus(token: Tokens.wire(1), status: .rotated, to: Tokens.wire(11))]
      let rotated = snapshot
      let isPosted = Mutex(false)
      try await onOwnThread {
        _ = try CallbackHarness.run(snapshot: rotated) {
          isPosted.withLock { $0 = posted.wait(timeout: .now() + 10) == .success }
        }
      }
      let wasPosted = isPosted.withLock { $0 }
      #expect(wasPosted)
      NotificationCenter.default.removeObserver(observation)
    }
  }

  @Test func `each published media value changes alone`() throws {
    let none = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
    for (media, movie, television, isDenied) in [
      (EffectiveMedia(denyExplicitContent: true), 1_000, 1_000, true),
      (EffectiveMedia(maximumMovieRating: 200), 200, 1_000, false),
      (EffectiveMedia(maximumTVShowRating: 300), 1_000, 300, false), (EffectiveMedia(), 1_000, 1_000, false),
    ] {
      var after = none
      after.effective = media
      let answer = CommitResult(revision: 1, snapshot: after).wire
      _ = try CallbackHarness.run(
        point: .app, snapshot: none, callback: .activate(.init(reason: .launch, openRequest: nil)),
        answer: { _, _ in .success(answer) }
      ) {
        let store = ManagedSettingsStore()
        let session = try #require(ExtensionSession.current)
        try session.writeOrThrow(.setSetting(store: "Default", key: .denySiri, value: .bool(true)), asksHost: true)
        #expect(store.effectiveMaximumMovieRating == movie && store.effectiveMaximumTVShowRating == television)
        #expect(store.effectiveDenyExplicitContent == isDenied)
      }
    }
  }
}
