// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import ExtensionTransport
import Synchronization
import Testing

/// The principal object is created while the session already reads the wire.
@Suite(.timeLimit(.minutes(20))) struct ServedHandlerTests {
  private final class Handler: ExtensionPointHandler {
    let point = ExtensionPoint.monitor
    func perform(_ request: CallbackRequest) throws -> WireValue { [:] }
  }

  private static let hello = HelloParams(
    point: .monitor, features: [], extension: "test.monitor", capabilities: [], behaviour: .strict,
    limits: HelloLimits(for: .monitor))
  private static let perform = PerformParams(
    callback: .monitor(.intervalDidStart, activity: "day", event: nil), delivery: DeliveryInfo(attempt: 1, now: 0),
    snapshot: Snapshot(
      environment: EnvironmentSnapshot(locale: "en", timeZone: "UTC", firstWeekday: 1, uses24Hour: true)),
    deadlineMs: 5_000)

  private static func request(_ number: Int64, _ method: Method, _ params: WireValue) -> WireValue {
    Envelope.request(id: RequestID(.host, number), method: method.rawValue, params: params).wire
  }

  private static func answered(_ line: WireValue) throws -> RequestID? {
    if case .result(let id, _) = try Envelope(wire: line, from: .extension) { id } else { nil }
  }

  @Test func `hello is answered before the handler exists, and the first callback waits for it`() throws {
    let pair = InMemoryPipe.makePair(host: .host(receiving: .standard), extension: .extension(sending: .standard))
    let session = ExtensionSession(channel: WireChannel(pair.extension))
    let served = ServedHandler(at: .monitor)
    session.start(served)
    try pair.host.send(Self.request(1, .hello, Self.hello.wire))
    #expect(try Self.answered(pair.host.receive(deadline: .after(.seconds(60)))) == RequestID(.host, 1))

    try pair.host.send(Self.request(2, .perform, Self.perform.wire))
    #expect(throws: ReceiveError.timedOut) { try pair.host.receive(deadline: .after(.milliseconds(200))) }

    served.supply(Handler())
    #expect(try Self.answered(pair.host.receive(deadline: .after(.seconds(60)))) == RequestID(.host, 2))
    try pair.host.send(Self.request(3, .perform, Self.perform.wire))
    #expect(try Self.answered(pair.host.receive(deadline: .after(.seconds(60)))) == RequestID(.host, 3))
    pair.host.closeSending()
  }

  @Test func `hello is refused if the manifest names another point than the handler's class`() throws {
    let pair = InMemoryPipe.makePair(host: .host(receiving: .standard), extension: .extension(sending: .standard))
    ExtensionSession(channel: WireChannel(pair.extension)).start(ServedHandler(at: .shieldAction))
    try pair.host.send(Self.request(1, .hello, Self.hello.wire))
    let line = try pair.host.receive(deadline: .after(.seconds(60)))
    guard case .failure(_, let error) = try Envelope(wire: line, from: .extension) else {
      Issue.record("hello was answered with \(line)")
      return
    }
    #expect(error.message.contains("serves monitor, but its principal class serves shieldAction"))
    pair.host.closeSending()
  }

  @Test(arguments: [
    ("3:4", 3, 4), ("0:0", 0, 0), ("2147483647:10", 2_147_483_647, 10),
  ]) func `reads two descriptors`(_ text: String, _ reading: Int32, _ writing: Int32) {
    let descriptors = WireChannel.descriptors(text)
    #expect(descriptors?.reading == reading)
    #expect(descriptors?.writing == writing)
  }

  @Test(arguments: [
    "", ":", "3", "3:", ":4", "3:4:5", "-3:4", "3:-4", "3 :4", "3:4 ", "0x3:4", "2147483648:4", "3:99999999999", "٣:٤",
  ]) func `refuses anything else than two descriptors`(_ text: String) {
    #expect(WireChannel.descriptors(text) == nil)
  }
}
