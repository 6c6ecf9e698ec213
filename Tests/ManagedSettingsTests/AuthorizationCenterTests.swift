// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import SDKTestSupport
import Synchronization
import TestThreads
import Testing

@testable import FamilyControls

/// Authorization from the point of view of an extension's code.
@Suite struct AuthorizationCenterTests {
  private static let launch = Callback.activate(.init(reason: .launch, openRequest: nil))

  private static func snapshot(_ authorization: Authorization) -> Snapshot {
    Snapshot(environment: CallbackHarness.environment, authorization: authorization)
  }

  private static func callback(at point: ExtensionPoint) -> Callback {
    switch point {
    case .app: launch
    case .shieldAction: .shieldAction(.init(action: .primaryButtonPressed, target: .application, token: Tokens.wire(1)))
    case .shieldConfiguration:
      .shieldConfiguration(
        .init(item: .init(kind: .application, token: Tokens.wire(1), name: "Game"), category: nil, isRedraw: false))
    default: .monitor(.intervalDidStart, activity: "a", event: nil)
    }
  }

  /// Runs `body` in one callback. `verdict` is the host's answer to `authorize`.
  @discardableResult
  private func inCallback(
    at point: ExtensionPoint = .app, behaviour: Behaviour = .strict, _ authorization: Authorization,
    verdict: Result<Authorization, ErrorObject> = .failure(ErrorObject(.denied, "not scripted")),
    _ body: @escaping @Sendable (AuthorizationCenter) throws -> Void
  ) async throws -> (outcome: CallbackHarness.Outcome, asked: Int) {
    let asked = Counter()
    let outcome = try await onOwnThread {
      try CallbackHarness.run(
        point: point, behaviour: behaviour, snapshot: Self.snapshot(authorization), callback: Self.callback(at: point),
        answer: { method, _ in
          asked.increment()
          if method == "commit" {
            return verdict.map { CommitResult(revision: 1, snapshot: Self.snapshot($0)).wire }
              .mapError { HandlerFailure($0) }
          }
          return verdict.map { AuthorizeResult(authorization: $0).wire }.mapError { HandlerFailure($0) }
        },
        { try body(AuthorizationCenter()) })
    }
    return (outcome, asked.value)
  }

  private static func request(_ center: AuthorizationCenter, for member: FamilyControlsMember = .individual) throws {
    try #require(ExtensionSession.current).waitForTask { try await center.requestAuthorization(for: member) }
  }

