// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import FilterSources
import SDKTestSupport
import ScreenTimeVocabulary
import Testing

@testable import AppIntents

/// The callbacks of Focus filters as published sources write them. Serialized, because a process has one session.
@Suite(.serialized) struct FocusCallbackTests {
  private func answer(_ callback: FocusCallback, focus: [FilterValues] = []) async throws -> Result<
    WireValue, ErrorObject
  > {
    try await CallbackHarness.answer(
      of: FocusHandler(), to: .focus(callback), capabilities: [.focus],
      snapshot: Snapshot(environment: CallbackHarness.environment, focus: focus))
  }

  private func lines(of body: () async throws -> Void) async throws -> [String] {
    Seen.shared.lines = []
    try await body()
    return Seen.shared.lines
  }

  private func perform(
    _ intent: String, _ parameters: [ParameterValue], _ edge: FocusEdge
  ) async throws -> FocusPerformResult {
    let wire = try await answer(.perform(FilterValues(intent: intent, parameters: parameters), edge: edge)).get()
    return try FocusPerformResult(wire: wire, at: "", from: .extension)
  }

  private static let work = PropertyValue.entity(type: "MailAccount", id: MailAccountQuery.work.id.uuidString)

  @Test func `describes every filter of the executable, found without the code that starts it (FOCUS-F9)`() async throws
  {
    let description = try await FocusDescription(wire: answer(.describe).get(), at: "", from: .extension)
    let filters = description.intents.filter { $0.roles == [.focusFilter] }.map(\.intent)
    let own = [
      "ClosureFilter", "FailingFilter", "MailFilter", "ModeFilter", "NamedFilter", "QuietFilter", "RoomFilter",
      "ShortFilter", "SpeedFilter", "TagFilter",
    ]
    #expect(filters.filter(own.contains) == own)
    #expect(description.intents.contains { $0.intent == "SayIntent" && $0.roles == [.action] })
    #expect(description.notes.contains(DescriptionNote(.performMissing, "ShortFilter")))
    #expect(description.notes.contains(DescriptionNote(.displayMissing, "ShortFilter")))
    #expect(!description.notes.contains { $0.subject == "QuietFilter" })
  }

