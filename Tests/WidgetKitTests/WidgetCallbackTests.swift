// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import SDKTestSupport
import Testing
import WidgetKit
import WidgetSources

/// The callbacks of widgets as published sources write them. Serialized, because a process has one session.
@Suite(.serialized) struct WidgetCallbackTests {
  private let everyday = WidgetProbe.everyday

  @Test func `describes the kinds in the order of the bundle, and lists what has no effect (WIDGET-W3)`() async throws {
    let description = try await everyday.description()
    #expect(
      description.kinds.map(\.kind) == [
        "SimpleWidget", "News", "Countdown", "Rings", "Balance", "Emoji", "Trip", "Water",
      ])
    let inert = description.notes.filter { $0.code == .withoutEffect }.map(\.subject)
    #expect(inert == ["ActivityConfiguration", "TimerControl"])
    let trip = try #require(description.kinds.first { $0.kind == "Trip" })
    #expect(trip.title == "Next trip" && trip.description == "The next trip.")
    #expect(trip.asksForConfiguration && !trip.isBackgroundRemovable)
    #expect(description.kinds.first { $0.kind == "Emoji" }?.title == "Configuration")
  }

  @Test func `offers accessory sizes only when a widget names them (WIDGET-W31)`() async throws {
    let kinds = try await everyday.description().kinds
    #expect(kinds[0].sizes == [.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge])
    #expect(kinds[3].sizes == [.systemSmall, .accessoryCircular, .accessoryRectangular, .accessoryInline])
    let error = try await everyday.error(
      of: .timeline(WidgetRequest(kind: "News", size: .accessoryInline), configuration: [], reason: .placed))
    #expect(error?.message.hasPrefix("size.unsupported") == true)
  }

  @Test func `describes the parameters of a configuration with type, title and default`() async throws {
    let description = try await everyday.description()
    let trip = try #require(description.intents.first { $0.intent == "TripIntent" })
    #expect(trip.roles == [.configuration])
    #expect(
      trip.parameters.map(\.name) == [
        "city", "others", "line", "accent", "stops", "walk", "from", "site", "mayChange", "note",
      ])
    let city = trip.parameters[0]
    #expect(city.type == ParameterType(.entity, name: "City", title: "City") && city.hasOptions && !city.isOptional)
    #expect(city.defaultValue == .entity(type: "City", id: "ber"))
    #expect(trip.parameters[1].type.isList)
    #expect(trip.parameters[2].defaultValue == .string("S1"))
    #expect(trip.parameters[3].type.cases.map(\.title) == ["Sea", "Forest"])
    #expect(trip.parameters[4].range == .init(lower: .integer(1), upper: .integer(9)))
    #expect(trip.parameters[5].defaultValue == .decimal("0.5"))
    #expect(trip.parameters[6].isOptional && trip.parameters[6].defaultValue == nil)
    #expect(description.intents.first { $0.intent == "WaterIntent" }?.roles == [.action])
  }

  @Test func `draws all entries in every variant, and the policy with them (WIDGET-W10)`() async throws {
    let timeline = try await everyday.timeline("SimpleWidget", variants: WidgetVariant.allCases)
    #expect(timeline.entries.count == 5 && timeline.policy == .atEnd)
    #expect(timeline.entries.allSatisfy { $0.views.map(\.variant) == [.dark, .light, .private] })
    #expect(timeline.entries[1].date - timeline.entries[0].date == 3_600_000)
    let news = try await everyday.timeline("News")
    #expect(news.entries.map(\.relevance) == [.init(score: 3_000, durationS: 3_600)])
    guard case .after(let date) = news.policy else { throw CancellationError() }
    // The provider reads the clock twice.
    #expect((1_800_000...1_801_000).contains(date - news.entries[0].date))
  }

  @Test func `the same request gives the same bytes (WIDGET-W5)`() async throws {
    for kind in ["Rings", "Balance", "Water"] {
      let size: WidgetSize = kind == "Water" ? .systemMedium : .systemSmall
      #expect(try await everyday.entry(kind, size).views == WidgetProbe.everyday.entry(kind, size).views, "\(kind)")
    }
  }

  @Test func `tells the gallery's request from a placed widget's (WIDGET-W6)`() async throws {
    #expect(try await everyday.entry("SimpleWidget", isPreview: true).views[0].view.texts.contains("🎁"))
    #expect(try await everyday.entry("SimpleWidget").views[0].view.texts.contains("🙂"))
  }

  @Test func `an entry of the placeholder is drawn without its texts (WIDGET-W26)`() async throws {
    let tree = try await everyday.placeholder("News", .systemMedium)
    #expect(!tree.nodes("redacted").isEmpty)
    #expect(tree.nodes("text").isEmpty && !tree.texts.contains("Bridge reopens"))
  }

  @Test func `the private variant holds no sensitive text (WIDGET-W27)`() async throws {
    let entry = try await everyday.entry("Balance", variants: [.light, .private])
    #expect(entry.views[0].view.texts.contains("12.50"))
    #expect(!entry.views[1].view.texts.contains("12.50"))
    #expect(entry.views[1].view.texts.contains("Allowance"))
    let rings = try await everyday.entry("Rings", .accessoryRectangular, variants: [.light, .private])
    #expect(rings.views[0].view.texts.contains("6 of 10") && !rings.views[1].view.texts.contains("6 of 10"))
  }

  @Test func `marks the content that waits for a new timeline (WIDGET-W29)`() async throws {
    let marked = try await everyday.entry("Balance").views[0].view.nodes("text").filter { $0["invalidatable"] == true }
    #expect(marked.map { $0["text"] } == ["since Monday"])
  }

  @Test func `a view sees its size, its scheme and its margins (WIDGET-W30)`() async throws {
    #expect(try await everyday.entry("News", .systemSmall).views[0].view["url"] == "news://first")
    let medium = try await everyday.entry("News", .systemMedium, variants: [.light, .dark])
    #expect(medium.views[0].view.nodes("link").count == 3)
    let small = try await everyday.entry("News", .systemSmall, variants: [.light, .dark])
    #expect(small.views[0].view != small.views[1].view)
    // `contentMarginsDisabled`, and the sizes of the lock screen, have none.
    #expect(medium.views[0].view["margins"] == [0, 0, 0, 0])
    #expect(try await everyday.entry("Rings", .accessoryCircular).views[0].view["margins"] == [0, 0, 0, 0])
    #expect(try await everyday.entry("Rings").views[0].view["margins"] == nil)
    #expect(try await everyday.entry("Rings").views[0].view["background"] != nil)
    #expect(try await everyday.entry("Rings", .accessoryCircular).views[0].view["background"] == nil)
  }

  @Test func `the outermost of several URLs is the widget's (WIDGET-W34)`() async throws {
    let shelf = WidgetProbe { TwoURLs() }
    #expect(try await shelf.entry("Two").views[0].view["url"] == "two://outer")
  }

  @Test func `only a button and a toggle with an intent act (WIDGET-W44)`() async throws {
    let controls = try await everyday.entry("Water", .systemMedium).views[0].view.nodes("control")
    #expect(controls.map { $0["intent"] } == ["WaterIntent", "RemindIntent", nil])
    #expect(controls[0]["parameters"] == [["name": "glasses", "value": ["int": 1]]])
    #expect(controls[1]["form"] == "toggle" && controls[1]["on"] == true)
  }

  @Test func `a widget performs an intent of its executable, and no other (WIDGET-W46)`() async throws {
    WaterLog.shared.glasses = 0
    let glasses = ParameterValue(name: "glasses", value: .integer(2))
    let done = try await CallbackHarness.answer(
      of: everyday.handler, to: .performIntent(IntentArguments(intent: "WaterIntent", parameters: [glasses])))
    #expect(try done.get() == [:] && WaterLog.shared.glasses == 2)
    let unknown = try await CallbackHarness.answer(
      of: everyday.handler, to: .performIntent(IntentArguments(intent: "Missing")))
    guard case .failure(let error) = unknown else { throw CancellationError() }
    #expect(error.reason == "intent.unknown" && error.retry == .never)
  }

  @Test func `fills a fresh intent with the stored values (WIDGET-W42)`() async throws {
    let values = [
      ParameterValue(name: "city", value: .entity(type: "City", id: "zrh")),
      ParameterValue(name: "stops", value: .integer(5)), ParameterValue(name: "line", value: .string("U7")),
      ParameterValue(name: "accent", value: .string("forest")),
    ]
    let configured = try await everyday.entry("Trip", configuration: values).views[0].view
    #expect(configured.texts.contains("Zürich U7 ×5"))
    // The defaults of a widget that was not configured, and of a value that no longer decodes.
    #expect(try await everyday.entry("Trip").views[0].view.texts.contains("Berlin S1 ×3"))
    let stale = [ParameterValue(name: "stops", value: .string("five"))]
    #expect(try await everyday.entry("Trip", configuration: stale).views[0].view.texts.contains("Berlin S1 ×3"))
  }

  @Test func `lists options, searched by the typed text`() async throws {
    func titles(_ parameter: String, _ query: String?) async throws -> [String] {
      let wire = try await everyday.answer(
        .options(OptionsArguments(intent: "TripIntent", parameter: parameter, query: query)))
      return try OptionsResult(wire: wire, at: "", from: .extension).choices.map(\.title)
    }
    #expect(try await titles("city", nil) == ["Berlin", "Zürich", "Lisboa"])
    #expect(try await titles("city", "lis") == ["Lisboa"])
    #expect(try await titles("line", "S") == ["S1", "S2"])
    #expect(
      try await everyday.error(of: .options(OptionsArguments(intent: "TripIntent", parameter: "x")))?.retry == .never)
  }

  @Test func `tells when a configuration matters (WIDGET-W36)`() async throws {
    let wire = try await everyday.answer(.relevance(kind: "Trip"))
    let attributes = try WidgetRelevanceResult(wire: wire, at: "", from: .extension).attributes
    guard case .time(let start, let end)? = attributes.first?.context else { throw CancellationError() }
    #expect(end - start == 600_000)
  }

  @Test func `names a kind that nobody has`() async throws {
    let error = try await everyday.error(of: .placeholder(WidgetRequest(kind: "Nobody", size: .systemSmall)))
    #expect(error?.message.hasPrefix("kind.unknown") == true)
  }
}

struct TwoURLs: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Two", provider: OneEntry()) { _ in
      VStack { Text("a").widgetURL(URL(string: "two://inner")) }.widgetURL(URL(string: "two://outer"))
    }
  }
}
