// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The limits that one end of a channel sets for itself and the peer (`wire.md#lines`).
public struct ChannelLimits: Hashable, Sendable {
  /// Limits for lines from the peer.
  public var received: LineLimits
  /// Limits for our own lines. Sending a message over them fails before the first byte is written.
  public var sent: LineLimits
  /// The longest time from a line's first byte to its LF; `nil` if the peer is trusted to finish.
  public var stall: Duration?
  /// The longest time a peer that does not read may block a line; `nil` for no limit.
  public var noProgress: Duration?

  public init(received: LineLimits, sent: LineLimits, stall: Duration?, noProgress: Duration?) {
    self.received = received
    self.sent = sent
    self.stall = stall
    self.noProgress = noProgress
  }

  /// The host's end: 5 s for a line to finish, 2 s for a peer that does not read.
  public static func host(
    receiving received: LineLimits, stall: Duration = .seconds(5), noProgress: Duration = .seconds(2)
  ) -> ChannelLimits {
    ChannelLimits(received: received, sent: .fromHost, stall: stall, noProgress: noProgress)
  }

  /// The extension's end: it waits for the host without a time limit.
  public static func `extension`(sending sent: LineLimits) -> ChannelLimits {
    ChannelLimits(received: .fromHost, sent: sent, stall: nil, noProgress: nil)
  }
}
