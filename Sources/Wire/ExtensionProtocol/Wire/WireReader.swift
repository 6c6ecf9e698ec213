// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Reads the members of one object and finally refuses those that were not read.
public struct WireReader {
  public let pointer: String
  public let origin: WireOrigin
  private let object: WireObject
  private var isRead: [Bool]
  /// The index after the member that was found last. Members are usually read in the order in which they were written.
  private var next = 0

  public init(_ value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    guard case .object(let object) = value else { throw WireError(at: pointer, "is not an object") }
    self.object = object
    self.pointer = pointer
    self.origin = origin
    // Unknown members of a host are ignored (WIRE-S8), so there is nothing to track.
    self.isRead = origin == .extension ? Array(repeating: false, count: object.members.count) : []
  }

  /// The raw value of a member, or `nil` if it is absent.
  public mutating func value(_ name: String) -> WireValue? {
    let members = object.members
    let isNext = next < members.count && members[next].name == name
    guard let index = isNext ? next : members.firstIndex(where: { $0.name == name }) else { return nil }
    next = index + 1
    if origin == .extension { isRead[index] = true }
    return members[index].value
  }

  public mutating func optional<Value: WireConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(WireError) -> Value? {
    guard let value = value(name) else { return nil }
    // Prepend the path only when an error is thrown, because errors are rare.
    do { return try Value(wire: value, at: "", from: origin) } catch { throw error.below(path(name)) }
  }

  public mutating func required<Value: WireConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(WireError) -> Value {
    guard let value = try optional(name, as: type) else { throw missing(name) }
    return value
  }

  /// Reads a list. An absent list is empty, since empty members are absent on the wire (WIRE-S6).
  public mutating func list<Value: WireConvertible>(
    _ name: String, of type: Value.Type = Value.self, atMost limit: Int = WireLimits.elementsPerArray
  ) throws(WireError) -> [Value] {
    guard let value = value(name) else { return [] }
    do { return try [Value](wire: value, at: "", from: origin, atMost: limit) } catch { throw error.below(path(name)) }
  }

  /// Reads a developer's name for something, 1…`maximum` bytes (`name(n)`).
  public mutating func name(_ name: String, atMost maximum: Int = 256) throws(WireError) -> String {
    guard let value = try optionalName(name, atMost: maximum) else { throw missing(name) }
    return value
  }

  public mutating func optionalName(_ name: String, atMost maximum: Int = 256) throws(WireError) -> String? {
    guard let value = try optional(name, as: String.self) else { return nil }
    try WireText.check(value, as: .name, atMost: maximum, at: path(name))
    return value
  }

  /// Reads text for people, at most `maximum` bytes (`text(n)`).
  public mutating func text(_ name: String, atMost maximum: Int) throws(WireError) -> String {
    guard let value = try optionalText(name, atMost: maximum) else { throw missing(name) }
    return value
  }

  public mutating func optionalText(_ name: String, atMost maximum: Int) throws(WireError) -> String? {
    guard let value = try optional(name, as: String.self) else { return nil }
    try WireText.check(value, as: .text, atMost: maximum, at: path(name))
    return value
  }

  /// Reads a word of a closed list. An unknown word from the host becomes `fallback`, the most general case
  /// (`wire.md#versions`).
  public mutating func word<Word: WireWord>(_ name: String, otherwise fallback: Word) throws(WireError) -> Word {
    guard let text = try optional(name, as: String.self) else { throw missing(name) }
    if let word = Word(rawValue: text) { return word }
    guard origin == .host else { throw WireError(at: path(name), "is “\(text)”, which is not in the list of words") }
    return fallback
  }

  /// Reads an integer within `range`.
  public mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(WireError) -> Int64 {
    guard let value = try optionalInteger(name, in: range) else { throw missing(name) }
    return value
  }

  public mutating func optionalInteger(_ name: String, in range: ClosedRange<Int64>) throws(WireError) -> Int64? {
    guard let value = try optional(name, as: Int64.self) else { return nil }
    guard range.contains(value) else {
      throw WireError(.limit, at: path(name), "is \(value), outside \(range.lowerBound)…\(range.upperBound)")
    }
    return value
  }

  public func path(_ name: String) -> String { "\(pointer)/\(name)" }

  public func missing(_ name: String) -> WireError { WireError(at: pointer, "lacks “\(name)”") }

  /// Refuses members that were not read in a message of an extension (WIRE-S8). Call it last.
  public func finish() throws(WireError) {
    guard let index = isRead.firstIndex(of: false) else { return }
    throw WireError(at: path(object.members[index].name), "is not known here")
  }
}
