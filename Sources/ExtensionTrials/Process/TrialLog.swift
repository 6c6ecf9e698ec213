// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What a subject printed: 64 KiB are kept, all of it is counted (`protocol.md` §13).
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

  /// Line by line, control and format characters escaped: a log may not move the reader's cursor.
  package var lines: [String] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: "\n").map { line in
      line.reduce(into: "") { text, scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          text += "\\u{\(String(scalar.value, radix: 16))}"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
