// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import TextEscaping

/// A line that a script wrote before its reply to `hello`, which the host skipped.
public struct SkippedLine: Hashable, Sendable {
  /// The reason why the line was not taken as the reply.
  public enum Reason: String, Hashable, Sendable {
    case notJSON = "it is not a JSON object of the wire's form"
    case notMessage = "it is not a message of the wire"
    case notReply = "it does not answer `hello`"
  }

  public let reason: Reason
  /// The first 120 bytes, in a form that can be displayed; `nil` at sealed points, whose output is only counted.
  public let start: TerminalText?

  init(_ line: some Collection<UInt8>, because reason: Reason, isSealed: Bool) {
    self.reason = reason
    start = isSealed ? nil : TerminalText(bytes: Array(line.prefix(120)), mostBytes: 120)
  }
}
