// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a message was not sent.
public enum SendError: Error, Hashable, Sendable {
  /// The message violates the profile or exceeds the limits. Nothing was written (1105 for a line of the host that is
  /// too long).
  case violation(LineViolation)
  /// The deadline passed.
  case timedOut
  /// The peer did not read for the time that `ChannelLimits.noProgress` allows (`unresponsive`).
  case noProgress
  /// The peer closed its end, or an earlier send failed partway.
  case closed
  case failed(errno: Int32)
}

extension SendError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .violation(let violation): "The message was not sent because it would break the profile: \(violation)"
    case .timedOut: "The message was not sent completely before its deadline."
    case .noProgress: "The message was not sent completely because the peer does not read."
    case .closed: "The message was not sent because the channel is closed."
    case .failed(let errno): "The message was not sent because writing failed with errno \(errno)."
    }
  }
}
