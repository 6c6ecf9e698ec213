// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason that no message was received.
public enum ReceiveError: Error, Hashable, Sendable {
  /// The deadline passed. Bytes of the next line that have arrived are kept.
  case timedOut
  /// The peer closed its end between lines.
  case endOfFile
  /// The peer closed its end in the middle of a line, which is dropped (WIRE-B4).
  case halfLine(byteCount: Int)
  /// The line violates the profile or a cap, or did not end in time; `line` is the part of it to record.
  case violation(LineViolation, line: [UInt8])
  case failed(errno: Int32)
}

extension ReceiveError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .timedOut: "No message came before the deadline."
    case .endOfFile: "The peer closed the channel."
    case .halfLine(let count): "The peer closed the channel after \(count) bytes of a line, which are dropped."
    case .violation(let violation, _): violation.description
    case .failed(let errno): "No message came because reading failed with errno \(errno)."
    }
  }
}
