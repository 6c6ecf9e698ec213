// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why there is no message.
public enum ReceiveError: Error, Hashable, Sendable {
  /// The deadline passed; what came of the next line is kept.
  case timedOut
  /// The peer closed its end between lines.
  case endOfFile
  /// The peer closed its end in the middle of a line, which is dropped (WIRE-B4).
  case halfLine(byteCount: Int)
  /// The line breaks the profile or a cap, or did not end in time; `line` is what is known of it, for the recording.
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
