// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TextEscaping

/// A result in the three forms that every command can print.
///
/// The JSON form has sorted keys and ISO-8601 dates; scripts rely on it.
struct CommandOutput<Value: Encodable> {
  var value: Value
  var table: TextTable
  var identifiers: [String]

  init(_ value: Value, header: [TerminalText], table: [[String]], identifiers: [String]) {
    self.value = value
    self.table = TextTable(header: header, rows: table)
    self.identifiers = identifiers
  }

  func text(_ options: OutputOptions) throws -> TerminalText {
    if options.quiet { return TerminalText(lines: identifiers.map { TerminalText($0) }) }
    switch options.format {
    case .table: return table.text
    case .json: return try JSONText.of(value)
    }
  }

  func print(_ options: OutputOptions) throws {
    let text = try text(options)
    if !text.isEmpty { Terminal.show(text) }
  }
}

enum JSONText {
  static func of(_ value: some Encodable, pretty: Bool = true) throws -> TerminalText {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] + (pretty ? [.prettyPrinted] : [])
    encoder.dateEncodingStrategy = .iso8601
    return TerminalText(json: String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

extension JSONEncoder.OutputFormatting {
  static func + (left: Self, right: Self) -> Self { left.union(right) }
}
