// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision

/// What a confined program printed before its last failed attempt ended: the last lines of that process. A sealed
/// program has none, since its output could tell what it was shown (PRIV-SE5).
package struct FailedOutput: Codable, Hashable, Sendable {
  /// The delivery's place in the outbox.
  package var delivery: Int64
  /// The number of the attempt, from 1.
  package var attempt: Int
  /// As printed, each up to its bound; a terminal shows them escaped.
  package var lines: [String]

  private static let mostLines = 20
  private static let mostBytes = 512

  /// The last lines of what a process printed.
  static func lastLines(of log: CapturedLog) -> [String] {
    guard !log.isCountedOnly else { return [] }
    return log.bytes.split(separator: UInt8(ascii: "\n")).suffix(mostLines).map {
      String(decoding: $0.prefix(mostBytes), as: UTF8.self)
    }
  }
}
