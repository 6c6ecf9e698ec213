// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// One object of the manifest with its pointer.
struct ManifestObject {
  let pointer: String
  let members: WireObject

  func path(_ name: String) -> String { "\(pointer)/\(name)" }
}

extension WireValue {
  private static let excerptLength = 48

  /// The value as quoted in a diagnostic: short, on one line.
  var excerpt: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .string(let text):
      "“\(String(text.unicodeScalars.prefix(Self.excerptLength).map { $0.value < 0x20 ? "·" : Character($0) }))"
        + (text.unicodeScalars.count > Self.excerptLength ? "…”" : "”")
    case .array: "an array"
    case .object: "an object"
    }
  }
}
