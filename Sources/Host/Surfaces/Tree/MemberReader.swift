// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Reads the members of one object of an extension. Members that were not read are refused by name (WIRE-S8).
struct MemberReader {
  let pointer: String
  private let object: WireObject
  private var known: Set<String> = []

  init(_ value: WireValue, at pointer: String) throws(ViewFault) {
    guard case .object(let object) = value else { throw ViewFault("schema", at: pointer, "is not an object") }
    self.object = object
    self.pointer = pointer
  }

  func path(_ name: String) -> String { "\(pointer)/\(name)" }
  func has(_ name: String) -> Bool { object[name] != nil }

  mutating func value(_ name: String) -> WireValue? {
    known.insert(name)
    return object[name]
  }

  mutating func required(_ name: String) throws(ViewFault) -> WireValue {
    guard let value = value(name) else { throw ViewFault("schema", at: pointer, "lacks “\(name)”") }
    return value
  }

  mutating func string(_ name: String) throws(ViewFault) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw ViewFault("schema", at: path(name), "is not a string") }
    return text
  }

  mutating func text(_ name: String, limit: Int, code: String = "view.text", minimum: Int = 0) throws(ViewFault)
    -> String?
  {
    guard let text = try string(name) else { return nil }
    return try CheckedText.check(text, at: path(name), limit: limit, code: code, minimum: minimum)
  }

  mutating func bool(_ name: String) throws(ViewFault) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let flag) = value else { throw ViewFault("schema", at: path(name), "is not true or false") }
    return flag
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(ViewFault) -> Int? {
    guard let value = value(name) else { return nil }
    return try Self.integer(value, at: path(name), in: range)
  }

  mutating func time(_ name: String) throws(ViewFault) -> Int64? {
    try integer(name, in: 0...7_258_118_400_000).map(Int64.init)
  }

  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, of type: Word.Type = Word.self
  ) throws(ViewFault) -> Word? where Word.RawValue == String {
    guard let text = try string(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw ViewFault("schema", at: path(name), "is not one of its words")
    }
    return word
  }

  mutating func array(_ name: String, atMost limit: Int, code: String) throws(ViewFault) -> [WireValue]? {
    guard let value = value(name) else { return nil }
    return try Self.array(value, at: path(name), atMost: limit, code: code)
  }

  /// Refuses unknown members. Call it last.
  func finish() throws(ViewFault) {
    if let unknown = object.members.first(where: { !known.contains($0.name) }) {
      throw ViewFault("schema", at: path(unknown.name), "is not known here")
    }
  }

  static func array(_ value: WireValue, at pointer: String, atMost limit: Int, code: String) throws(ViewFault)
    -> [WireValue]
  {
    guard case .array(let elements) = value else { throw ViewFault("schema", at: pointer, "is not a list") }
    guard elements.count <= limit else {
      throw ViewFault(code, at: pointer, "has \(elements.count) elements; \(limit) are allowed")
    }
    return elements
  }

  static func integer(_ value: WireValue, at pointer: String, in range: ClosedRange<Int>) throws(ViewFault) -> Int {
    guard case .integer(let number) = value else { throw ViewFault("schema", at: pointer, "is not an integer") }
    guard let number = Int(exactly: number), range.contains(number) else {
      throw ViewFault("view.number", at: pointer, "is outside \(range.lowerBound)…\(range.upperBound)")
    }
    return number
  }
}
