// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionTransport

/// The wire of a launched extension: two descriptors, named by `SALLYPORT_WIRE` as `reading:writing`.
package final class WireChannel: RuntimeChannel {
  private let messages: any MessageChannel

  package init(_ messages: any MessageChannel) { self.messages = messages }

  /// - Returns: `nil` unless `wire` is two descriptor numbers with a colon between.
  convenience init?(environment wire: String, point: ExtensionPoint) {
    let numbers = wire.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
    guard numbers.count == 2, let reading = numbers[0], let writing = numbers[1], reading >= 0, writing >= 0 else {
      return nil
    }
    self.init(MessageConnection(reading: reading, writing: writing, limits: .extension(sending: Self.limits(of: point))))
  }

  private static func limits(of point: ExtensionPoint) -> LineLimits {
    switch point {
    case .app: .app
    case .report: .report
    case .shieldConfiguration: .shieldConfiguration
    case .widget: .widget
    case .monitor, .shieldAction, .focusFilter: .standard
    }
  }

  package func receive() throws -> Envelope? {
    let line: ReceivedLine
    do throws(ReceiveError) { line = try messages.receiveLine(deadline: nil) } catch .endOfFile { return nil }
    return try Envelope(wire: line.value, from: .host)
  }

  package func send(_ message: Envelope) throws { try messages.send(message.wire) }
}
