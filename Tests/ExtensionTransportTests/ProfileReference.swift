// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport

/// The JSON profile of `wire.md#lines`, written as plainly as possible: recursive, byte by byte, with the standard
/// library's decoding of UTF-8. The scanner must have the same verdict on every line.
struct ProfileReference {
  private let bytes: [UInt8]
  private let limits: LineLimits
  private var position = 0
  private var values = 0
  private var deepest = 0

  struct Shape: Equatable {
    var object: Range<Int>
    var depth: Int
    var values: Int
  }

  static func verdict(on bytes: [UInt8], limits: LineLimits) -> Result<Shape, LineViolation> {
    var reference = ProfileReference(bytes: bytes, limits: limits)
    do { return .success(try reference.line()) } catch { return .failure(error) }
  }

  private init(bytes: [UInt8], limits: LineLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private mutating func line() throws(LineViolation) -> Shape {
    guard bytes.count < limits.lineBytes else { throw LineViolation(.tooLong, .lineBytes, at: limits.lineBytes) }
    skipBlanks()
    guard position < bytes.count else { throw LineViolation(.syntax, .s2, at: position) }
    let start = position
    try value(depth: 0)
    let object = start..<position
    guard bytes[start] == char("{") else { throw LineViolation(.notObject, .oneObject, at: start) }
    skipBlanks()
    guard position == bytes.count else {
      if "{[\"-tfn0123456789".utf8.contains(bytes[position]) {
        throw LineViolation(.notObject, .oneObject, at: position)
      }
      throw unexpected(position)
    }
    return Shape(object: object, depth: deepest, values: values)
  }

  private func char(_ character: Unicode.Scalar) -> UInt8 { UInt8(ascii: character) }

  private mutating func skipBlanks() {
    while position < bytes.count, [char(" "), char("\t")].contains(bytes[position]) { position += 1 }
  }

  private func unexpected(_ position: Int) -> LineViolation {
    if position >= bytes.count { return LineViolation(.syntax, .json, at: bytes.count) }
    let rule: LineViolation.Rule = bytes[position] < 0x20 ? .s2 : bytes[position] >= 0x80 ? .s1 : .json
    return LineViolation(.syntax, rule, at: position)
  }

  private mutating func value(depth: Int) throws(LineViolation) {
    guard position < bytes.count else { throw unexpected(position) }
    values += 1
    guard values <= limits.valuesPerLine else { throw LineViolation(.tooMany, .valuesPerLine, at: position) }
    let byte = bytes[position]
    if byte == char("{") || byte == char("[") {
      guard depth < limits.depth else { throw LineViolation(.tooDeep, .depth, at: position) }
      deepest = max(deepest, depth + 1)
      position += 1
      try elements(isObject: byte == char("{"), depth: depth + 1)
    } else if byte == char("\"") {
      try string()
    } else if "-0123456789".utf8.contains(byte) {
      try integer()
    } else if let word = ["true", "false", "null"].first(where: { $0.utf8.first == byte }) {
      guard position + word.utf8.count <= bytes.count else { throw unexpected(bytes.count) }
      for letter in word.utf8 {
        guard bytes[position] == letter else { throw unexpected(position) }
        position += 1
      }
    } else {
      throw unexpected(position)
    }
  }

  private mutating func elements(isObject: Bool, depth: Int) throws(LineViolation) {
    var names: Set<[UInt8]> = []
    var count = 0
    while true {
      skipBlanks()
      guard position < bytes.count else { throw unexpected(position) }
      if bytes[position] == char(isObject ? "}" : "]") {
        position += 1
        return
      }
      if count > 0 {
        guard bytes[position] == char(",") else { throw unexpected(position) }
        position += 1
        skipBlanks()
      }
      count += 1
      if isObject {
        guard position < bytes.count, bytes[position] == char("\"") else { throw unexpected(position) }
        guard count <= limits.membersPerObject else { throw LineViolation(.tooMany, .membersPerObject, at: position) }
        let quote = position
        let name = try name()
        guard names.insert(name).inserted else { throw LineViolation(.profile, .s4, at: quote) }
        skipBlanks()
        guard position < bytes.count, bytes[position] == char(":") else { throw unexpected(position) }
        position += 1
        skipBlanks()
      } else if count > limits.elementsPerArray {
        throw LineViolation(.tooMany, .elementsPerArray, at: position)
      }
      try value(depth: depth)
    }
  }

  private mutating func name() throws(LineViolation) -> [UInt8] {
    let quote = position
    let odd = LineViolation(.profile, .s4, at: quote)
    var name: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == char("\"") {
        guard !name.isEmpty else { throw odd }
        position += 1
        return name
      }
      if byte < 0x20 { throw LineViolation(.syntax, .s2, at: position) }
      if byte >= 0x80 { _ = try scalar() }
      let isLetter = byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter
      let isOther = byte < 0x80 && (Character(Unicode.Scalar(byte)).isNumber || byte == char("."))
      guard isLetter || isOther && !name.isEmpty, name.count < 64 else { throw odd }
      name.append(byte)
      position += 1
    }
    throw unexpected(bytes.count)
  }

