// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The sender of a value, which decides how unknown members and words are handled (WIRE-S8).
public enum WireOrigin: Hashable, Sendable {
  /// A host may be newer: unknown members are ignored, and an unknown word is read as the most general case.
  case host
  /// An extension's unknown members and words are refused by name.
  case `extension`
}

/// A value that crosses the wire.
public protocol WireConvertible: Hashable, Sendable {
  /// The canonical wire form of this value.
  var wire: WireValue { get }

  /// Decodes `value`, found at `pointer` in a message from `origin`.
  ///
  /// - Throws: A `WireError` with the position and the reason.
  init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError)
}

/// A type with a closed list of words, compared byte by byte (WIRE-S6).
public protocol WireWord: RawRepresentable<String>, WireConvertible, CaseIterable {}

extension WireWord {
  public var wire: WireValue { .string(rawValue) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    let text = try String(wire: value, at: pointer, from: origin)
    guard let word = Self(rawValue: text) else {
      throw WireError(at: pointer, "is “\(text)”, which is not in the list of words")
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

  /// The list in its wire form, or `nil` if it is empty, because empty members are absent (WIRE-S6).
  var wireUnlessEmpty: WireValue? { isEmpty ? nil : wire }
}

extension Array where Element: Hashable {
  /// Checks that a set has no duplicates (WIRE-S7). The order of an extension's elements has no meaning.
  func checkedAsSet(at pointer: String) throws(WireError) -> [Element] {
    guard Set(self).count == count else { throw WireError(at: pointer, "contains an element twice") }
    return self
  }
}
