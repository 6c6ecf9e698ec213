// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// A two-way line of messages to one peer: over descriptors to a process, or in memory to a test.
///
/// Calls block. One receive and one send run at a time, each beside the other; further callers wait for their turn
/// (`wire.md#start-of-a-process`: writers in several threads take turns). Order is the contract, so nothing here is
/// asynchronous.
public protocol MessageChannel: AnyObject, Sendable {
  /// What lines may be and how long the peer may take; may be changed between messages, not during a receive.
  var limits: ChannelLimits { get set }

  /// Writes one canonical line.
  ///
  /// - Returns: its bytes without LF, for the recording.
  /// - Throws: `SendError`. After anything but `.violation` the line may be cut, and every later send throws `.closed`.
  @discardableResult func send(_ value: WireValue, deadline: MonotonicTime?) throws(SendError) -> [UInt8]

  /// Writes several messages at once, so that the peer wakes to all of them.
  ///
  /// - Throws: as `send`; after `.violation` none was written.
  func send(all values: [WireValue], deadline: MonotonicTime?) throws(SendError)

  /// Takes the next line.
  ///
  /// - Throws: `ReceiveError`. After `.timedOut` nothing is lost. After a `.violation` other than a stall the next call
  ///   goes on with the next line, which the noise rule of `stdio` needs (§1).
  func receiveLine(deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine

  /// Bytes sent that the peer has not read: 0 tells that it read the last line (`wire.md#deadlines`).
  var unreadByteCount: Int { get }

  /// Lets the peer see end of file after what was sent.
  func closeSending()

  /// Gives up both directions. Must not be called while another thread is receiving.
  func close()
}

extension MessageChannel {
  @discardableResult public func send(_ value: WireValue) throws(SendError) -> [UInt8] {
    try send(value, deadline: nil)
  }

  /// The next message, when only its value matters.
  public func receive(deadline: MonotonicTime? = nil) throws(ReceiveError) -> WireValue {
    try receiveLine(deadline: deadline).value
  }
}

/// A message as it came: its value for the typed layers, its bytes for the recording.
public struct ReceivedLine: Hashable, Sendable {
  public var value: WireValue
  /// Without LF. Never to be forwarded (WIRE-S10).
  public var bytes: [UInt8]
  /// How deeply arrays and objects nest.
  public var depth: Int

  /// For channels that have no bytes underneath.
  package init(value: WireValue, bytes: [UInt8] = [], depth: Int) {
    self.value = value
    self.bytes = bytes
    self.depth = depth
  }
}
