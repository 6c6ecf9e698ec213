// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// A recursive-descent parser over the bytes. The depth is checked before each descent.
struct ManifestJSONParser {
  private var scanner: ManifestJSONScanner
  private(set) var lines: [String: Int] = [:]
  private(set) var faults: [ManifestJSON.Fault] = []
  private var values = 0

  init(bytes: [UInt8]) { scanner = ManifestJSONScanner(bytes: bytes) }

  mutating func document() throws(ManifestJSON.Fault) -> WireValue {
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { throw scanner.fault("", "the file is empty; a manifest is one JSON object") }
    let value = try value(at: "", depth: 1)
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw scanner.fault("", "line \(scanner.line) has text after the end of the object") }
    return value
  }

  // MARK: - Values

  private mutating func value(at pointer: String, depth: Int) throws(ManifestJSON.Fault) -> WireValue {
    guard depth <= WireLimits.depth else {
      throw scanner.fault(pointer, "nesting is deeper than \(WireLimits.depth) levels")
    }
    values += 1
    guard values <= WireLimits.valuesPerLine else {
      throw scanner.fault(pointer, "the file holds more than \(WireLimits.valuesPerLine) values")
    }
    lines[pointer] = scanner.line
    switch scanner.peek {
    case UInt8(ascii: "{"): return try object(at: pointer, depth: depth)
    case UInt8(ascii: "["): return try array(at: pointer, depth: depth)
    case UInt8(ascii: "\""): return .string(try scanner.string(at: pointer))
    case let byte? where byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
      return number(at: pointer)
    default: return try word(at: pointer)
    }
  }

  private mutating func object(at pointer: String, depth: Int) throws(ManifestJSON.Fault) -> WireValue {
    scanner.advance()
    var members: [(name: String, value: WireValue)] = []
    var seen: Set<String> = []
    scanner.skipBlanks()
    if scanner.take(UInt8(ascii: "}")) { return .object(WireObject()) }
    repeat {
      scanner.skipBlanks()
      let line = scanner.line
      guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected(pointer, expecting: "a member name") }
      let name = try scanner.string(at: pointer)
      guard Self.isMemberName(name) || (pointer.isEmpty && name == "$schema") else {
        throw scanner.fault(pointer, "“\(name)” is not a member name ([A-Za-z][A-Za-z0-9.]{0,63})")
      }
      scanner.skipBlanks()
      guard scanner.take(UInt8(ascii: ":")) else { throw scanner.unexpected(pointer, expecting: "“:” after “\(name)”") }
      scanner.skipBlanks()
      let place = "\(pointer)/\(name)"
      let value = try value(at: place, depth: depth + 1)
      if seen.insert(name).inserted {
        members.append((name, value))
      } else {
        faults.append(.init(pointer: place, line: line, message: "“\(name)” is given twice in one object"))
      }
      guard members.count <= WireLimits.membersPerObject else {
        throw scanner.fault(pointer, "an object has more than \(WireLimits.membersPerObject) members")
      }
      scanner.skipBlanks()
    } while scanner.take(UInt8(ascii: ","))
    guard scanner.take(UInt8(ascii: "}")) else { throw scanner.unexpected(pointer, expecting: "“,” or “}”") }
    return .object(WireObject(uniqueMembers: members) ?? WireObject())
  }

  private mutating func array(at pointer: String, depth: Int) throws(ManifestJSON.Fault) -> WireValue {
    scanner.advance()
    var elements: [WireValue] = []
    scanner.skipBlanks()
    if scanner.take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      scanner.skipBlanks()
      elements.append(try value(at: "\(pointer)/\(elements.count)", depth: depth + 1))
      guard elements.count <= WireLimits.elementsPerArray else {
        throw scanner.fault(pointer, "an array has more than \(WireLimits.elementsPerArray) elements")
      }
      scanner.skipBlanks()
    } while scanner.take(UInt8(ascii: ","))
    guard scanner.take(UInt8(ascii: "]")) else { throw scanner.unexpected(pointer, expecting: "“,” or “]”") }
    return .array(elements)
  }

  /// Parses an integer: `-?(0|[1-9][0-9]{0,15})` within ±(2^53 − 1), no `-0` (WIRE-S3). Any other number is a fault,
  /// after which parsing continues.
  private mutating func number(at pointer: String) -> WireValue {
    let line = scanner.line
    let text = scanner.numberText()
    if let number = Int64(text), String(number) == text, number.magnitude <= UInt64(WireLimits.largestInteger) {
      return .integer(number)
    }
    faults.append(
      .init(pointer: pointer, line: line, message: "\(text) is not an integer that the wire format allows"))
    return .null
  }

  private mutating func word(at pointer: String) throws(ManifestJSON.Fault) -> WireValue {
    switch scanner.word() {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: throw scanner.unexpected(pointer, expecting: "a value")
    }
  }

  /// Whether a name is allowed as a member name (WIRE-S4).
  private static func isMemberName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (1...64).contains(name.utf8.count) else { return false }
    return isLetter(first)
      && name.utf8.allSatisfy {
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
