// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Counts the server's connections and enforces their limits.
final class Gate: Sendable {
  struct Limits: Sendable {
    var connections = 200
    var streams = 128
    /// How long a request may take to arrive, and a connection may be idle before one.
    var head = TimeAmount.seconds(10)
    /// How long a peer may leave what was written unread.
    var unread = TimeAmount.seconds(2)
  }

  let limits: Limits
  private let account: uid_t
  private let peer: @Sendable (_ port: Int, _ own: Int) -> uid_t?
  private struct Counts {
    var connections = 0
    var streams = 0
    /// The connections without a whole request yet, oldest first.
    var waiting: [(id: ObjectIdentifier, close: @Sendable () -> Void)] = []
  }

  private let counts = Mutex(Counts())

  /// - Parameter account: the only account that may connect.
  init(
    limits: Limits = Limits(), account: uid_t = geteuid(),
    peer: @escaping @Sendable (_ port: Int, _ own: Int) -> uid_t? = { PeerTable.account(ofPort: $0, to: $1) }
  ) {
    self.limits = limits
    self.account = account
    self.peer = peer
  }

  func admits(_ channel: any Channel) -> Bool {
    guard let port = channel.remoteAddress?.port, let own = channel.localAddress?.port else { return false }
    return peer(port, own) == account
  }

  /// Counts a connection. If there are too many, the one that has waited the longest without a request is closed for it, so
  /// that half-open connections don't block others.
  ///
  /// - Returns: `false` if every connection has made a request.
  func enter(_ id: ObjectIdentifier, close: @escaping @Sendable () -> Void) -> Bool {
    let (isIn, evicted) = counts.withLock { counts -> (Bool, (@Sendable () -> Void)?) in
      var evicted: (@Sendable () -> Void)?
      if counts.connections >= limits.connections {
        guard !counts.waiting.isEmpty else { return (false, nil) }
        evicted = counts.waiting.removeFirst().close
      }
      counts.connections += 1
      counts.waiting.append((id, close))
      return (true, evicted)
    }
    evicted?()
    return isIn
  }

  /// Notes that a connection has made a request.
  func asked(_ id: ObjectIdentifier) { counts.withLock { $0.waiting.removeAll { $0.id == id } } }

  func leave(_ id: ObjectIdentifier) {
    counts.withLock {
      $0.connections -= 1
      $0.waiting.removeAll { $0.id == id }
    }
  }

  func enterStream() -> Bool {
    counts.withLock { counts in
      guard counts.streams < limits.streams else { return false }
      counts.streams += 1
      return true
    }
  }

  func leaveStream() { counts.withLock { $0.streams -= 1 } }
}

