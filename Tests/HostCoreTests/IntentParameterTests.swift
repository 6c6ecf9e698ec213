// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The values of widgets' and Focus filters' parameters, as text that a person writes.
@Suite struct IntentParameterTests {
  private static let homework = FamilyID("homework")
  private static let places = [
    IntentChoice(value: .string("home"), title: "At home"), IntentChoice(value: .integer(7), title: "Room 7"),
  ]

  private static let types: [String: ParameterType] = [
    "bool": ParameterType(.bool), "int": ParameterType(.int), "decimal": ParameterType(.decimal),
    "duration": ParameterType(.duration), "string": ParameterType(.string), "date": ParameterType(.date),
    "url": ParameterType(.url), "entity": ParameterType(.entity, name: "Pupil", title: "Pupil of the school"),
    "nameless": ParameterType(.entity, name: "Pupil"),
    "place": ParameterType(.enumeration, name: "Place", cases: places), "ints": ParameterType(.int, isList: true),
    "places": ParameterType(.enumeration, isList: true, name: "Place", cases: places),
  ]

  @Test(arguments: [
    ("bool", "true", PropertyValue.bool(true)), ("bool", "false", .bool(false)), ("int", "-12", .integer(-12)),
    ("decimal", "1.5", .decimal("1.5")), ("duration", "90", .decimal("90")), ("string", "a=b", .string("a=b")),
    ("string", "", .string("")), ("date", "2026-10-19T08:00:00Z", .date(1_792_396_800_000)),
    ("url", "https://example.org", .url("https://example.org")), ("entity", "p7", .entity(type: "Pupil", id: "p7")),
    ("place", "home", .string("home")), ("place", "7", .integer(7)),
    ("ints", "1,2", .list([.integer(1), .integer(2)])),
    ("places", "7,home", .list([.integer(7), .string("home")])), ("ints", "3", .list([.integer(3)])),
  ])
  func `text names a value of each type, and the value has the same text`(
    _ type: String, _ text: String, _ value: PropertyValue
  ) throws {
    let own = try #require(Self.types[type])
    #expect(own.value(text) == value)
    #expect(own.text(of: value) == text)
  }

  @Test(arguments: [
    ("bool", "yes", "true or false"), ("int", "1.5", "a whole number"), ("decimal", "many", "a number"),
    ("duration", "0x10", "a number of seconds"), ("date", "today", "an instant such as 2026-10-19T08:00:00Z"),
    ("place", "away", "one of At home, Room 7"), ("place", "8", "one of At home, Room 7"),
    ("ints", "1,x", "a list with commas of: a whole number"),
    ("places", "home,away", "a list with commas of: one of At home, Room 7"),
  ])
  func `a text of another type is refused, and the refusal says what is expected`(
    _ type: String, _ text: String, _ expected: String
  ) throws {
    let own = try #require(Self.types[type])
    #expect(own.value(text) == nil && own.expected == expected)
    let intent = Self.intent([DescribedParameter(name: "one", title: "One", type: own)])
    let facts = try PlayedLife(points: []).facts
    let error = #expect(throws: HostError.self) { try facts.parameters(["one=\(text)"], of: intent, over: []) }
    #expect(error?.description.contains("“\(text)” is not a value of “one”: \(expected).") == true)
  }

