// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Mutants that change nothing a test could see, each with the argument: `Mutation/equivalent.txt`.
///
/// An entry is a line with the key of the place (file, operator, text of the line, change), and lines that begin with
/// two spaces and say why.
package struct Equivalents: Sendable, Equatable {
  package private(set) var reasons: [String: String] = [:]
  /// Entries without an argument.
  package private(set) var unargued: [String] = []

  package init(text: String) {
    var key: String?
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  "), let key {
        let reason = SourceLine.trimmed(line)
        reasons[key] = reasons[key].map { $0.isEmpty ? reason : "\($0) \(reason)" }
      } else {
        key = String(line)
        reasons[String(line)] = ""
      }
    }
    unargued = reasons.filter { $0.value.isEmpty }.map(\.key).sorted()
    for key in unargued { reasons[key] = nil }
  }

  /// The files of all entries, which may lie outside of the modules of a run.
  package var files: [String] {
    Set(reasons.keys.map { String($0.prefix { $0 != "|" }.dropLast()) }).sorted()
  }

  /// Entries whose place is gone.
  package func stale(_ keys: Set<String>) -> [String] { reasons.keys.filter { !keys.contains($0) }.sorted() }
}

private enum SourceLine {
  static func trimmed(_ line: Substring) -> String { String(line.drop { $0 == " " }) }
}
