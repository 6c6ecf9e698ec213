// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionTransport
internal import Synchronization

/// The wire of a launched extension: two descriptors that `SALLYPORT_WIRE` names as `reading:writing`.
package final class WireChannel: RuntimeChannel {
  private let messages: any MessageChannel
  /// Messages to send together with the next one.
  private let held = Mutex<[WireValue]>([])
  /// Locked while writing. The reader only appends to `held`, so it never waits for a reply that is being written.
  private let turn = Mutex<Void>(())

  package init(_ messages: any MessageChannel) { self.messages = messages }

  /// - Returns: `nil` unless `wire` is two descriptor numbers separated by a colon.
  convenience init?(environment wire: String, point: ExtensionPoint) {
    guard let (reading, writing) = Self.descriptors(wire) else { return nil }
    let limits = ChannelLimits.extension(sending: Self.limits(of: point))
    self.init(MessageConnection(reading: reading, writing: writing, limits: limits))
  }

  /// Two numbers separated by a colon. Read byte by byte: `split` creates generic types, which delays each start.
  package static func descriptors(_ wire: String) -> (reading: Int32, writing: Int32)? {
    var numbers: (first: Int32?, second: Int32?) = (nil, nil)
    var isSecond = false
    for byte in wire.utf8 {
      if byte == UInt8(ascii: ":"), !isSecond {
        isSecond = true
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (tens, overflows) = (isSecond ? numbers.second ?? 0 : numbers.first ?? 0).multipliedReportingOverflow(by: 10)
      let (number, isTooLarge) = tens.addingReportingOverflow(Int32(byte - UInt8(ascii: "0")))
      guard !overflows, !isTooLarge else { return nil }
      if isSecond { numbers.second = number } else { numbers.first = number }
    }
    guard let reading = numbers.first, let writing = numbers.second else { return nil }
    return (reading, writing)
  }

  private static func limits(of point: ExtensionPoint) -> LineLimits {
    switch point {
    case .app: .app
    case .report: .report
    case .shieldConfiguration: .shieldConfiguration
    case .widget: .widget
    case .focusFilter: .focusFilter
    case .monitor, .shieldAction: .standard
    }
  }

  package func receive() throws -> Envelope {
    try Envelope(wire: messages.receiveLine(deadline: nil).value, from: .host)
  }

  package func send(_ message: Envelope) throws { try sendHeld(and: [message.wire]) }

  package func sendSoon(_ message: Envelope) { held.withLock { $0.append(message.wire) } }

  package func flush() throws { try sendHeld(and: []) }

  /// Sends held and new messages, one caller at a time so that held messages stay first. If the write fails, they stay
  /// held.
  private func sendHeld(and messages: [WireValue]) throws {
    try turn.withLock { _ in
      let ahead = held.withLock { $0 }
      guard !ahead.isEmpty || !messages.isEmpty else { return }
      try self.messages.send(all: ahead + messages, deadline: nil)
      held.withLock { $0.removeFirst(ahead.count) }
    }
  }
}
