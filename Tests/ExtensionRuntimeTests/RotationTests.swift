// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import Synchronization
import Testing

@Suite struct RotationTests {
  /// A token of one generation of the family's key.
  private static func token(_ number: UInt8, epoch: UInt8) -> WireToken? {
    let bytes: [UInt8] = [1, 1, 0, epoch] + Array(repeating: 0, count: 19) + [number]
    return WireToken(Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"))
  }

  /// The old tokens of the generations before `epoch`, each with its successor; none in epoch 0.
  private static func rotated(to epoch: UInt8, tokens: [UInt8] = [1, 2]) -> [TokenStatus] {
    guard epoch > 0 else { return [] }
    return tokens.compactMap { number in
      token(number, epoch: epoch - 1).map {
        TokenStatus(token: $0, status: .rotated, to: token(number, epoch: epoch))
      }
    }
  }

  @Test(arguments: [UInt8(1), 2, 255]) func `reads the generation of a token`(epoch: UInt8) throws {
    #expect(try #require(Self.token(7, epoch: epoch)).epoch == UInt16(epoch))
  }

  @Test func `a rotation is announced once, before the callback that reports it (T11)`() async {
    await #expect(processExitsWith: .success) {
      let log = Mutex<[String]>([])
      ExtensionSession.onTokenRotation { log.withLock { $0.append("rotation") } }
      let revoked = [Self.token(9, epoch: 1)].compactMap { $0 }.map { TokenStatus(token: $0, status: .revoked) }
      try Self.converse(
        [
          [], revoked, Self.rotated(to: 2), Self.rotated(to: 2) + revoked, Self.rotated(to: 2, tokens: [1]),
          Self.rotated(to: 3), Self.rotated(to: 3), [], Self.rotated(to: 2),
        ]
      ) { index in log.withLock { $0.append("callback \(index)") } }
      let expected = [
        "callback 0", "callback 1", "rotation", "callback 2", "callback 3", "callback 4", "rotation", "callback 5",
        "callback 6", "callback 7", "rotation", "callback 8",
      ]
      #expect(log.withLock { $0 } == expected)
    }
  }

  /// Performs, in one process, a callback for each list in its snapshot.
  private static func converse(_ lists: [[TokenStatus]], _ body: @escaping @Sendable (Int) -> Void) throws {
    let hello = HelloParams(
      point: .monitor, features: [], extension: "test.monitor", capabilities: [], behaviour: .strict,
      limits: HelloLimits(for: .monitor))
    let performs = lists.enumerated().map { index, tokens in
      Envelope.request(
        id: RequestID(.host, Int64(index + 2)), method: "perform",
        params: PerformParams(
          callback: .monitor(.intervalDidStart, activity: "\(index)", event: nil),
          delivery: DeliveryInfo(attempt: 1, now: 0),
          snapshot: Snapshot(environment: CallbackHarness.environment, authorization: .approved, tokens: tokens),
          deadlineMs: 5_000
        ).wire)
    }
    let channel = CallbackHarness(
      script: [.request(id: RequestID(.host, 1), method: "hello", params: hello.wire)] + performs,
      last: RequestID(.host, Int64(lists.count + 1))
    ) { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "not scripted"))) }
    let session = ExtensionSession(channel: channel)
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    session.start(NumberedHandler(body))
    ended.wait()
  }
}

/// Calls `body` with the number that is the activity's name.
private final class NumberedHandler: ExtensionPointHandler {
  let point = ExtensionPoint.monitor
  private let body: @Sendable (Int) -> Void

  init(_ body: @escaping @Sendable (Int) -> Void) { self.body = body }

  func perform(_ request: CallbackRequest) throws -> WireValue {
    if case .monitor(_, let activity, _) = request.callback, let number = Int(activity) { body(number) }
    return [:]
  }
}
