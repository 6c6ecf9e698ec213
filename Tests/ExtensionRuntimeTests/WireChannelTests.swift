// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import ExtensionTransport
import Foundation
import Testing

/// Acknowledgements travel with the answer when it is quick, and alone when it is not (`wire.md#deadlines`).
@Suite(.timeLimit(.minutes(20))) struct WireChannelTests {
  private let pair = InMemoryPipe.makePair(
    host: .host(receiving: .standard), extension: .extension(sending: .standard))
  private let ack = Envelope.notification(method: "ack", params: Ack(request: RequestID(.host, 2)).wire)

  @Test func `what is to be sent soon goes ahead of the next message`() throws {
    let channel = WireChannel(pair.extension)
    let reply = Envelope.result(id: RequestID(.host, 2), result: [:])
    channel.sendSoon(ack)
    #expect(throws: ReceiveError.timedOut) { try pair.host.receive(deadline: .now) }
    try channel.send(reply)
    #expect(try pair.host.receive(deadline: .now) == ack.wire)
    #expect(try pair.host.receive(deadline: .now) == reply.wire)
  }

  @Test func `without a next message it goes alone, once, when it is told to`() throws {
    let channel = WireChannel(pair.extension)
    channel.sendSoon(ack)
    try channel.flush()
    try channel.flush()
    #expect(try pair.host.receive(deadline: .now) == ack.wire)
    #expect(throws: ReceiveError.timedOut) { try pair.host.receive(deadline: .now) }
  }

  @Test func `an answer that breaks the caps takes nothing along, and the next one does`() throws {
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
