// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import ExtensionTransport

/// JSON with one member per line; a value that fits into 100 columns stays on one line.
package enum JSONPrinter {
  package static func text(_ value: WireValue, indent: Int = 0) -> String {
    let line = String(decoding: JSONCodec(limits: .standard).encode(value), as: UTF8.self)
      .replacing("\":", with: "\": ").replacing(",\"", with: ", \"")
    if indent + line.utf8.count <= 100 { return line }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch value {
    case .object(let object):
      let members = object.members.map { "\(inner)\"\($0.name)\": \(text($0.value, indent: indent + 2))" }
      return "{\n\(members.joined(separator: ",\n"))\n\(outer)}"
    case .array(let elements):
      return "[\n\(elements.map { inner + text($0, indent: indent + 2) }.joined(separator: ",\n"))\n\(outer)]"
    default: return line
    }
  }
}
