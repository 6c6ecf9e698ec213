// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A value to write as canonical JSON: what was encoded into a container, in order.
final class CanonicalNode {
  enum Content {
    /// A number, `true`, `false` or `null`.
    case literal(String)
    case string(String)
    /// A nested container, whose encoder holds the node.
    case node(CanonicalNode)
  }

  enum Form {
    /// Nothing has been encoded yet.
    case nothing
    case value(Content)
    case object, array
  }

  var form = Form.nothing
  private(set) var members: [(name: String, value: Content)] = []
  private(set) var elements: [Content] = []

  func append(_ value: Content) { elements.append(value) }

  func set(_ name: String, to value: Content) {
    // If a key is encoded twice, the last value wins.
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      if members.isEmpty { members.reserveCapacity(8) }
      members.append((name, value))
    }
  }
}

// MARK: - Bytes

extension CanonicalNode {
  fileprivate func write(to bytes: inout [UInt8]) {
    switch form {
    // A value that encodes nothing is an empty object.
    case .nothing: bytes += "{}".utf8
    case .value(let content): content.write(to: &bytes)
    case .array:
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object:
      bytes.append(UInt8(ascii: "{"))
      members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Content.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

extension CanonicalNode.Content {
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .literal(let text): bytes += text.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .node(let node): node.write(to: &bytes)
    }
  }

  fileprivate static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if !text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      bytes += text.utf8
      bytes.append(UInt8(ascii: "\""))
      return
    }
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
