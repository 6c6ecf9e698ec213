// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A result in the three forms a command can print it; one switch for all commands.
///
/// The JSON form has sorted keys and ISO-8601 dates and is a promise to scripts.
struct CommandOutput<Value: Encodable> {
  var value: Value
  var table: [[String]]
  var header: [String]
  var identifiers: [String]

  init(_ value: Value, header: [String], table: [[String]], identifiers: [String]) {
    self.value = value
    self.header = header
    self.table = table
    self.identifiers = identifiers
  }

  func text(_ options: OutputOptions) throws -> String {
    if options.quiet { return identifiers.joined(separator: "\n") }
    switch options.format {
    case .table: return TextTable(header: header, rows: table).text
    case .json: return try JSONText.of(value)
    }
  }

  func print(_ options: OutputOptions) throws {
    let text = try text(options)
    if !text.isEmpty { Swift.print(text) }
  }
}

enum JSONText {
  static func of(_ value: some Encodable, pretty: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] + (pretty ? [.prettyPrinted] : [])
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

extension JSONEncoder.OutputFormatting {
  static func + (left: Self, right: Self) -> Self { left.union(right) }
}
