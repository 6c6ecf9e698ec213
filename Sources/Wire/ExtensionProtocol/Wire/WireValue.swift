// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A JSON value of the restricted profile (`wire.md#lines`): integers only, no duplicate names.
///
/// Messages convert to and from this tree; only `ExtensionTransport` deals with bytes. This lets `PrivacyBoundary`
/// compare every leaf of a request with the flow policy before anything is encoded.
public enum WireValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// An integer within ±(2^53 − 1); the codec refuses others (WIRE-S3).
  case integer(Int64)
  case string(String)
  case array([WireValue])
  case object(WireObject)
}

/// The members of a JSON object in canonical order (ascending UTF-8 bytes, as RFC 8785 requires for our ASCII names).
public struct WireObject: Hashable, Sendable {
  /// The members, sorted by unique names.
  public private(set) var members: [(name: String, value: WireValue)]

  public init() { members = [] }

  /// Creates an object from members that a codec read.
  ///
  /// - Returns: `nil` if a name occurs twice.
  public init?(uniqueMembers: [(name: String, value: WireValue)]) {
    members = uniqueMembers
    guard !members.isStrictlyAscending else { return }
    members.sort { $0.name.precedesInUTF8($1.name) }
    guard members.isStrictlyAscending else { return nil }
  }

  /// The member's value. Setting it to `nil` removes the member.
  public subscript(name: String) -> WireValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { !$0.name.precedesInUTF8(name) } ?? members.count
      let isPresent = index < members.count && members[index].name == name
      switch (newValue, isPresent) {
      case (let value?, true): members[index].value = value
      case (let value?, false): members.insert((name, value), at: index)
      case (nil, true): members.remove(at: index)
      case (nil, false): break
      }
    }
  }

  public static func == (left: WireObject, right: WireObject) -> Bool {
    // Trees that repeat share their members, which need not be compared then.
    if left.members.span.isIdentical(to: right.members.span) { return true }
    return left.members.count == right.members.count
      && zip(left.members, right.members).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for member in members {
      hasher.combine(member.name)
      hasher.combine(member.value)
    }
  }
}

extension WireObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, WireValue?)...) { self.init(elements) }

  fileprivate init(_ elements: [(String, WireValue?)]) {
    self.init()
    members.reserveCapacity(elements.count)
    for (name, value) in elements {
      // Messages list their members in canonical order, so nearly all belong at the end.
      if let value, members.last?.name.precedesInUTF8(name) ?? true {
        members.append((name, value))
      } else {
        self[name] = value
      }
    }
  }
}

extension WireValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension WireValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(arrayLiteral elements: WireValue...) { self = .array(elements) }

  /// Omits members whose value is `nil`, as WIRE-S6 requires.
  public init(dictionaryLiteral elements: (String, WireValue?)...) {
    self = .object(WireObject(elements))
  }
}

extension String {
  /// Returns whether the string precedes `other` in UTF-8 byte order, by which the wire sorts names and sets (WIRE-S7).
  public func precedesInUTF8(_ other: String) -> Bool {
    let (left, right) = (utf8.span, other.utf8.span)
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
  }
}

extension [(name: String, value: WireValue)] {
  fileprivate var isStrictlyAscending: Bool {
    indices.dropFirst().allSatisfy { self[$0 - 1].name.precedesInUTF8(self[$0].name) }
  }
}
