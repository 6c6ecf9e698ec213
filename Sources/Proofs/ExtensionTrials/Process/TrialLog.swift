// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import TextEscaping

/// What a subject printed: 64 KiB are kept, all of it is counted (`wire.md#log`).
///
/// On trial the text of a sealed process is shown too: it was given made-up data only.
package struct TrialLog: Hashable, Sendable {
  package static let keptBytes = 65_536
  private var bytes: [UInt8] = []
  package private(set) var total = 0

  mutating func append(_ chunk: [UInt8]) {
    total += chunk.count
    bytes += chunk.prefix(max(0, Self.keptBytes - bytes.count))
  }

  package var dropped: Int { total - bytes.count }

  /// The last line as it came; what prints it escapes it.
  var lastLine: String? {
    bytes.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Line by line, escaped: a log may not move the reader's cursor.
  package var lines: [TerminalText] {
    bytes.split(separator: UInt8(ascii: "\n"))
      .map { TerminalText(bytes: $0, mostBytes: Self.keptBytes) }
  }
}
