// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a source file, with their lines.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  private let starts: [Int]

  package init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// From 1.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  package func lineText(_ line: Int) -> String {
    let end = line < starts.count ? starts[line] - 1 : bytes.count
    return Self.oneLine(text(starts[line - 1]..<max(end, starts[line - 1])))
  }

  /// The text in one line, with single spaces.
  package static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  func place(
    _ operation: MutationOperator, in file: String, at range: Range<Int>, after: String, edits: [Edit]
  ) -> Place {
    let line = line(at: range.lowerBound)
    return Place(
      file: file, line: line, operation: operation, before: Self.oneLine(text(range)), after: Self.oneLine(after),
      lineText: lineText(line), edits: edits)
  }
}
