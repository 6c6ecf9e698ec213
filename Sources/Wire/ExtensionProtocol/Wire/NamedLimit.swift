// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A limit of widgets, intents and Focus filters that has a code of its own (`wire.md#limits-of-widgets-and-filters`).
///
/// Both sides check it: the SDK before it replies, and the host again. Exceeding it refuses the whole reply.
public enum NamedLimit: String, Hashable, Sendable, CaseIterable {
  case kinds = "limit.kinds"
  case instances = "limit.instances"
  case stack = "limit.stack"
  case modes = "limit.modes"
  case filters = "limit.filters"
  case intents = "limit.intents"
  case timelineEntries = "limit.timelineEntries"
  case timelineDate = "timeline.date"
  case relevance = "relevance.invalid"
  case attributes = "limit.attributes"
  case parameters = "limit.parameters"
  case choices = "limit.choices"
  case list = "limit.list"
  case entityID = "limit.entityID"
  case string = "limit.string"
  case text = "limit.text"
  case name = "name.invalid"
  case predicate = "limit.predicate"
  case notes = "limit.notes"

  /// The largest number of elements or bytes. For a date it is the last millisecond, and for a relevance the largest
  /// score in thousandths.
  public var maximum: Int {
    switch self {
    case .kinds: 32
    case .instances: 256
    case .stack: 10
    case .modes: 32
    case .filters: 64
    case .intents: 128
    case .timelineEntries: 256
    case .timelineDate: Int(WireLimits.latestTime)
    case .relevance: 1_000_000_000
    case .attributes: 32
    case .parameters: 32
    case .choices: 500
    case .list: 256
    case .entityID, .string: 4_096
    case .text: 256
    case .name: 128
    case .predicate: CriteriaPredicate.maximumNodes
    case .notes: 64
    }
  }
}

extension WireError {
  /// The same error with the code of the limit that was exceeded. An error of another kind stays as it is.
  func named(_ limit: NamedLimit) -> WireError {
    guard kind != .schema else { return self }
    var error = self
    error.limit = limit
    return error
  }
}

extension WireReader {
  /// Reads a list of at most as many elements as the limit allows.
  mutating func list<Value: WireConvertible>(
    _ name: String, of type: Value.Type = Value.self, within limit: NamedLimit
  ) throws(WireError) -> [Value] {
    if case .array(let elements) = value(name), elements.count > limit.maximum {
      var error = WireError(
        .limit, at: path(name), "has \(elements.count) elements; the maximum is \(limit.maximum)")
      error.limit = limit
      throw error
    }
    return try list(name)
  }

  /// Reads a name of a kind, an intent, a parameter or a type: name(128).
  mutating func shortName(_ name: String) throws(WireError) -> String {
    guard let value = try optionalShortName(name) else { throw missing(name) }
    return value
  }

  mutating func optionalShortName(_ name: String) throws(WireError) -> String? {
    do { return try optionalName(name, atMost: NamedLimit.name.maximum) } catch { throw error.named(.name) }
  }

  /// Reads a text that the host shows in a gallery or a settings sheet: text(256).
  mutating func caption(_ name: String) throws(WireError) -> String {
    guard let value = try optionalCaption(name) else { throw missing(name) }
    return value
  }

  mutating func optionalCaption(_ name: String) throws(WireError) -> String? {
    do { return try optionalText(name, atMost: NamedLimit.text.maximum) } catch { throw error.named(.text) }
  }

  /// Reads an instant in milliseconds since 1970, up to the end of 2199.
  mutating func instant(_ name: String) throws(WireError) -> Int64 {
    do { return try integer(name, in: 0...WireLimits.latestTime) } catch { throw error.named(.timelineDate) }
  }
}

extension Array {
  /// Checks that no two elements have the same name.
  func checkedAsDistinct(_ name: KeyPath<Element, String>, at pointer: String) throws(WireError) -> [Element] {
    var seen: Set<String> = []
    for (index, element) in enumerated() where !seen.insert(element[keyPath: name]).inserted {
      throw WireError(at: "\(pointer)/\(index)", "repeats the name “\(element[keyPath: name])”")
    }
    return self
  }
}
