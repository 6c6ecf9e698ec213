// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
public import Foundation
internal import Synchronization

/// A type that a parameter of an intent can have.
public protocol _IntentValue {
  /// The value of a parameter that was never set and has no default: nil for an optional, else nothing.
  static var _unset: Self? { get }
  /// The type as the host's sheets show it.
  static func _type() throws -> ParameterType
  /// The form in which the host stores the value; nil for the absence of an optional.
  var _stored: PropertyValue? { get }
  /// Notes which entities a stored value refers to, so that they can be asked for together.
  static func _request(_ stored: PropertyValue, from entities: _RequestedEntities)
  /// Reads a stored value; nil if it no longer decodes, or if its entity is gone.
  static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Self?
  /// The default of a type that finds it itself.
  static func _defaultResult() async throws -> Self?
  /// The values that a list offers; nil for a type without a list.
  static func _choices(matching text: String?) async throws -> [IntentChoice]?
  static var _hasChoices: Bool { get }
}

extension _IntentValue {
  public static var _unset: Self? { nil }
  public static func _request(_ stored: PropertyValue, from entities: _RequestedEntities) {}
  public static func _defaultResult() async throws -> Self? { nil }
  public static func _choices(matching text: String?) async throws -> [IntentChoice]? { nil }
  public static var _hasChoices: Bool { false }
}

/// A type with one name on iOS and another in older sources.
public typealias AppValue = _IntentValue

extension Bool: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.bool) }
  public var _stored: PropertyValue? { .bool(self) }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Bool? {
    if case .bool(let flag) = stored { flag } else { nil }
  }
}

extension Int: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.int) }
  public var _stored: PropertyValue? { .integer(Int64(self)) }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Int? {
    switch stored {
    case .integer(let number): Int(number)
    case .decimal(let text): Double(text).flatMap { Int(exactly: $0.rounded()) }
    default: nil
    }
  }
}

extension Double: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.decimal) }
  public var _stored: PropertyValue? { isFinite ? .decimal("\(self)") : nil }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Double? {
    switch stored {
    case .integer(let number): Double(number)
    case .decimal(let text): Double(text)
    default: nil
    }
  }
}

extension Float: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.decimal) }
  public var _stored: PropertyValue? { isFinite ? .decimal("\(self)") : nil }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Float? {
    Double._read(stored, from: entities).map(Float.init)
  }
}

extension Decimal: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.decimal) }
  public var _stored: PropertyValue? { isFinite ? .decimal(description) : nil }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Decimal? {
    switch stored {
    case .integer(let number): Decimal(number)
    case .decimal(let text): Decimal(string: text)
    default: nil
    }
  }
}

extension String: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.string) }
  public var _stored: PropertyValue? { .string(self) }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> String? {
    if case .string(let text) = stored { text } else { nil }
  }
}

extension Date: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.date) }
  public var _stored: PropertyValue? {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return abs(milliseconds) <= Double(WireLimits.largestInteger) ? .date(Int64(milliseconds)) : nil
  }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Date? {
    if case .date(let time) = stored { Date(timeIntervalSince1970: Double(time) / 1000) } else { nil }
  }
}

extension URL: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.url) }
  public var _stored: PropertyValue? { .url(absoluteString) }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> URL? {
    if case .url(let text) = stored { URL(string: text) } else { nil }
  }
}

extension Duration: _IntentValue {
  public static func _type() -> ParameterType { ParameterType(.duration) }
  public var _stored: PropertyValue? {
    let (seconds, attoseconds) = components
    return .decimal("\(Double(seconds) + Double(attoseconds) / 1e18)")
  }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Duration? {
    Double._read(stored, from: entities).map { .seconds($0) }
  }
}

extension Array: _IntentValue where Element: _IntentValue {
  public static func _type() throws -> ParameterType {
    var type = try Element._type()
    type.isList = true
    return type
  }
  public var _stored: PropertyValue? { .list(compactMap(\._stored)) }
  public static func _request(_ stored: PropertyValue, from entities: _RequestedEntities) {
    guard case .list(let values) = stored else { return }
    for value in values { Element._request(value, from: entities) }
  }
  /// An element that is gone is left out (FOCUS-F11).
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> [Element]? {
    guard case .list(let values) = stored else { return nil }
    return values.compactMap { Element._read($0, from: entities) }
  }
  public static func _choices(matching text: String?) async throws -> [IntentChoice]? {
    try await Element._choices(matching: text)
  }
  public static var _hasChoices: Bool { Element._hasChoices }
}

extension Optional: _IntentValue where Wrapped: _IntentValue {
  public static var _unset: Wrapped?? { .some(nil) }
  public static func _type() throws -> ParameterType { try Wrapped._type() }
  public var _stored: PropertyValue? { flatMap(\._stored) }
  public static func _request(_ stored: PropertyValue, from entities: _RequestedEntities) {
    Wrapped._request(stored, from: entities)
  }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Wrapped?? {
    Wrapped._read(stored, from: entities).map { .some($0) }
  }
  public static func _choices(matching text: String?) async throws -> [IntentChoice]? {
    try await Wrapped._choices(matching: text)
  }
  public static var _hasChoices: Bool { Wrapped._hasChoices }
}

/// The entities that the stored values of one intent refer to, found with one call for each type.
public final class _RequestedEntities: Sendable {
  private struct Group {
    var ids: [String] = []
    var load: @Sendable ([String]) async throws -> [String: any Sendable]
    var found: [String: any Sendable] = [:]
  }

  private let groups = Mutex<[(type: ObjectIdentifier, group: Group)]>([])

  init() {}

  func add(_ id: String, of type: Any.Type, load: @escaping @Sendable ([String]) async throws -> [String: any Sendable])
  {
    let type = ObjectIdentifier(type)
    groups.withLock { groups in
      let index = groups.firstIndex { $0.type == type } ?? groups.endIndex
      if index == groups.endIndex { groups.append((type, Group(load: load))) }
      if !groups[index].group.ids.contains(id) { groups[index].group.ids.append(id) }
    }
  }

  /// Asks each query once, with all identifiers in the order of the parameters (FOCUS-F11).
  func load() async throws {
    for (index, entry) in groups.withLock({ $0 }).enumerated() {
      let found = try await entry.group.load(entry.group.ids)
      groups.withLock { $0[index].group.found = found }
    }
  }

  func entity<Entity>(_ id: String, of type: Entity.Type) -> Entity? {
    let type = ObjectIdentifier(type)
    return groups.withLock { $0.first { $0.type == type }?.group.found[id] } as? Entity
  }
}
