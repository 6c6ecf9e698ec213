// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import TextEscaping

/// The output of a subject: 64 KiB are kept, all of it is counted (`wire.md#log`).
///
/// In a trial the text of a sealed process is kept too, because it was given synthetic data only.
package struct TrialLog: Hashable, Sendable {
  package static let keptBytes = 65_536
  private var bytes: [UInt8] = []
  package private(set) var total = 0

  mutating func append(_ chunk: [UInt8]) {
    total += chunk.count
    bytes += chunk.prefix(max(0, Self.keptBytes - bytes.count))
  }

  package var dropped: Int { total - bytes.count }

  /// The last line, not escaped: the output escapes it.
  var lastLine: String? {
    bytes.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines, escaped, so that a log can't move the reader's cursor.
  package var lines: [TerminalText] {
    bytes.split(separator: UInt8(ascii: "\n"))
      .map { TerminalText(bytes: $0, mostBytes: Self.keptBytes) }
  }
}
