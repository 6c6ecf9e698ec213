// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// A bidirectional channel of messages to one peer: over descriptors to a process, or in memory in a test.
///
/// Calls block. One send and one receive can run at the same time; further callers wait (`wire.md#start-of-a-process`).
/// The API is synchronous because the order of messages is part of the contract.
public protocol MessageChannel: AnyObject, Sendable {
  /// Limits for lines and for the peer's response times. Change them between messages, not during a receive.
  var limits: ChannelLimits { get set }

  /// Writes one canonical line.
  ///
  /// - Returns: The line's bytes without LF, for the recording.
  /// - Throws: `SendError`. After any error but `.violation` the line may be incomplete, and every later send throws
  ///   `.closed`.
  @discardableResult func send(_ value: WireValue, deadline: MonotonicTime?) throws(SendError) -> [UInt8]

  /// Writes several messages in one write, so that they are all available when the peer wakes.
  ///
  /// - Throws: `SendError`, as `send(_:deadline:)` does. After `.violation`, none of the messages was written.
  func send(all values: [WireValue], deadline: MonotonicTime?) throws(SendError)

  /// Receives the next line.
  ///
  /// - Throws: `ReceiveError`. After `.timedOut` no bytes are lost. After a `.violation` other than a stall, the next
  ///   call continues with the next line, so that the host can skip noise on standard output.
  func receiveLine(deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine

  /// The number of bytes sent that the peer has not read. 0 means that it has read the last line (`wire.md#deadlines`).
  var unreadByteCount: Int { get }

  /// Closes the sending direction. The peer reads end of file after the messages already sent.
  func closeSending()

  /// Closes both directions. Must not be called while another thread is receiving.
  func close()
}

extension MessageChannel {
  @discardableResult public func send(_ value: WireValue) throws(SendError) -> [UInt8] {
    try send(value, deadline: nil)
  }

  /// Receives the next message and returns only its value.
  public func receive(deadline: MonotonicTime? = nil) throws(ReceiveError) -> WireValue {
    try receiveLine(deadline: deadline).value
  }
}

/// A received message: its value for the typed layers and its bytes for the recording.
public struct ReceivedLine: Hashable, Sendable {
  public var value: WireValue
  /// The line without LF. Never forward these bytes (WIRE-S10).
  public var bytes: [UInt8]
  /// The nesting depth of arrays and objects.
  public var depth: Int

  /// Creates a line for a channel that does not transport bytes.
  package init(value: WireValue, bytes: [UInt8] = [], depth: Int) {
    self.value = value
    self.bytes = bytes
    self.depth = depth
  }
}
