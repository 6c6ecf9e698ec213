// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// Encodes byte for byte like `JSONEncoder` with sorted keys and unescaped slashes, but much faster: part of the rules'
/// state is encoded with every callback and shield. A test compares the two.
///
/// Bytes are base64, as in `JSONEncoder`. Dates and URLs use their own encodings, since the rules' values contain none.
struct CanonicalEncoder: Encoder {
  let node: CanonicalNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.form = .object
    return KeyedEncodingContainer(CanonicalObject(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.form = .array
    return CanonicalArray(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { CanonicalValue(node: node) }
}

extension CanonicalNode.Content {
  static var null: Self { .literal("null") }

  init(_ value: Bool) { self = .literal(value ? "true" : "false") }
  init(integer value: some BinaryInteger) { self = .literal(String(value)) }

  init(number value: some BinaryFloatingPoint & LosslessStringConvertible) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON has only finite numbers."))
    }
    let text = value.description
    self = .literal(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  init<Value: Encodable>(_ value: Value) throws {
    // Compare types before casting, since a cast costs much more.
    if Value.self == Int64.self, let integer = value as? Int64 {
      self.init(integer: integer)
    } else if Value.self == Int.self, let integer = value as? Int {
      self.init(integer: integer)
    } else if Value.self == Timestamp.self, let time = value as? Timestamp {
      self.init(integer: time.milliseconds)
    } else if Value.self == Data.self, let data = value as? Data {
      self = .string(data.base64EncodedString())
    } else {
      let node = CanonicalNode()
      try value.encode(to: CanonicalEncoder(node: node))
      self = .node(node)
    }
  }
}

// MARK: - Containers

private struct CanonicalObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: CanonicalNode
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { node.set(key.stringValue, to: .null) }
  func encode(_ value: Bool, forKey key: Key) { node.set(key.stringValue, to: .init(value)) }
  func encode(_ value: String, forKey key: Key) { node.set(key.stringValue, to: .string(value)) }
  func encode(_ value: Int, forKey key: Key) { node.set(key.stringValue, to: .init(integer: value)) }
  func encode(_ value: Int64, forKey key: Key) { node.set(key.stringValue, to: .init(integer: value)) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    node.set(key.stringValue, to: try .init(value))
  }

  // The defaults call the functions above through the protocol, which costs as much as the rest of a small value.
  func encodeIfPresent(_ value: String?, forKey key: Key) { if let value { encode(value, forKey: key) } }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { if let value { encode(value, forKey: key) } }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { if let value { encode(value, forKey: key) } }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { child(key.stringValue).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { child("super") }
  func superEncoder(forKey key: Key) -> any Encoder { child(key.stringValue) }

  private func child(_ name: String) -> CanonicalEncoder {
    let child = CanonicalNode()
    node.set(name, to: .node(child))
    return CanonicalEncoder(node: child)
  }
}

private struct CanonicalArray: UnkeyedEncodingContainer {
  let node: CanonicalNode
  var codingPath: [any CodingKey] { [] }

  var count: Int { node.elements.count }

  func encodeNil() { node.append(.null) }
  func encode(_ value: Bool) { node.append(.init(value)) }
  func encode(_ value: String) { node.append(.string(value)) }
  func encode<Value: Encodable>(_ value: Value) throws { node.append(try .init(value)) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    child().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }
  func superEncoder() -> any Encoder { child() }

  private func child() -> CanonicalEncoder {
    let child = CanonicalNode()
    node.append(.node(child))
    return CanonicalEncoder(node: child)
  }
}

/// Encodes all numbers: the other containers pass them on like any other value.
private struct CanonicalValue: SingleValueEncodingContainer {
  let node: CanonicalNode
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { node.form = .value(.null) }
  func encode(_ value: Bool) { node.form = .value(.init(value)) }
  func encode(_ value: String) { node.form = .value(.string(value)) }
  func encode(_ value: Double) throws { node.form = .value(try .init(number: value)) }
  func encode(_ value: Float) throws { node.form = .value(try .init(number: value)) }
  func encode(_ value: Int) { node.form = .value(.init(integer: value)) }
  func encode(_ value: Int8) { node.form = .value(.init(integer: value)) }
  func encode(_ value: Int16) { node.form = .value(.init(integer: value)) }
  func encode(_ value: Int32) { node.form = .value(.init(integer: value)) }
  func encode(_ value: Int64) { node.form = .value(.init(integer: value)) }
  func encode(_ value: UInt) { node.form = .value(.init(integer: value)) }
  func encode(_ value: UInt8) { node.form = .value(.init(integer: value)) }
  func encode(_ value: UInt16) { node.form = .value(.init(integer: value)) }
  func encode(_ value: UInt32) { node.form = .value(.init(integer: value)) }
  func encode(_ value: UInt64) { node.form = .value(.init(integer: value)) }
  func encode<Value: Encodable>(_ value: Value) throws { node.form = .value(try .init(value)) }
}
