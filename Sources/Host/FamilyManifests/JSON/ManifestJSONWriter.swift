// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Writes indented JSON for files that people read: the schema, and manifests shown to the user.
enum ManifestJSONWriter {
  static func text(_ value: WireValue, indentation: String = "") -> String {
    let inner = indentation + "  "
    switch value {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .string(let text): return quoted(text)
    case .array(let elements):
      if elements.allSatisfy(isScalar) {
        return "[" + elements.map { Self.text($0) }.joined(separator: ", ") + "]"
      }
      return "[\n" + elements.map { inner + Self.text($0, indentation: inner) }.joined(separator: ",\n")
        + "\n\(indentation)]"
    case .object(let object):
      if object.members.isEmpty { return "{}" }
      let members = object.members.map { "\(inner)\(quoted($0.name)): \(Self.text($0.value, indentation: inner))" }
      return "{\n" + members.joined(separator: ",\n") + "\n\(indentation)}"
    }
  }

  private static func isScalar(_ value: WireValue) -> Bool {
    switch value {
    case .array, .object: false
    case .null, .bool, .integer, .string: true
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
