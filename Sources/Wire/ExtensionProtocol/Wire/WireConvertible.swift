// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Who wrote the value being decoded: it decides what happens to names and words we don't know (WIRE-S8).
public enum WireOrigin: Hashable, Sendable {
  /// The host may grow: unknown members are ignored, unknown words are read as the most general case.
  case host
  /// An extension gets no spare room: unknown members and words are refused by name.
  case `extension`
}

/// A value that crosses the wire.
public protocol WireConvertible: Hashable, Sendable {
  /// The one spelling of this value.
  var wire: WireValue { get }

  /// Decodes `value`, found at `pointer` in a message of `origin`.
  ///
  /// - Throws: `WireError` that names the place and the expectation.
  init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError)
}

/// One of a closed list of words, compared by bytes (WIRE-S6).
public protocol WireWord: RawRepresentable<String>, WireConvertible, CaseIterable {}

extension WireWord {
  public var wire: WireValue { .string(rawValue) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    let text = try String(wire: value, at: pointer, from: origin)
    guard let word = Self(rawValue: text) else {
      throw WireError(at: pointer, "is “\(text)”, which is no word of this list")
    }
    self = word
  }
}

extension String: WireConvertible {
  public var wire: WireValue { .string(self) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    guard case .string(let text) = value else { throw WireError(at: pointer, "is not a string") }
    self = text
  }
}

extension Int64: WireConvertible {
  public var wire: WireValue { .integer(self) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    guard case .integer(let number) = value else { throw WireError(at: pointer, "is not an integer") }
    self = number
  }
}

extension Bool: WireConvertible {
  public var wire: WireValue { .bool(self) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    guard case .bool(let flag) = value else { throw WireError(at: pointer, "is neither true nor false") }
    self = flag
  }
}

extension Array where Element: WireConvertible {
  public init(
    wire value: WireValue, at pointer: String, from origin: WireOrigin, atMost limit: Int
  ) throws(WireError) {
    guard case .array(let elements) = value else { throw WireError(at: pointer, "is not an array") }
    guard elements.count <= limit else {
      throw WireError(.limit, at: pointer, "has \(elements.count) elements; the maximum is \(limit)")
    }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do { result.append(try Element(wire: element, at: "", from: origin)) } catch {
        throw error.below("\(pointer)/\(index)")
      }
    }
    self = result
  }
}

extension Array where Element: WireConvertible {
  public var wire: WireValue { .array(map(\.wire)) }

  /// The list as the wire has it: absent when empty (WIRE-S6).
  var wireUnlessEmpty: WireValue? { isEmpty ? nil : wire }
}

extension Array where Element: Hashable {
  /// A set on the wire has no duplicates (WIRE-S7); the order of an extension means nothing.
  func checkedAsSet(at pointer: String) throws(WireError) -> [Element] {
    guard Set(self).count == count else { throw WireError(at: pointer, "holds an element twice") }
    return self
  }
}
