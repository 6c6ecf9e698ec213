// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A line in a table of cases: its bytes and a title.
struct LineSample: Sendable, CustomStringConvertible {
  var bytes: [UInt8]
  var label: String

  init(_ text: String) {
    bytes = Array(text.utf8)
    label = text
  }

  /// `{"a":"` + `bytes` + `"}`.
  init(inString bytes: [UInt8], _ label: String) {
    self.bytes = Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8)
    self.label = label
  }

  init(_ bytes: [UInt8], _ label: String) {
    self.bytes = bytes
    self.label = label
  }

  /// `{"a":` + `value` + `}`.
  static func value(_ value: String) -> LineSample { LineSample(#"{"a":\#(value)}"#) }

  /// `{"a":"` + `text` + `"}`.
  static func string(_ text: String) -> LineSample { LineSample(#"{"a":"\#(text)"}"#) }

  var description: String { label.count > 60 ? "\(label.prefix(60))…" : label }
}
