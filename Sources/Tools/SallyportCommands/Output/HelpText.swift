// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Formats help for printing. ArgumentParser wraps everything except the usage, which it prints as one line.
enum HelpText {
  private static let label = "USAGE: "

  /// The lines with the usage broken between its arguments.
  static func fitted(_ lines: [String], columns: Int) -> [String] {
    lines.flatMap { $0.hasPrefix(label) ? wrapped($0, columns: columns) : [$0] }
  }

  private static func wrapped(_ usage: String, columns: Int) -> [String] {
    let indent = String(repeating: " ", count: label.count)
    var lines: [String] = []
    var line = ""
    for part in arguments(of: usage) {
      if !line.isEmpty, line.count + 1 + part.count > columns {
        lines.append(line)
        line = indent + part
      } else {
        line += line.isEmpty ? part : " " + part
      }
    }
    return lines + [line]
  }

  /// The words of a usage line. A bracketed part is one word.
  private static func arguments(of usage: String) -> [String] {
    var depth = 0
    var parts = [""]
    for character in usage {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == " ", depth == 0, parts.last?.isEmpty == false, parts != [label.dropLast().description] {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