  @Test func `a required parameter has a literal, a default result, or nothing (FOCUS-F3)`() async throws {
    let intents = try await FocusDescription(wire: answer(.describe).get(), at: "", from: .extension).intents
    func parameter(_ intent: String, _ index: Int = 0) throws -> DescribedParameter {
      try #require(intents.first { $0.intent == intent }).parameters[index]
    }
    #expect(try parameter("QuietFilter").defaultValue == .bool(true))
    #expect(try parameter("NamedFilter").defaultValue == nil && !parameter("NamedFilter").isOptional)
    #expect(
      try parameter("MailFilter").defaultValue == .entity(type: "MailAccount", id: MailAccountQuery.home.id.uuidString))
    #expect(try parameter("MailFilter", 1).isOptional && parameter("MailFilter", 1).type.isList)
    #expect(try parameter("SpeedFilter", 2).type.kind == .duration)
  }

  @Test func `reads the description under each of its types`() async throws {
    let intents = try await FocusDescription(wire: answer(.describe).get(), at: "", from: .extension).intents
    func description(_ intent: String) -> String? { intents.first { $0.intent == intent }?.description }
    #expect(description("QuietFilter") == "No sounds.")
    #expect(description("MailFilter") == "Shows mail of these accounts only.")
    #expect(description("NamedFilter") == nil)
  }

  @Test func `suggests values, and lists options under their headings (FOCUS-F4)`() async throws {
    let suggestions = try await FocusSuggestions(wire: answer(.suggest).get(), at: "", from: .extension).suggestions
    #expect(
      suggestions.filter { $0.intent == "MailFilter" }
        == [FilterValues(intent: "MailFilter", parameters: [ParameterValue(name: "account", value: Self.work)])])
    let rooms = try await OptionsResult(
      wire: answer(.options(OptionsArguments(intent: "RoomFilter", parameter: "room"))).get(), at: "", from: .extension)
    #expect(rooms.choices.map(\.title) == ["Study", "Bedroom", "Kitchen"])
    #expect(rooms.choices.map(\.section) == ["Upstairs", "Upstairs", "Downstairs"])
  }

  @Test func `resolves the title, the subtitle and the predicate without performing (FOCUS-F4)`() async throws {
    let seen = try await lines {
      let values = FilterValues(intent: "MailFilter", parameters: [ParameterValue(name: "account", value: Self.work)])
      let context = try await FocusContext(wire: answer(.resolve(values)).get(), at: "", from: .extension)
      #expect(context.title == "Mail" && context.subtitle == "work@example.org" && context.targetPrefix == "mail")
      #expect(context.predicate == .comparison(.init(.contained, .list([MailAccountQuery.work.id.uuidString]))))
    }
    #expect(seen == ["entities 1"])
  }

  @Test func `perform runs with the values on, and with the defaults off (FOCUS-F5)`() async throws {
    let quiet = [ParameterValue(name: "isQuiet", value: .bool(false))]
    #expect(try await lines { _ = try await perform("QuietFilter", quiet, .on) } == ["quiet false"])
    #expect(try await lines { _ = try await perform("QuietFilter", [], .off) } == ["quiet true"])
    let account = [ParameterValue(name: "account", value: Self.work)]
    #expect(
      try await lines { _ = try await perform("MailFilter", account, .on) } == ["entities 1", "mail work@example.org"])
    #expect(try await lines { _ = try await perform("MailFilter", [], .off) } == ["mail home@example.org"])
  }

  @Test func `reads the context after perform, into the same reply (FOCUS-F10)`() async throws {
    let result = try await perform("MailFilter", [ParameterValue(name: "account", value: Self.work)], .on)
    #expect(result.context.subtitle == "work@example.org" && result.context.predicate != nil && result.effects == [])
    #expect(try await perform("ShortFilter", [], .on).context.title == nil)
  }

  @Test func `asks for all entities of a type at once, and drops the ones that are gone (FOCUS-F11)`() async throws {
    let gone = PropertyValue.entity(type: "MailAccount", id: "00000000-0000-0000-0000-00000000000F")
    let values = [
      ParameterValue(name: "account", value: Self.work),
      ParameterValue(name: "others", value: .list([gone, Self.work])),
    ]
    #expect(
      try await lines { _ = try await perform("MailFilter", values, .on) } == ["entities 2", "mail work@example.org"])
    let missing = [ParameterValue(name: "account", value: gone)]
    #expect(try await lines { _ = try await perform("MailFilter", missing, .on) }.last == "mail home@example.org")
    guard case .failure(let error) = try await answer(.perform(FilterValues(intent: "NamedFilter"), edge: .on)) else {
      throw CancellationError()
    }
    #expect(error.message.contains("parameter.missing"))
  }

  @Test func `current is the filter itself inside perform, and the snapshot's elsewhere (FOCUS-F13)`() async throws {
    let mode = [ParameterValue(name: "mode", value: .string("writing"))]
    #expect(try await lines { _ = try await perform("ModeFilter", mode, .on) } == ["mode writing"])
    #expect(try await lines { _ = try await perform("ModeFilter", [], .off) } == ["mode off"])
    nonisolated(unsafe) var found: [String] = []
    for focus in [[FilterValues(intent: "ModeFilter", parameters: mode)], []] {
      _ = try CallbackHarness.run(
        point: .app, snapshot: Snapshot(environment: CallbackHarness.environment, focus: focus),
        callback: .stateChanged(changes: [])
      ) {
        found.append(
          try ExtensionSession.current?.waitForTask {
            do { return try await ModeFilter.current.mode } catch { return "\(error)" }
          } ?? "")
      }
    }
    #expect(found == ["writing", "notFound"])
    let nameless = Snapshot(environment: CallbackHarness.environment, focus: [FilterValues(intent: "NamedFilter")])
    nonisolated(unsafe) var thrown = ""
    _ = try CallbackHarness.run(point: .app, snapshot: nameless, callback: .stateChanged(changes: [])) {
      thrown =
        try ExtensionSession.current?.waitForTask {
          do { return try await NamedFilter.current.name } catch { return "\(error)" }
        } ?? ""
    }
    #expect(thrown == "missingParameterValue")
  }

  @Test func `an error of perform is the author's, and nothing is applied (FOCUS-F14)`() async throws {
    guard case .failure(let error) = try await answer(.perform(FilterValues(intent: "FailingFilter"), edge: .on)) else {
      throw CancellationError()
    }
    #expect(error.code == .extensionError)
  }

  @Test func `a predicate that can't be read is given up at once (FOCUS-F22)`() async throws {
    guard case .failure(let error) = try await answer(.perform(FilterValues(intent: "ClosureFilter"), edge: .on)) else {
      throw CancellationError()
    }
    #expect(error.reason == "predicate.opaque" && error.retry == .never)
  }

  @Test func `numbers and lengths of time keep their values`() async throws {
    let values = [
      ParameterValue(name: "speed", value: .decimal("2.25")), ParameterValue(name: "volume", value: .integer(1)),
      ParameterValue(name: "skip", value: .decimal("12.5")),
    ]
    #expect(try await lines { _ = try await perform("SpeedFilter", values, .on) } == ["speed 2.25 1.0 12.5 seconds"])
  }

  @Test func `a compound predicate crosses as a tree (FOCUS-F20)`() async throws {
    let tags = [ParameterValue(name: "tags", value: .list([.string("a"), .string("b")]))]
    let predicate = try await #require(perform("TagFilter", tags, .on).context.predicate)
    #expect(predicate.accepts("b") && !predicate.accepts("c"))
  }

  @Test func `runs an intent of a widget's button, whatever it returns (WIDGET-W46)`() async throws {
    for intent in ["SayIntent", "ReadIntent"] {
      _ = FiltersExtension()
      let done = try await CallbackHarness.answer(
        of: FocusHandler(), to: .performIntent(IntentArguments(intent: intent)))
      #expect(try done.get() == [:], "\(intent)")
    }
  }
}
