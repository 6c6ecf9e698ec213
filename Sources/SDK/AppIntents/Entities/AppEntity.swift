// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
public import Foundation
public import FoundationShims

/// A type with a name on screen.
public protocol TypeDisplayRepresentable {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A value with a name on screen.
public protocol InstanceDisplayRepresentable {
  var displayRepresentation: DisplayRepresentation { get }
}

public typealias DisplayRepresentable = InstanceDisplayRepresentable & TypeDisplayRepresentable

/// A type whose values are choices of a parameter.
public protocol AppEnum: _IntentValue, RawRepresentable, CaseIterable, Hashable, Sendable, TypeDisplayRepresentable,
  InstanceDisplayRepresentable
where RawValue: LosslessStringConvertible {
  static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension AppEnum {
  public var displayRepresentation: DisplayRepresentation {
    Self.caseDisplayRepresentations[self] ?? DisplayRepresentation(stringLiteral: rawValue.description)
  }

  public var localizedStringResource: LocalizedStringResource { displayRepresentation.title }

  public static func _type() throws -> ParameterType {
    ParameterType(
      .enumeration, name: String(describing: Self.self), title: Caption.text(typeDisplayRepresentation.name),
      cases: allCases.compactMap { IntentChoice($0, section: nil) })
  }

  public var _stored: PropertyValue? { .string(rawValue.description) }

  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Self? {
    guard case .string(let text) = stored else { return nil }
    return RawValue(text).flatMap { Self(rawValue: $0) }
  }
}

/// An object of the app that a parameter can refer to.
public protocol AppEntity: _IntentValue, InstanceDisplayRepresentable, TypeDisplayRepresentable, Identifiable,
  PersistentlyIdentifiable, Sendable
where ID: EntityIdentifierConvertible & Sendable {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

  static var defaultQuery: DefaultQuery { get }
}

extension AppEntity {
  public typealias Property<Value: _IntentValue & Sendable> = EntityProperty<Value>

  public static func _type() throws -> ParameterType {
    ParameterType(.entity, name: persistentIdentifier, title: Caption.text(typeDisplayRepresentation.name))
  }

  public var _stored: PropertyValue? { .entity(type: Self.persistentIdentifier, id: id.entityIdentifierString) }

  public static func _request(_ stored: PropertyValue, from entities: _RequestedEntities) {
    guard case .entity(_, let id) = stored else { return }
    entities.add(id, of: Self.self) { ids in
      let found = try await defaultQuery.entities(for: ids.compactMap { ID.entityIdentifier(for: $0) })
      return Dictionary(found.map { ($0.id.entityIdentifierString, $0) }) { first, _ in first }
    }
  }

  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Self? {
    guard case .entity(_, let id) = stored else { return nil }
    return entities.entity(id, of: Self.self)
  }

  public static func _defaultResult() async throws -> Self? { await defaultQuery.defaultResult() }

  public static func _choices(matching text: String?) async throws -> [IntentChoice]? {
    try await defaultQuery.choices(matching: text)
  }

  public static var _hasChoices: Bool { true }
}

/// An entity that is made for one answer and not stored.
public protocol TransientAppEntity: _IntentValue, InstanceDisplayRepresentable, TypeDisplayRepresentable, Sendable {
  init()
}

extension TransientAppEntity {
  public typealias Property<Value: _IntentValue & Sendable> = EntityProperty<Value>

  public static func _type() throws -> ParameterType { ParameterType(.string) }
  public var _stored: PropertyValue? { nil }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Self? { nil }
}

/// An entity of which there is one.
public protocol UniqueAppEntity: AppEntity {}

/// A property of an entity that iOS shows to shortcuts.
@propertyWrapper
public final class EntityProperty<Value: _IntentValue & Sendable>: @unchecked Sendable {
  // SAFETY: unchecked because the value may be set; an entity is built before it is shared.
  private var stored: Value?

  public init() { stored = Value._unset }
  public init(title: LocalizedStringResource) { stored = Value._unset }
  public init(title: LocalizedStringResource, identifier: String) { stored = Value._unset }
  public init(wrappedValue: Value) { stored = wrappedValue }
  public init(wrappedValue: Value, title: LocalizedStringResource) { stored = wrappedValue }

  /// Reading a property that was never set ends the program.
  public var wrappedValue: Value {
    get {
      guard let stored else {
        preconditionFailure("The property of the entity was never set; set it in its initialiser.")
      }
      return stored
    }
    set { stored = newValue }
  }

  public var projectedValue: EntityProperty<Value> { self }
}

/// An identifier that can be stored as text.
public protocol EntityIdentifierConvertible: Hashable {
  var entityIdentifierString: String { get }
  static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
  public var entityIdentifierString: String { self }
  public static func entityIdentifier(for entityIdentifierString: String) -> String? { entityIdentifierString }
}

extension Int: EntityIdentifierConvertible {
  public var entityIdentifierString: String { String(self) }
  public static func entityIdentifier(for entityIdentifierString: String) -> Int? { Int(entityIdentifierString) }
}

extension UUID: EntityIdentifierConvertible {
  public var entityIdentifierString: String { uuidString }
  public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
    UUID(uuidString: entityIdentifierString)
  }
}