  @Test(arguments: [ExtensionPoint.app, .monitor, .shieldAction, .shieldConfiguration])
  func `reads the status at the first read, at every point (A1)`(_ point: ExtensionPoint) async throws {
    for (known, status) in [
      (Authorization.approved, AuthorizationStatus.approved), (.denied, .denied), (.notDetermined, .notDetermined),
    ] {
      try await inCallback(at: point, known) { #expect($0.authorizationStatus == status) }
    }
  }

  @Test func `an app in compat reads notDetermined until its first request (A1)`() async throws {
    try await inCallback(behaviour: .appleCompatible, .approved, verdict: .success(.approved)) { center in
      #expect(center.authorizationStatus == .notDetermined)
      try Self.request(center)
      #expect(center.authorizationStatus == .approved)
    }
    // As on Apple's platforms, its extensions read the status from the start.
    try await inCallback(at: .monitor, behaviour: .appleCompatible, .approved) {
      #expect($0.authorizationStatus == .approved)
    }
  }

  @Test func `an app in compat reads a later change (A1)`() async throws {
    let seen = Seen()
    try await inCallbacks(behaviour: .appleCompatible, [.approved, .approved, .denied]) {
      seen.note($0.authorizationStatus)
    }
    #expect(seen.statuses == [.notDetermined, .notDetermined, .denied])
  }

  @Test func `a change from outside is visible with the next snapshot (A10)`() async throws {
    let seen = Seen()
    try await inCallbacks([.notDetermined, .approved, .denied]) { seen.note($0.authorizationStatus) }
    #expect(seen.statuses == [.notDetermined, .approved, .denied])
  }

  @Test(arguments: [ExtensionPoint.monitor, .shieldAction])
  func `only the app may ask; an approved extension needs no prompt (A2)`(_ point: ExtensionPoint) async throws {
    for status in [Authorization.denied, .notDetermined] {
      let asked = try await inCallback(at: point, status) { center in
        #expect(throws: FamilyControlsError.invalidArgument) { try Self.request(center) }
      }.asked
      #expect(asked == 0)
    }
    let asked = try await inCallback(at: point, .approved) { center in try Self.request(center) }.asked
    #expect(asked == 0)
  }

  @Test func `a request succeeds with the host's answer, and the status follows (A5, A6)`() async throws {
    let asked = try await inCallback(.notDetermined, verdict: .success(.approved)) { center in
      try Self.request(center)
      #expect(center.authorizationStatus == .approved)
    }.asked
    #expect(asked == 1)
  }

  @Test func `a refusal throws authorizationCanceled, and the status is denied at once (A7)`() async throws {
    let refusal = ErrorObject(.authorization, "no", reason: "authorizationCanceled")
    try await inCallback(.notDetermined, verdict: .failure(refusal)) { center in
      #expect(throws: FamilyControlsError.authorizationCanceled) { try Self.request(center) }
      #expect(center.authorizationStatus == .denied)
    }
  }

  @Test(arguments: [
    ErrorObject(.authorization, "unanswered", retry: .same, reason: "authorizationCanceled"),
    ErrorObject(.rateLimited, "too many questions"), ErrorObject(.cancelled, "revoked"), ErrorObject(.busy, "full"),
  ])
  func `a request that nobody answered throws authorizationCanceled and keeps the status (A13, H10)`(
    _ refusal: ErrorObject
  ) async throws {
    let asked = try await inCallback(.notDetermined, verdict: .failure(refusal)) { center in
      for _ in 0..<2 {
        #expect(throws: FamilyControlsError.authorizationCanceled) { try Self.request(center) }
        #expect(center.authorizationStatus == .notDetermined)
      }
    }.asked
    #expect(asked == 2)
  }

  @Test(arguments: [
    ("restricted", FamilyControlsError.restricted), ("unavailable", .unavailable),
    ("invalidAccountType", .invalidAccountType), ("authorizationConflict", .authorizationConflict),
    ("authenticationMethodUnavailable", .authenticationMethodUnavailable),
  ])
  func `every other refusal throws its own error and keeps the status (A3, A4, A5, A12)`(
    _ reason: String, _ error: FamilyControlsError
  ) async throws {
    try await inCallback(.notDetermined, verdict: .failure(ErrorObject(.authorization, "no", reason: reason))) {
      center in
      #expect(throws: error) { try Self.request(center, for: .child) }
      #expect(center.authorizationStatus == .notDetermined)
    }
  }

  @Test func `a request without a host throws unavailable (A12)`() async {
    let center = AuthorizationCenter()
    #expect(center.authorizationStatus == .notDetermined)
    await #expect(throws: FamilyControlsError.unavailable) { try await center.requestAuthorization(for: .individual) }
  }

  @Test(arguments: [Authorization.notDetermined, .denied])
  func `revoking without an approval succeeds without a request (A9)`(_ status: Authorization) async throws {
    let (outcome, asked) = try await inCallback(status) { center in
      center.revokeAuthorization { result in #expect(throws: Never.self) { try result.get() } }
      #expect(center.authorizationStatus == AuthorizationStatus(rawValue: status == .denied ? 1 : 0))
    }
    #expect(asked == 0)
    #expect(outcome.effects.isEmpty && outcome.commits.isEmpty)
  }

  @Test func `revoking commits to the host and the status is denied at once (A9)`() async throws {
    let outcome = try await inCallback(.approved, verdict: .success(.denied)) { center in
      center.revokeAuthorization { result in #expect(throws: Never.self) { try result.get() } }
      #expect(center.authorizationStatus == .denied)
    }.outcome
    #expect(outcome.commits.map(\.effects) == [[.revokeAuthorization]])
    #expect(outcome.effects.isEmpty)
  }

  @Test func `a revocation that the guardian refuses keeps the status (A8)`() async throws {
    let refusal = ErrorObject(.authorization, "no", reason: "authorizationCanceled")
    let outcome = try await inCallback(.approved, verdict: .failure(refusal)) { center in
      center.revokeAuthorization { result in
        #expect(throws: FamilyControlsError.authorizationCanceled) { try result.get() }
      }
      #expect(center.authorizationStatus == .approved)
    }.outcome
    #expect(outcome.error == nil)
  }

  // MARK: -

  /// Runs several callbacks in one process, each with its own snapshot. The first one creates the centre.
  private func inCallbacks(
    behaviour: Behaviour = .strict, _ authorizations: [Authorization],
    _ body: @escaping @Sendable (AuthorizationCenter) -> Void
  ) async throws {
    let hello = HelloParams(
      point: .app, features: Feature.offered(to: .app), extension: "test.app", capabilities: [], behaviour: behaviour,
      limits: HelloLimits(for: .app))
    var script: [Envelope] = [.request(id: RequestID(.host, 1), method: "hello", params: hello.wire)]
    var last = RequestID(.host, 1)
    for (index, authorization) in authorizations.enumerated() {
      last = RequestID(.host, Int64(index + 2))
      let perform = PerformParams(
        callback: index == 0 ? Self.launch : .stateChanged(changes: [.authorization]),
        delivery: DeliveryInfo(attempt: 1, now: 1_786_652_760_000), snapshot: Self.snapshot(authorization),
        deadlineMs: 5_000)
      script.append(.request(id: last, method: "perform", params: perform.wire))
    }
    let channel = CallbackHarness(script: script, last: last) { _, _ in
      .failure(HandlerFailure(ErrorObject(.denied, "not scripted")))
    }
    let session = ExtensionSession(channel: channel)
    await withCheckedContinuation { ended in
      session.onEnd { ended.resume() }
      session.start(CenterHandler(body))
    }
  }

}

/// An app that keeps one centre, as `AuthorizationCenter.shared` is.
private final class CenterHandler: ExtensionPointHandler {
  let point = ExtensionPoint.app
  private let body: (AuthorizationCenter) -> Void
  private var center: AuthorizationCenter?

  init(_ body: @escaping (AuthorizationCenter) -> Void) { self.body = body }

  func perform(_ request: CallbackRequest) throws -> WireValue {
    let center = self.center ?? AuthorizationCenter()
    self.center = center
    body(center)
    return [:]
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }
  func increment() { count.withLock { $0 += 1 } }
}

private final class Seen: Sendable {
  private let list = Mutex<[AuthorizationStatus]>([])

  var statuses: [AuthorizationStatus] { list.withLock { $0 } }
  func note(_ status: AuthorizationStatus) { list.withLock { $0.append(status) } }
}
