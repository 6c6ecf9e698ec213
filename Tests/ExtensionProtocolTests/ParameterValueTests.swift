// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

/// The limits of a parameter's value, which the SDK also checks before it sends one.
@Suite struct ParameterValueTests {
  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  static let accepted: [PropertyValue] = [
    .bool(true), .integer(-7), .decimal("0.5"), .date(0), .string(""), .string(text(4_096)), .url(text(4_096)),
    .entity(type: "T", id: "i"), .entity(type: text(128), id: text(4_096)), .list([]),
    .list(.init(repeating: .string("a"), count: 256)), .list([.url("u"), .bool(false), .entity(type: "T", id: "i")]),
  ]

  @Test(arguments: accepted) func `accepts a value within its limits`(_ value: PropertyValue) throws {
    try value.checkAsParameter(at: "/v")
  }

  static let refused: [(PropertyValue, String, NamedLimit?)] = [
    (.string(text(4_097)), "/v/string", .string), (.url(text(4_097)), "/v/url", .string),
    (.entity(type: text(129), id: "i"), "/v/entity/type", .name),
    (.entity(type: "T", id: text(4_097)), "/v/entity/id", .entityID),
    (.list(.init(repeating: .bool(true), count: 257)), "/v/list", .list),
    (.list([.bool(true), .string(text(4_097))]), "/v/list/1/string", .string), (.data("AAAA"), "/v", nil),
    (.map([]), "/v", nil), (.list([.list([])]), "/v/list/0", nil), (.list([.integer(1), .map([])]), "/v/list/1", nil),
  ]

  @Test(arguments: refused) func `refuses a value beyond its limits, with its place and the limit`(
    _ value: PropertyValue, _ pointer: String, _ limit: NamedLimit?
  ) {
    let error = #expect(throws: WireError.self) { try value.checkAsParameter(at: "/v") }
    #expect(error?.pointer == pointer && error?.limit == limit, "\(error as WireError?)")
  }
}