  private mutating func integer() throws(LineViolation) {
    let start = position
    if bytes[position] == char("-") { position += 1 }
    while position < bytes.count, "0123456789".utf8.contains(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let isFraction = position < bytes.count && ".eE".utf8.contains(bytes[position])
    guard let number = Int64(text), "\(number)" == text, number.magnitude < 1 << 53, !isFraction else {
      throw LineViolation(.syntax, .s3, at: start)
    }
  }

  private mutating func string() throws(LineViolation) {
    let quote = position
    var length = 0
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case char("\""):
        guard length <= limits.stringBytes else { throw LineViolation(.tooLong, .stringBytes, at: quote) }
        position += 1
        return
      case char("\\"): length += try escape()
      case 0x80...: length += try scalar()
      case 0..<0x20: throw LineViolation(.syntax, .s2, at: position)
      default:
        length += 1
        position += 1
      }
    }
    throw unexpected(bytes.count)
  }

  /// Moves past a scalar beyond ASCII, and returns its length.
  private mutating func scalar() throws(LineViolation) -> Int {
    for length in 2...4 where position + length <= bytes.count {
      let text = String(validating: bytes[position..<position + length], as: UTF8.self)
      guard let scalar = text?.unicodeScalars.first else { continue }
      guard !isNoncharacter(scalar.value) else { throw LineViolation(.profile, .s5, at: position) }
      position += length
      return length
    }
    throw LineViolation(.syntax, .s1, at: position)
  }

  private func isNoncharacter(_ value: UInt32) -> Bool { value % 0x10000 >= 0xFFFE || 0xFDD0...0xFDEF ~= value }

  /// Skips an escape, and returns the length of its character in UTF-8.
  private mutating func escape() throws(LineViolation) -> Int {
    let start = position
    let odd = LineViolation(.profile, .s5, at: start)
    guard start + 1 < bytes.count else { throw unexpected(bytes.count) }
    guard bytes[start + 1] == char("u") else {
      guard "\"\\/bfnrt".utf8.contains(bytes[start + 1]) else { throw LineViolation(.syntax, .json, at: start) }
      position += 2
      return 1
    }
    var units = [try unit()]
    if 0xD800...0xDBFF ~= units[0] {
      guard position + 1 < bytes.count, bytes[position] == char("\\"), bytes[position + 1] == char("u") else {
        throw odd
      }
      units.append(try unit())
    }
    // The standard library replaces a lone surrogate.
    let text = String(decoding: units, as: UTF16.self)
    guard Array(text.utf16) == units, let value = text.unicodeScalars.first?.value, value != 0, !isNoncharacter(value)
    else { throw odd }
    return text.utf8.count
  }

  private mutating func unit() throws(LineViolation) -> UInt16 {
    guard position + 6 <= bytes.count else { throw unexpected(bytes.count) }
    let digits = bytes[(position + 2)..<(position + 6)]
    guard digits.allSatisfy({ $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw LineViolation(.syntax, .json, at: position) }
    position += 6
    return unit
  }
}
