// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import ManagedSettings
import SDKTestSupport
import Testing

/// Shield actions that call their completion handler twice or late.
@Suite struct CompletionTests {
  /// Presses the primary button and returns the terminal reply.
  private func press(_ body: @escaping @Sendable (@escaping @Sendable (ShieldActionResponse) -> Void) -> Void)
    -> Envelope?
  {
    let hello = HelloParams(
      point: .shieldAction, features: [], extension: "homework.action", capabilities: [], behaviour: .strict,
      limits: HelloLimits(for: .shieldAction))
    let arguments = ShieldActionArguments(
      action: .primaryButtonPressed, target: .application, token: Tokens.wire(1))
    let snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
    let perform = PerformParams(
      callback: .shieldAction(arguments), delivery: DeliveryInfo(attempt: 1, now: 0), snapshot: snapshot,
      deadlineMs: 3_000)
    let last = RequestID(.host, 2)
    let channel = CallbackHarness(
      script: [
        .request(id: RequestID(.host, 1), method: "hello", params: hello.wire),
        .request(id: last, method: "perform", params: perform.wire),
      ], last: last
    ) { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "not scripted"))) }
    let session = ExtensionSession(channel: channel)
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    session.start(PressDelegate(body)._handler)
    ended.wait()
    return channel.sent.last
  }

  @Test func `the first of two completions counts, and there is one reply (§8.8)`() {
    let reply = press { complete in
      complete(.close)
      complete(.defer)
    }
    #expect(reply == .result(id: RequestID(.host, 2), result: ["response": "close"]))
  }

  @Test func `a second completion is one sentence on standard error`() async {
    let twice = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = CompletionTests().press { complete in
        complete(.close)
        complete(.defer)
      }
    }
    #expect(
      String(decoding: twice?.standardErrorContent ?? [], as: UTF8.self)
        == "A shield action called its completion handler again; only its first answer counts.\n")
    let once = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = CompletionTests().press { $0(.close) }
    }
    #expect(once?.standardErrorContent == [])
  }

  @Test func `a completion after the method returned is the reply (§8.8)`() {
    let reply = press { complete in
      Thread.detachNewThread {
        complete(.defer)
        complete(.close)
      }
    }
    #expect(reply == .result(id: RequestID(.host, 2), result: ["response": "defer"]))
  }
}

private final class PressDelegate: ShieldActionDelegate {
  private let body: @Sendable (@escaping @Sendable (ShieldActionResponse) -> Void) -> Void

  init(_ body: @escaping @Sendable (@escaping @Sendable (ShieldActionResponse) -> Void) -> Void) {
    self.body = body
    super.init()
  }

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    // SAFETY: the runtime's completion may be called from any thread; Apple's signature can't express that.
    nonisolated(unsafe) let completionHandler = completionHandler
    body { completionHandler($0) }
  }
}
