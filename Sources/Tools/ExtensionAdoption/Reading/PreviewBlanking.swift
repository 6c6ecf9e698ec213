// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Removes `#Preview { … }`, with closures such as `timeline: { … }` that follow, from a copy of a source, because the macro exists only for Xcode's canvas.
///
/// The lines are blanked rather than deleted, so that line numbers stay the same.
enum PreviewBlanking {
  static func blanked(_ source: SourceText) -> [String] {
    var lines = source.lines.map(String.init)
    var index = 0
    while index < source.code.count {
      guard let start = source.code[index].firstRange(of: "#Preview") else {
        index += 1
        continue
      }
      let column = source.code[index].utf8.distance(from: source.code[index].startIndex, to: start.lowerBound)
      guard let end = end(from: index, column: column, in: source.code) else { break }
      for line in index...end.line {
        let code = lines[line]
        let from = line == index ? column : 0
        let to = line == end.line ? end.column : code.utf8.count
        lines[line] = String(
          decoding: code.utf8.enumerated().map { from <= $0.offset && $0.offset < to ? UInt8(ascii: " ") : $0.element },
          as: UTF8.self)
      }
      index = end.line + 1
    }
    return lines
  }

  /// The position after the brace that closes the preview's last closure.
  private static func end(from line: Int, column: Int, in code: [String]) -> (line: Int, column: Int)? {
    var depth = 0
    for index in line..<code.count {
      for (offset, byte) in code[index].utf8.enumerated() where index > line || offset >= column {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") {
          depth -= 1
          if depth == 0, !isFollowedByClosure(index, offset + 1, in: code) { return (index, offset + 1) }
        }
      }
    }
    return nil
  }

  /// Whether another closure with a label follows, as in the preview of a widget.
  private static func isFollowedByClosure(_ line: Int, _ column: Int, in code: [String]) -> Bool {
    let rest = String(decoding: code[line].utf8.dropFirst(column), as: UTF8.self)
    let text = ([rest] + code.dropFirst(line + 1).prefix(8)).joined(separator: "\n")
    return text.prefixMatch(of: /\s*[A-Za-z_]\w*\s*:\s*\{/) != nil
  }
}
