// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Finds entities by their identifiers.
public protocol EntityQuery: DynamicOptionsProvider, Sendable
where DefaultValue == Entity {
  associatedtype Entity: AppEntity
  associatedtype Result = [Entity]

  init()
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  func suggestedEntities() async throws -> Result
  func defaultResult() async -> Entity?
}

extension EntityQuery {
  public func results() async throws -> Result { try await suggestedEntities() }
  public func defaultResult() async -> Entity? { nil }
}

extension EntityQuery where Result == [Entity] {
  public func suggestedEntities() async throws -> [Entity] { [] }
}

/// Finds entities by a text that the person types.
public protocol EntityStringQuery: EntityQuery {
  associatedtype StringResult: ResultsCollection = [Entity]
  func entities(matching string: String) async throws -> StringResult
}

/// Finds entities in the list of all.
public protocol EnumerableEntityQuery: EntityQuery where Result == [Entity] {
  func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
  public func suggestedEntities() async throws -> [Entity] { try await allEntities() }

  public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
    let all = try await allEntities()
    return identifiers.compactMap { id in all.first { $0.id == id } }
  }
}

/// Finds the entity of which there is one.
public protocol UniqueAppEntityQuery: EntityQuery {}

/// A place of an app for the queries of entities; nothing here searches.
public protocol EntityPropertyQuery: EntityQuery {}

extension EntityQuery {
  /// The suggested entities, or those that a query finds for the text.
  func choices(matching text: String?) async throws -> [IntentChoice] {
    if let text, !text.isEmpty, let query = self as? any EntityStringQuery {
      return try await query.found(by: text)
    }
    let result = try await suggestedEntities()
    return result._sections.flatMap { section in
      let heading = section.heading.map { Caption.text($0) }
      return section.values.compactMap { IntentChoice($0, section: heading) }
    }.filter { $0.matches(text) }
  }
}

extension EntityStringQuery {
  fileprivate func found(by text: String) async throws -> [IntentChoice] {
    let result = try await entities(matching: text)
    return result._sections.flatMap { section in
      let heading = section.heading.map { Caption.text($0) }
      return section.values.compactMap { IntentChoice($0, section: heading) }
    }
  }
}
