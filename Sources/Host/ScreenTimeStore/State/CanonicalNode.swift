// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A value to write as canonical JSON: the values encoded into a container, in order.
final class CanonicalNode {
  enum Content {
    /// Nothing has been encoded yet.
    case nothing
    /// A number, `true`, `false` or `null`.
    case literal(String)
    case string(String)
    case object([(name: String, value: Content)])
    case array([Content])
    /// A nested container, whose encoder holds the node.
    case node(CanonicalNode)
  }

  var content: Content

  init(_ content: Content = .nothing) { self.content = content }

  func append(_ value: Content) {
    guard case .array(var elements) = content else { return }
    content = .nothing
    elements.append(value)
    content = .array(elements)
  }

  func set(_ name: String, to value: Content) {
    guard case .object(var members) = content else { return }
    content = .nothing
    // If a key is encoded twice, the last value wins.
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append((name, value))
    }
    content = .object(members)
  }
}

// MARK: - Bytes

extension CanonicalNode.Content {
  func write(to bytes: inout [UInt8]) {
    switch self {
    // A value that encodes nothing is an empty object.
    case .nothing: bytes += "{}".utf8
    case .literal(let text): bytes += text.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .node(let node): node.content.write(to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let sorted = members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
      for (index, member) in sorted.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u00".utf8
        bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
