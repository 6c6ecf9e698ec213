// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
internal import Synchronization

/// The channel of `wire.md#start-of-a-process` over any byte stream. Host and extension use the same code.
public final class MessageConnection: MessageChannel {
  private let stream: any ByteStream
  private let currentLimits: Mutex<ChannelLimits>
  private let receiver: Mutex<MessageReceiver>
  private let sender: Mutex<MessageSender>

  package init(stream: any ByteStream, limits: ChannelLimits) {
    self.stream = stream
    currentLimits = Mutex(limits)
    receiver = Mutex(MessageReceiver(limits: limits.received))
    sender = Mutex(MessageSender(limits: limits.sent))
  }

  /// Creates a connection over two descriptors, which it owns and closes.
  ///
  /// `writing` becomes non-blocking. The process must ignore `SIGPIPE`; see `ignoreBrokenPipeSignals()`.
  public convenience init(reading: Int32, writing: Int32, limits: ChannelLimits) {
    self.init(stream: DescriptorStream(reading: reading, writing: writing), limits: limits)
  }

  public var limits: ChannelLimits {
    get { currentLimits.withLock { $0 } }
    set { currentLimits.withLock { $0 = newValue } }
  }

  public var unreadByteCount: Int { stream.unreadByteCount }

  public func send(_ value: WireValue, deadline: MonotonicTime?) throws(SendError) -> [UInt8] {
    let limits = self.limits
    return try sender.withLock { (sender) throws(SendError) in
      try sender.send(value, limits: limits, deadline: deadline, on: stream)
    }
  }

  public func send(all values: [WireValue], deadline: MonotonicTime?) throws(SendError) {
    let limits = self.limits
    try sender.withLock { (sender) throws(SendError) in
      try sender.send(all: values, limits: limits, deadline: deadline, on: stream)
    }
  }

  public func receiveLine(deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine {
    let limits = self.limits
    return try receiver.withLock { (receiver) throws(ReceiveError) in
      try receiver.receive(limits: limits, deadline: deadline, on: stream)
    }
  }

  public func closeSending() {
    sender.withLock {
      $0.isClosed = true
      stream.closeWriting()
    }
  }

  public func close() {
    closeSending()
    receiver.withLock { _ in stream.closeReading() }
  }
}
