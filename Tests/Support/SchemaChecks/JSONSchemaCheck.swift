// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A check of a value against a JSON Schema, for the keywords that the schemas in docs/schema use.
package struct JSONSchemaCheck {
  package struct UnknownKeyword: Error { package var name: String }

  private let root: WireValue

  package init(root: WireValue) { self.root = root }

  package func accepts(_ value: WireValue) throws -> Bool { try accepts(value, root) }

  private func accepts(_ value: WireValue, _ schema: WireValue) throws -> Bool {
    guard case .object(let keywords) = schema else { return schema != false }
    for (keyword, argument) in keywords.members where try !holds(keyword, argument, in: keywords, of: value) {
      return false
    }
    return true
  }

  private func holds(
    _ keyword: String, _ argument: WireValue, in schema: WireObject, of value: WireValue
  ) throws -> Bool {
    switch (keyword, argument) {
    case ("$comment", _), ("$schema", _), ("$defs", _), ("title", _), ("description", _), ("examples", _),
      ("contentEncoding", _), ("then", _):
      true
    case ("$ref", .string(let path)): try accepts(value, root["/\(path.dropFirst(2))"] ?? false)
    case ("const", let word): value == word
    case ("enum", .array(let words)): words.contains(value)
    case ("type", .string(let type)): hasType(type, value)
    case ("not", let inner): try !accepts(value, inner)
    case ("anyOf", .array(let schemas)): try schemas.contains { try accepts(value, $0) }
    case ("oneOf", .array(let schemas)): try schemas.count { try accepts(value, $0) } == 1
    case ("allOf", .array(let schemas)): try schemas.allSatisfy { try accepts(value, $0) }
    case ("if", let condition): try !accepts(value, condition) || accepts(value, schema["then"] ?? true)
    default: try holdsPart(keyword, argument, in: schema, of: value)
    }
  }

  /// Keywords for one type; they accept every value of another type.
  private func holdsPart(
    _ keyword: String, _ argument: WireValue, in schema: WireObject, of value: WireValue
  ) throws -> Bool {
    switch (keyword, argument, value) {
    case ("properties", .object(let properties), .object(let object)):
      try object.members.allSatisfy { member in
        try properties[member.name].map { try accepts(member.value, $0) } ?? true
      }
    case ("required", .array(let names), .object(let object)):
      names.allSatisfy { name in object.members.contains { .string($0.name) == name } }
    case ("additionalProperties", false, .object(let object)):
      object.members.allSatisfy { schema["properties"]?["/\($0.name)"] != nil }
    case ("items", let items, .array(let elements)): try elements.allSatisfy { try accepts($0, items) }
    case ("minItems", .integer(let least), .array(let elements)): elements.count >= least
    case ("maxItems", .integer(let most), .array(let elements)): elements.count <= most
    case ("uniqueItems", true, .array(let elements)): Set(elements).count == elements.count
    case ("minLength", .integer(let least), .string(let text)): text.unicodeScalars.count >= least
    case ("maxLength", .integer(let most), .string(let text)): text.unicodeScalars.count <= most
    case ("pattern", .string(let pattern), .string(let text)): try text.contains(Regex(pattern))
    case ("minimum", .integer(let least), .integer(let number)): number >= least
    case ("maximum", .integer(let most), .integer(let number)): number <= most
    case ("properties", _, _), ("required", _, _), ("additionalProperties", _, _), ("items", _, _), ("minItems", _, _),
      ("maxItems", _, _), ("uniqueItems", _, _), ("minLength", _, _), ("maxLength", _, _), ("pattern", _, _),
      ("minimum", _, _), ("maximum", _, _):
      true
    default: throw UnknownKeyword(name: keyword)
    }
  }

  private func hasType(_ type: String, _ value: WireValue) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