  @Test func `each type says what it expects`() throws {
    let expected = try ["string", "url", "entity", "nameless"].map { try #require(Self.types[$0]).expected }
    #expect(expected == ["text", "a URL", "the id of Pupil of the school", "the id of Pupil"])
    #expect(ParameterType(.entity).expected == "the id of an entity")
    for value in [PropertyValue.data("AQ=="), .map([])] { #expect(ParameterType(.string).text(of: value) == nil) }
  }

  // MARK: - Several parameters

  private static func intent(_ parameters: [DescribedParameter]) -> DescribedIntent {
    DescribedIntent(intent: "Mute", title: "Mute", roles: [.focusFilter], parameters: parameters)
  }

  private static let both = intent([
    DescribedParameter(name: "level", title: "Level", type: ParameterType(.int), defaultValue: .integer(3)),
    DescribedParameter(name: "account", title: "Account", type: ParameterType(.string), isOptional: true),
  ])

  private static func stored(_ values: [String: PropertyValue]) -> [StoredParameter] {
    values.sorted { $0.key < $1.key }.map { StoredParameter(ParameterValue(name: $0.key, value: $0.value)) }
  }

  @Test func `the parameters that are named change, and the others keep their values`() throws {
    let facts = try PlayedLife(points: []).facts
    let old = Self.stored(["level": .integer(1), "other": .bool(true)])
    func set(_ texts: String...) throws -> [StoredParameter] {
      try facts.parameters(texts, of: Self.both, over: old)
    }
    #expect(try set() == old)
    #expect(try set("level=2") == Self.stored(["level": .integer(2), "other": .bool(true)]))
    #expect(try set("level=") == Self.stored(["other": .bool(true)]))
    #expect(
      try set("account=", "level=5", "account=x=y")
        == Self.stored(["account": .string("x=y"), "level": .integer(5), "other": .bool(true)]))
    for (text, says) in [
      ("level", "“level” is not a parameter; write name=value, or name= for none."),
      ("other=1", "There is no parameter “other”; use level, account."), ("=1", "There is no parameter “”"),
    ] {
      let error = #expect(throws: HostError.self) { try set(text) }
      #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }
    let error = #expect(throws: HostError.self) { try facts.parameters(["level=1"], of: nil, over: []) }
    #expect(error?.description.contains("There is no parameter “level”; use none.") == true)
  }

  @Test(arguments: [(false, false, true), (true, false, false), (false, true, false), (true, true, false)])
  func `an intent can be a filter unless a required parameter has no default`(
    _ isOptional: Bool, _ hasDefault: Bool, _ isFault: Bool
  ) throws {
    let parameter = DescribedParameter(
      name: "level", title: "Level", type: ParameterType(.int), isOptional: isOptional,
      defaultValue: hasDefault ? .integer(3) : nil)
    let fault = try PlayedLife(points: []).facts.filterFault(Self.intent([parameter]))
    #expect((fault != nil) == isFault)
    #expect(fault?.contains("“level”") != false)
  }

  // MARK: - What families offer

  private static func suggestion(_ account: String) -> WireValue {
    ["intent": "Mute", "parameters": [["name": "account", "value": ["string": .string(account)]]]]
  }

  /// A device whose filters describe an intent, and suggest these accounts for it.
  private func life(suggesting accounts: [String]?) throws -> PlayedLife {
    let life = try PlayedLife(requests: ["focus"], points: ["focusFilter", "focusFilter second"])
    life.reply = { one in
      guard one.program.hasPrefix("homework") else { return .fallback(reason: .process(.deadline)) }
      switch one.callback {
      case "focus.describe" where one.program.hasSuffix("second"):
        let second = DescribedIntent(intent: "Second", title: "Second", roles: [.focusFilter])
        return .replied(FocusDescription(intents: [second]).wire)
      case "focus.describe": return .replied(FocusDescription(intents: [Self.both]).wire)
      case "focus.suggest" where accounts == nil || one.program.hasSuffix("second"):
        return .fallback(reason: .process(.deadline))
      case "focus.suggest": return .replied(["suggestions": .array((accounts ?? []).map(Self.suggestion))])
      default: return nil
      }
    }
    try life.settle()
    return life
  }

  @Test func `a new filter starts with the first suggestion, else with the defaults`() throws {
    let key = FocusFilterKey(Self.homework, "Mute")
    for (accounts, expected) in [
      (["first", "second"], ["account": .string("first")]), ([], ["level": .integer(3)]), (nil, ["level": .integer(3)]),
    ] as [([String]?, [String: PropertyValue])] {
      let facts = try life(suggesting: accounts).facts
      #expect(facts.initialParameters(of: key) == Self.stored(expected))
      #expect(facts.initialParameters(of: FocusFilterKey(Self.homework, "Nothing")).isEmpty)
    }
  }

  @Test func `a family offers the filters of all its programs, and others the reason why they have none`() throws {
    let facts = try life(suggesting: []).facts
    let own = facts.offeredFilters(of: Self.homework)
    #expect(own.description?.intents.map(\.intent) == ["Mute", "Second"] && own.failure == nil)
    let other = facts.offeredFilters(of: FamilyID("worklog"))
    #expect(other.description == nil && other.failure != nil)
    let nobody = facts.offeredFilters(of: FamilyID("nobody"))
    #expect(nobody.description == nil && nobody.failure == nil)
  }
}
