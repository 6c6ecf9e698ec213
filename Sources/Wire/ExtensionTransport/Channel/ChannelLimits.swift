// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What one end of a channel expects of the other (`wire.md#lines`).
public struct ChannelLimits: Hashable, Sendable {
  /// Lines of the peer.
  public var received: LineLimits
  /// Our own lines: a message over them fails before its first byte is written.
  public var sent: LineLimits
  /// From a line's first byte to its LF; `nil` where the peer is trusted to finish.
  public var stall: Duration?
  /// How long a peer that does not read may hold up a line; `nil`: as long as it likes.
  public var noProgress: Duration?

  public init(received: LineLimits, sent: LineLimits, stall: Duration?, noProgress: Duration?) {
    self.received = received
    self.sent = sent
    self.stall = stall
    self.noProgress = noProgress
  }

  /// The host's end: 5 s for a line, 2 s for a peer that reads nothing.
  public static func host(
    receiving received: LineLimits, stall: Duration = .seconds(5), noProgress: Duration = .seconds(2)
  ) -> ChannelLimits {
    ChannelLimits(received: received, sent: .fromHost, stall: stall, noProgress: noProgress)
  }

  /// The extension's end: it waits for the host as long as the host lives.
  public static func `extension`(sending sent: LineLimits) -> ChannelLimits {
    ChannelLimits(received: .fromHost, sent: sent, stall: nil, noProgress: nil)
  }
}
