// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import ExtensionTransport
import Foundation
import Testing

/// An acknowledgement is sent together with a quick answer, and on its own before a slow one (`wire.md#deadlines`).
@Suite(.timeLimit(.minutes(20))) struct WireChannelTests {
  private let pair = InMemoryPipe.makePair(
    host: .host(receiving: .standard), extension: .extension(sending: .standard))
  private let ack = Envelope.notification(method: "ack", params: Ack(request: RequestID(.host, 2)).wire)

  @Test func `a deferred message is sent before the next message`() throws {
    let channel = WireChannel(pair.extension)
    let reply = Envelope.result(id: RequestID(.host, 2), result: [:])
    channel.sendSoon(ack)
    #expect(throws: ReceiveError.timedOut) { try pair.host.receive(deadline: .now) }
    try channel.send(reply)
    #expect(try pair.host.receive(deadline: .now) == ack.wire)
    #expect(try pair.host.receive(deadline: .now) == reply.wire)
  }

  @Test func `a flush sends a deferred message once`() throws {
    let channel = WireChannel(pair.extension)
    channel.sendSoon(ack)
    try channel.flush()
    try channel.flush()
    #expect(try pair.host.receive(deadline: .now) == ack.wire)
    #expect(throws: ReceiveError.timedOut) { try pair.host.receive(deadline: .now) }
  }

  @Test func `an answer over a limit leaves the deferred message for the next send`() throws {
    let channel = WireChannel(pair.extension)
    channel.sendSoon(ack)
    let tooLong = WireValue.array(Array(repeating: .integer(1), count: WireLimits.elementsPerArray + 1))
    #expect(throws: SendError.self) {
      try channel.send(.result(id: RequestID(.host, 2), result: ["list": tooLong]))
    }
    #expect(throws: ReceiveError.timedOut) { try pair.host.receive(deadline: .now) }
    try channel.send(.result(id: RequestID(.host, 2), result: [:]))
    #expect(try pair.host.receive(deadline: .now) == ack.wire)
  }
}
