// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import Synchronization
import Testing

@Suite struct ExtensionSessionTests {
  private static let flag = Effect.setSetting(store: "Default", key: .denySiri, value: .bool(true))

  /// Runs a script of host messages through a session until the last one is answered.
  private func converse(_ script: [Envelope], last: RequestID, point: ExtensionPoint = .monitor) -> [Envelope] {
    let channel = CallbackHarness(script: script, last: last) { _, _ in
      .failure(HandlerFailure(ErrorObject(.denied, "not scripted")))
    }
    let session = ExtensionSession(channel: channel)
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    session.start(SilentHandler(point: point))
    ended.wait()
    return channel.sent
  }

  private static func hello(
    point: ExtensionPoint = .monitor, protocols: [Int64] = [1], features: [Feature] = [.ack]
  ) -> Envelope {
    let params = HelloParams(
      protocols: protocols, point: point, features: features, extension: "test.extension", capabilities: [],
      behaviour: .strict, limits: HelloLimits(for: point))
    return .request(id: RequestID(.host, 1), method: "hello", params: params.wire)
  }

  @Test func `answers error 1000 with its own versions when the two sides share none`() {
    let sent = converse([Self.hello(protocols: [2, 3])], last: RequestID(.host, 1))
    guard case .failure(_, let error)? = sent.first else {
      Issue.record("expected an error, got \(sent)")
      return
    }
    #expect(error.code == .versionUnsupported)
    #expect(error.supported == SupportedVersions(protocols: [1], schemas: [1]))
  }

  @Test func `names the host's point when the program implements another one (§8.16)`() {
    let sent = converse([Self.hello(point: .shieldAction)], last: RequestID(.host, 1))
    guard case .failure(_, let error)? = sent.first else {
      Issue.record("expected an error, got \(sent)")
      return
    }
    #expect(error.pointer == "/params/point")
    #expect(error.message.contains("shieldAction"))
  }

  @Test func `answers an unknown request and ignores an unknown notification`() {
    let last = RequestID(.host, 2)
    let sent = converse(
      [
        Self.hello(), .notification(method: "news", params: [:]), .request(id: last, method: "dance", params: [:]),
      ], last: last)
    #expect(sent.count == 3)
    #expect(sent.dropFirst().first == .notification(method: "ack", params: ["request": "h2"]))
    guard case .failure(last, let error)? = sent.last else {
      Issue.record("expected an error, got \(sent)")
      return
    }
    #expect(error.code == .methodNotFound)
  }

  @Test func `refuses a second hello`() {
    let last = RequestID(.host, 2)
    let again = HelloParams(
      point: .monitor, features: [], extension: "test.extension", capabilities: [], behaviour: .strict,
      limits: HelloLimits(for: .monitor))
    let sent = converse([Self.hello(), .request(id: last, method: "hello", params: again.wire)], last: last)
    guard case .failure(last, let error)? = sent.last else {
      Issue.record("expected an error, got \(sent)")
      return
    }
    #expect(error.code == .invalidRequest)
  }

  @Test func `does not acknowledge at a sealed point`() throws {
    let last = RequestID(.host, 2)
    let sent = converse(
      [Self.hello(point: .report, features: []), .request(id: last, method: "dance", params: [:])], last: last,
      point: .report)
    #expect(sent.count == 2)
  }

  @Test func `a callback of a newer host gets methodNotFound`() throws {
    let outcome = try CallbackHarness.run(callback: .unknown(name: "intervalWasPostponed")) {
      throw HandlerFailure(ErrorObject(.methodNotFound, "no such callback"))
    }
    #expect(outcome.error?.code == .methodNotFound)
  }

  @Test func `an error thrown by the developer's code becomes error 1200 without effects (C2)`() throws {
    struct Mistake: Error {}
    let outcome = try CallbackHarness.run {
      ExtensionSession.current?.write([Self.flag])
      throw Mistake()
    }
    #expect(outcome.error?.code == .extensionError)
    #expect(outcome.effects.isEmpty)
  }

  @Test func `writes on another thread belong to the running callback (C8)`() throws {
    let outcome = try CallbackHarness.run {
      let session = try #require(ExtensionSession.current)
      let written = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        session.write([Self.flag])
        written.signal()
      }
      written.wait()
    }
    #expect(outcome.effects == [Self.flag])
    #expect(outcome.commits.isEmpty)
  }

  @Test func `asynchronous code keeps the callback's context and session`() throws {
    let outcome = try CallbackHarness.run {
      let session = try #require(ExtensionSession.current)
      try session.waitForTask {
        await Task.yield()
        #expect(CallbackContext.current?.attempt == 1)
        ExtensionSession.current?.write([Self.flag])
      }
    }
    #expect(outcome.effects == [Self.flag])
  }

  @Test func `outside a callback each write is one commit, and its answer is the new state (C8)`() throws {
    let environment = CallbackHarness.environment
    var after = Snapshot(environment: environment, authorization: .approved, revision: 8)
    after.stores = [StoreSnapshot(name: "Default", settings: [.denySiri: .bool(true)])]
    let answer = CommitResult(revision: 8, snapshot: after).wire
    let before = PerformParams(
      callback: .activate(ActivateArguments(reason: .launch)), delivery: DeliveryInfo(attempt: 1, now: 0),
      snapshot: Snapshot(environment: environment, authorization: .approved), deadlineMs: 5_000)
    let commits = Mutex<[WireValue]>([])
    let channel = CallbackHarness(
      script: [
        Self.hello(point: .app, features: [.ack, .commit]),
        .request(id: RequestID(.host, 2), method: "perform", params: before.wire),
      ], last: RequestID(.host, 9)
    ) { _, params in
      commits.withLock { $0.append(params) }
      return .success(answer)
    }
    let session = ExtensionSession(channel: channel)
    let handler = SilentHandler(point: .app)
    session.start(handler)
    handler.performed.wait()
    while channel.sent.count < 3 { Thread.sleep(forTimeInterval: 0.001) }
    session.write([Self.flag])
    #expect(session.snapshot == after)
    #expect(commits.withLock { $0 } == [CommitParams(effects: [Self.flag]).wire])
  }

  @Test func `a refused commit keeps the old state (C8)`() throws {
    let before = PerformParams(
      callback: .activate(ActivateArguments(reason: .launch)), delivery: DeliveryInfo(attempt: 1, now: 0),
      snapshot: Snapshot(environment: CallbackHarness.environment, authorization: .approved), deadlineMs: 5_000)
    let channel = CallbackHarness(
      script: [
        Self.hello(point: .app, features: [.commit]),
        .request(id: RequestID(.host, 2), method: "perform", params: before.wire),
      ], last: RequestID(.host, 9)
    ) { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "no"))) }
    let session = ExtensionSession(channel: channel)
    let handler = SilentHandler(point: .app)
    session.start(handler)
    handler.performed.wait()
    while channel.sent.count < 2 { Thread.sleep(forTimeInterval: 0.001) }
    session.write([Self.flag])
    #expect(session.snapshot?.stores.isEmpty == true)
  }
}

/// Answers every callback with an empty result.
private final class SilentHandler: ExtensionPointHandler {
  let point: ExtensionPoint
  let performed = DispatchSemaphore(value: 0)

  init(point: ExtensionPoint) { self.point = point }

  func contexts() throws -> [String]? { point == .report ? ["Today"] : nil }

  func perform(_ request: CallbackRequest) throws -> WireValue {
    performed.signal()
    return [:]
  }
}
