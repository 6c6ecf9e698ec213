// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

@Suite struct CanonicalJSONTests {
  private struct Everything: Codable {
    struct Inner: Codable {
      var flag: Bool?
      var words: [String]
    }
    var text = "a\"b\\c/d\u{0}\u{1}\u{8}\t\n\u{c}\r\u{1f}\u{7f}\u{2028}é😀"
    var small: [Int8] = [-128, 127]
    var unsigned: [UInt64] = [0, .max]
    var integers: [Int64] = [.min, .max]
    var doubles = [1.0, 1.5, -0.0, 1e20, 1e-7, 0.1]
    var single: Float = 0.1
    var data = [Data([1, 2, 3]), Data()]
    var nothing: String?
    var some: String? = "w\n"
    var number: Int? = -3
    var long: Int64? = .max
    var instants: [Timestamp?] = [nil, Timestamp(milliseconds: -1)]
    var instant: Timestamp? = Timestamp(milliseconds: .max)
    var noInstant: Timestamp?
    var optionals: [Int?] = [nil, 1]
    var empty: [String: Int] = [:]
    var byName = ["a10": 1, "a9": 2, "B": 3, "b": 4, "é": 5, "e\u{301}x": 6, "\u{FFFD}": 7, "😀": 8]
    var byNumber = [2: "b"]
    var byItem = [Item.application("x"): Timestamp(milliseconds: 7)]
    var inner = Inner(flag: true, words: ["x", ""])
    var list = [Inner(flag: nil, words: [])]
  }

  /// Encodes itself through every kind of container that an encoder hands out.
  private struct Nested: Encodable {
    enum Key: CodingKey { case list, object, twice }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      try list.encode("y")
      try list.encode(true)
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode("x", forKey: .object)
      var deeper = list.nestedUnkeyedContainer()
      try deeper.encodeNil()
      try [true].encode(to: list.superEncoder())
      var object = container.nestedContainer(keyedBy: Key.self, forKey: .object)
      try object.encodeNil(forKey: .list)
      try 5.encode(to: container.superEncoder())
      try container.encode(1, forKey: .twice)
      try container.encode(2, forKey: .twice)
    }
  }

  private struct Nothing: Encodable {}

  private func foundation(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func ours(_ value: some Encodable) throws -> String {
    String(decoding: try CanonicalJSON.bytes(of: value), as: UTF8.self)
  }

  @Test func `writes the same bytes as Foundation`() throws {
    #expect(try ours(Everything()) == foundation(Everything()))
    #expect(try ours(Nested()) == foundation(Nested()))
    #expect(try ours([Nothing()]) == foundation([Nothing()]))
    for text in ["top/level", "\"", "\"\"", "\\", "\u{1}", "\u{1f}", " ", ""] {
      #expect(try ours(text) == foundation(text), "\(text.debugDescription)")
    }
    #expect(try ours(Timestamp(milliseconds: 5)) == foundation(Timestamp(milliseconds: 5)))
  }

  @Test func `writes a device's state as Foundation does`() throws {
    var state = DeviceState(now: Timestamp(milliseconds: 1), place: CalendarPlace(timeZone: "Europe/Berlin"))
    var family = FamilyState(authorization: .approved, member: .child, ownApplications: [.application("own")])
    var store = SettingsStore()
    store[.shieldApplications] = .items([.application("a"), .webDomain("b.example")])
    store[.shieldApplicationCategories] = .categoryPolicy(.all(except: [.application("c")]))
    store[.blockedByFilter] = .webFilter(.auto([.name("d.example")], except: []))
    family.stores["Default"] = store
    family.defaults["suite"] = ["n": .integer(4), "t": .string("é")]
    state.families[FamilyID("family")] = family
    state.grants[.application("a")] = Timestamp(milliseconds: 2)
    state.shield = Shield(
      item: .application("a"), hit: .category(.category("4")), family: FamilyID("family"),
      since: Timestamp(milliseconds: 3))
    #expect(try ours(state) == foundation(state))
  }

  @Test func `refuses a number that JSON can't represent`() {
    #expect(throws: EncodingError.self) { try CanonicalJSON.bytes(of: [Double.nan]) }
  }

  @Test func `a value that encodes nothing is an empty object`() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(try CanonicalJSON.bytes(of: ["a": Nothing()]) == Array(#"{"a":{}}"#.utf8))
    #expect(try CanonicalJSON.bytes(of: [Nothing(), Nothing()]) == Array("[{},{}]".utf8))
  }
}
