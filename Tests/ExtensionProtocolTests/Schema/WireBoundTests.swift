// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import SchemaChecks
import Testing

/// Every string, number and list of every message, at the bounds that its schema names and just beyond them.
@Suite struct WireBoundTests {
  @Test(arguments: WireSample.all)
  func `the reader has the bounds of the schema at every place of a message`(_ sample: WireSample) throws {
    // A bound is the same for both senders.
    let origin = WireOrigin.extension
    let value = try Wire.value(sample.json)
    let root = WireSchema(origin: origin).document(of: sample.type)
    let check = JSONSchemaCheck(root: root)
    for place in value.places() where !Self.unexpressed.contains(String(place.split(separator: "/").last ?? "")) {
      guard let here = value[place] else { continue }
      for candidate in Self.candidates(for: here, under: SchemaPlace(root: root).schemas(at: place)) {
        let changed = value.replacing(place, by: candidate)
        var isTaken = true
        do { _ = try sample.matches(changed, origin) } catch { isTaken = false }
        let isValid = try check.accepts(changed)
        #expect(isValid == isTaken, "\(sample.type) at \(place): \(Self.title(candidate))")
      }
    }
  }

  /// Members with a rule that no keyword expresses: an end is not before its start, each variant of a view occurs once,
  /// and the nodes and values of a predicate are counted together.
  private static let unexpressed: Set = ["start", "end", "views", "args", "values"]

  private static func title(_ value: WireValue) -> String {
    switch value {
    case .string(let text): "a text of \(text.utf8.count)"
    case .array(let elements): "a list of \(elements.count)"
    default: "\(value)"
    }
  }

  /// Longer lists are limited by the line (`elementsPerArray`), not by the reader of a message.
  private static let longestList: Int64 = 1_000

  private static func candidates(for value: WireValue, under schemas: [WireObject]) -> [WireValue] {
    func bounds(_ least: String, _ most: String) -> [Int64] {
      schemas.flatMap { schema -> [Int64] in
        var bounds: [Int64] = []
        if case .integer(let bound) = schema[least] { bounds += [bound - 1, bound] }
        if case .integer(let bound) = schema[most] { bounds += [bound, bound + 1] }
        return bounds
      }
    }
    switch value {
    case .string:
      return bounds("minLength", "maxLength").filter { $0 >= 0 }.map { .string(String(repeating: "a", count: Int($0))) }
    case .integer: return bounds("minimum", "maximum").map { .integer($0) }
    case .array(let elements):
      guard let first = elements.first else { return [] }
      return bounds("minItems", "maxItems").filter { 0...longestList + 1 ~= $0 }.map { count in
        .array((0..<count).map { number($0, first) })
      }
    default: return []
    }
  }

  /// A value like another one. Tokens, words and names get a number, because sets contain no duplicates.
  private static func number(_ number: Int64, _ value: WireValue) -> WireValue {
    if case .object(let object) = value {
      for name in ["name", "intent", "kind"] {
        if let known = object[name] { return value.replacing("/\(name)", by: Self.number(number, known)) }
      }
    }
    guard case .string(let text) = value else { return value }
    guard WireToken(text) != nil else { return .string(number == 0 ? text : "a\(number)") }
    let digits = String(number, radix: 36)
    return .string(text.dropLast(4) + String(repeating: "0", count: 4 - digits.count) + digits)
  }
}

/// The parts of a schema that describe one place of a value.
private struct SchemaPlace {
  var root: WireValue

  func schemas(at pointer: String) -> [WireObject] {
    var schemas = parts(of: root)
    for name in pointer.split(separator: "/") {
      schemas = schemas.flatMap { schema in
        [schema["properties"]?["/\(name)"], Int(name) == nil ? nil : schema["items"]].compactMap(\.self)
          .flatMap { parts(of: $0) }
      }
    }
    return schemas
  }

  /// The schema itself, what it refers to, and its alternatives.
  private func parts(of schema: WireValue) -> [WireObject] {
    guard case .object(let object) = schema else { return [] }
    var parts = [object]
    if case .string(let path) = object["$ref"], let target = root["/\(path.dropFirst(2))"] {
      parts += self.parts(of: target)
    }
    for name in ["anyOf", "oneOf", "allOf"] {
      if case .array(let schemas) = object[name] { parts += schemas.flatMap { self.parts(of: $0) } }
    }
    if let then = object["then"] { parts += self.parts(of: then) }
    return parts
  }
}
