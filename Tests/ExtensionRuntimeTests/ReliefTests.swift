// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import ExtensionTransport
import Foundation
import SDKTestSupport
import Synchronization
import Testing

/// While a callback runs for long or waits for the host, another thread reads messages (`wire.md#deadlines`).
@Suite(.timeLimit(.minutes(20))) struct ReliefTests {
  /// A session over pipes in memory, after hello. `body` runs in each callback.
  private final class Conversation: Sendable {
    let host: any MessageChannel
    let ended = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable (String) throws -> Void) throws {
      let pair = InMemoryPipe.makePair(host: .host(receiving: .standard), extension: .extension(sending: .standard))
      host = pair.host
      let session = ExtensionSession(channel: WireChannel(pair.extension))
      session.onEnd { [ended] in ended.signal() }
      session.start(Handler(body))
      let hello = HelloParams(
        point: .monitor, features: [.ack, .cancel, .commit], extension: "test.monitor", capabilities: [],
        behaviour: .strict, limits: HelloLimits(for: .monitor))
      try host.send(Envelope.request(id: RequestID(.host, 1), method: "hello", params: hello.wire).wire)
      _ = try host.receive()
    }

    func perform(_ number: Int64) throws {
      let params = PerformParams(
        callback: .monitor(.intervalDidStart, activity: "\(number)", event: nil),
        delivery: DeliveryInfo(attempt: 1, now: 0),
        snapshot: Snapshot(
          environment: EnvironmentSnapshot(locale: "en", timeZone: "UTC", firstWeekday: 1, uses24Hour: true)),
        deadlineMs: 5_000)
      try host.send(Envelope.request(id: RequestID(.host, number), method: "perform", params: params.wire).wire)
    }

    func next(within time: Duration = .seconds(60)) throws -> Envelope {
      try Envelope(wire: host.receive(deadline: .after(time)), from: .extension)
    }
  }

  private final class Handler: ExtensionPointHandler {
    let body: @Sendable (String) throws -> Void
    let point = ExtensionPoint.monitor

    init(_ body: @escaping @Sendable (String) throws -> Void) { self.body = body }

    func perform(_ request: CallbackRequest) throws -> WireValue {
      guard case .monitor(_, let activity, _) = request.callback else { return [:] }
      try body(activity)
      return [:]
    }
  }

  private static func ack(_ number: Int64) -> Envelope {
    .notification(method: "ack", params: Ack(request: RequestID(.host, number)).wire)
  }

  @Test func `a long callback is acknowledged before it ends`() throws {
    let goOn = DispatchSemaphore(value: 0)
    let conversation = try Conversation { _ in goOn.wait() }
    try conversation.perform(2)
    #expect(try conversation.next() == Self.ack(2))
    goOn.signal()
    #expect(try conversation.next() == .result(id: RequestID(.host, 2), result: [:]))
    conversation.host.closeSending()
    conversation.ended.wait()
  }

  @Test func `callbacks arrive in order when quick and slow ones alternate`() throws {
    let conversation = try Conversation { if Int($0)?.isMultiple(of: 3) == true { usleep(80_000) } }
    for number in Int64(2)...40 {
      try conversation.perform(number)
      #expect(try conversation.next() == Self.ack(number))
      #expect(try conversation.next() == .result(id: RequestID(.host, number), result: [:]))
    }
    conversation.host.closeSending()
    conversation.ended.wait()
  }

  @Test func `a callback that sends a request receives its answer, even an immediate one`() throws {
    let conversation = try Conversation { _ in
      for _ in 1...20 {
        let session = try #require(ExtensionSession.current)
        let answer: EmptyAnswer = try session.blockingRequest(.commit, EmptyAnswer())
        _ = answer
      }
    }
    for callback in Int64(2)...3 {
      try conversation.perform(callback)
      var message = try conversation.next()
      if message == Self.ack(callback) { message = try conversation.next() }
      while case .request(let id, _, _) = message {
        try conversation.host.send(Envelope.result(id: id, result: [:]).wire)
        message = try conversation.next()
      }
      #expect(message == .result(id: RequestID(.host, callback), result: [:]))
    }
    conversation.host.closeSending()
    conversation.ended.wait()
  }

  @Test func `a closed connection is noticed during a callback`() throws {
    let goOn = DispatchSemaphore(value: 0)
    let conversation = try Conversation { _ in goOn.wait() }
    try conversation.perform(2)
    conversation.host.closeSending()
    conversation.ended.wait()
    goOn.signal()
  }
}

private struct EmptyAnswer: WireConvertible {
  init() {}
  init(wire: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {}
  var wire: WireValue { [:] }
}