/// Stands before the HTTP parser of one connection: it passes on whole, plain heads and bodies of their length only.
///
/// SAFETY: a channel calls its handlers on its own event loop, one call at a time.
final class Gatekeeper: ChannelDuplexHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private enum State {
    case head
    case body(left: Int)
    case refused
  }

  private let gate: Gate
  private var state = State.head
  private var held = ByteBuffer()
  private var isCounted = false
  private var hasAsked = false
  /// Whether the answer is a stream, which may last.
  private var isStreaming = false
  private var headAlarm: Scheduled<Void>?
  private var unreadAlarm: Scheduled<Void>?

  init(_ gate: Gate) { self.gate = gate }

  func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { begin(context) } }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !isCounted else { return }
    let channel = context.channel
    guard gate.enter(ObjectIdentifier(self), close: { channel.close(promise: nil) }) else {
      return refuse(.init(status: 503, code: "tooMany", says: "Too many connections are open."), context)
    }
    isCounted = true
    guard gate.admits(context.channel) else {
      return refuse(
        .init(status: 403, code: "peer.refused", says: "Only the account that runs the console may connect."), context)
    }
    expectHead(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    for alarm in [headAlarm, unreadAlarm] { alarm?.cancel() }
    if isCounted { gate.leave(ObjectIdentifier(self)) }
    isCounted = false
    context.fireChannelInactive()
  }

  // MARK: - In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var arrived = unwrapInboundIn(data)
    held.writeBuffer(&arrived)
    while held.readableBytes > 0 {
      switch state {
      case .refused: return held.clear()
      // Nothing follows on the connection of a stream.
      case .head where isStreaming: return context.close(promise: nil)
      case .body(let left):
        guard let part = held.readSlice(length: min(left, held.readableBytes)) else { return }
        state = part.readableBytes == left ? .head : .body(left: left - part.readableBytes)
        if case .head = state { headAlarm?.cancel() }
        context.fireChannelRead(wrapInboundOut(part))
      case .head:
        switch HeadGuard.read(held.readableBytesView) {
        case .incomplete:
          return
        case .refused(let refusal): return refuse(refusal, context)
        case .whole(let headBytes, let bodyBytes):
          guard let head = held.readSlice(length: headBytes) else { return }
          if !hasAsked { gate.asked(ObjectIdentifier(self)) }
          hasAsked = true
          if bodyBytes > 0 { state = .body(left: bodyBytes) } else { headAlarm?.cancel() }
          context.fireChannelRead(wrapInboundOut(head))
        }
      }
    }
    held.discardReadBytes()
  }

  // MARK: - Out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .byteBuffer(let bytes) = unwrapOutboundIn(data), Self.beginsStream(bytes) {
      isStreaming = true
      holdLittle(context)
    }
    context.write(data, promise: promise)
    // The next request has as long as the first one.
    if case .head = state, !isStreaming { expectHead(context) }
  }

  /// Lets little wait for the peer of a stream. Its events are short, so with buffers of the usual sizes one that reads
  /// nothing would be noticed after hours.
  private func holdLittle(_ context: ChannelHandlerContext) {
    try? context.channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: 1, high: 256))
    // The kernel raises this to its minimum.
    try? context.channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: 1)
  }

  private static func beginsStream(_ bytes: ByteBuffer) -> Bool {
    let head = bytes.readableBytesView.prefix(1_024)
    return head.starts(with: "HTTP/1.1 200".utf8) && String(decoding: head, as: UTF8.self).contains("text/event-stream")
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    unreadAlarm?.cancel()
    if !context.channel.isWritable {
      unreadAlarm = context.eventLoop.assumeIsolated().scheduleTask(in: gate.limits.unread) {
        context.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  private func expectHead(_ context: ChannelHandlerContext) {
    headAlarm?.cancel()
    headAlarm = context.eventLoop.assumeIsolated().scheduleTask(in: gate.limits.head) { [self] in
      // A connection that has asked before is only idle.
      if case .head = state, hasAsked, held.readableBytes == 0 { return context.close(promise: nil) }
      refuse(.tooLate, context)
    }
  }

  private func refuse(_ refusal: HeadGuard.Refusal, _ context: ChannelHandlerContext) {
    if case .refused = state { return }
    state = .refused
    let bytes = RawReply.bytes(refusal)
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer(bytes: bytes)))).assumeIsolated()
      .whenComplete { _ in context.close(promise: nil) }
  }
}

/// A reply without the HTTP parser.
enum RawReply {
  static func bytes(_ refusal: HeadGuard.Refusal) -> [UInt8] {
    let body = ErrorBody(code: refusal.code, says: refusal.says).json
    let head =
      "HTTP/1.1 \(refusal.status) Refused\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
      + Security.fields.map { "\($0.0): \($0.1)\r\n" }.joined() + "Connection: close\r\n\r\n"
    return Array((head + body).utf8)
  }
}

/// HTTP/1.1 behind the gatekeeper.
struct GuardedChannel: ServerChildChannel {
  private let base: HTTP1Channel
  private let gate: Gate

  init(_ responder: @escaping HTTPChannelHandler.Responder, _ gate: Gate) {
    base = HTTP1Channel(responder: responder)
    self.gate = gate
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Gatekeeper(gate)) }
      .flatMap { base.setup(channel: channel, logger: logger) }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
