// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Strings, numbers and lists at the bounds that a schema names, and just beyond them.
package struct SchemaBounds {
  private let root: WireValue

  package init(root: WireValue) { self.root = root }

  /// The values to try at a place of a sample.
  package func values(at place: String, of sample: WireValue) -> [WireValue] {
    guard let here = sample[place] else { return [] }
    return Self.values(like: here, under: schemas(at: place))
  }

  /// Longer lists are limited by the line (`elementsPerArray`), not by the reader of a message.
  private static let longestList: Int64 = 1_000

  private static func values(like value: WireValue, under schemas: [WireObject]) -> [WireValue] {
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

  // MARK: - The parts of the schema that describe one place of a value

  private func schemas(at pointer: String) -> [WireObject] {
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
