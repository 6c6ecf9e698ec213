// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SDKTestSupport
import Testing
import WidgetKit
import WidgetSources

struct DatedEntry: TimelineEntry, Sendable {
  var date: Date
  var relevance: TimelineEntryRelevance?
}

/// A provider whose timeline is given.
struct OneEntry: TimelineProvider {
  var entries: [DatedEntry] = [DatedEntry(date: Date(timeIntervalSince1970: 0))]
  var policy = TimelineReloadPolicy.never

  func placeholder(in context: Context) -> DatedEntry { entries[0] }
  func getSnapshot(in context: Context, completion: @escaping (DatedEntry) -> Void) { completion(entries[0]) }
  func getTimeline(in context: Context, completion: @escaping (Timeline<DatedEntry>) -> Void) {
    completion(Timeline(entries: entries, policy: policy))
  }
}

/// Unusual behaviour of providers, and the pitfalls of older sources.
@Suite(.serialized) struct ProviderTests {
  struct Given: Widget {
    var provider = OneEntry()
    var body: some WidgetConfiguration { StaticConfiguration(kind: "Given", provider: provider) { _ in Text("x") } }
  }

  private func error(_ provider: OneEntry) async throws -> ErrorObject? {
    try await WidgetProbe { Given(provider: provider) }.error(
      of: .timeline(WidgetRequest(kind: "Given", size: .systemSmall), configuration: [], reason: .policy))
  }

  @Test func `the names of 2020 work, with a placeholder that is a view`() async throws {
    let smile = WidgetProbe { SmileWidget() }
    let timeline = try await smile.timeline("Smile")
    #expect(timeline.entries.count == 9)
    #expect(timeline.entries[8].date - timeline.entries[0].date == 24_000)
    #expect(try await smile.entry("Smile").views[0].view.texts.contains("Snapshot"))
    // Its author already made it a placeholder, so it is not redacted (WIDGET-W26).
    #expect(try await smile.placeholder("Smile").texts.contains("…"))
    #expect(try await smile.entry("Smile").views[0].view.nodes("image").map { $0["asset"] } == ["bg1"])
  }

  @Test func `a provider that lacks a method answers an error that names it`() async throws {
    let half = WidgetProbe { HalfWidget() }
    let error = try await half.error(
      of: .timeline(WidgetRequest(kind: "Half", size: .systemSmall), configuration: [], reason: .placed))
    #expect(error?.message.contains("provider.incomplete") == true)
    #expect(error?.message.contains("getTimeline(in:completion:)") == true)
  }

  @Test func `the first call of a completion is the reply, also from another thread (WIDGET-W15)`() async throws {
    struct Twice: TimelineProvider {
      func placeholder(in context: Context) -> DatedEntry { DatedEntry(date: Date(timeIntervalSince1970: 1)) }
      func getSnapshot(in context: Context, completion: @escaping (DatedEntry) -> Void) {
        completion(DatedEntry(date: Date(timeIntervalSince1970: 1)))
        completion(DatedEntry(date: Date(timeIntervalSince1970: 2)))
      }
      func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<DatedEntry>) -> Void) {
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: 0.02)
          completion(Timeline(entries: [DatedEntry(date: Date(timeIntervalSince1970: 3))], policy: .never))
          completion(Timeline(entries: [], policy: .atEnd))
        }
      }
    }
    struct TwiceWidget: Widget {
      var body: some WidgetConfiguration { StaticConfiguration(kind: "Twice", provider: Twice()) { _ in Text("x") } }
    }
    let probe = WidgetProbe { TwiceWidget() }
    #expect(try await probe.entry("Twice").date == 1_000)
    let timeline = try await probe.timeline("Twice")
    #expect(timeline.entries.map(\.date) == [3_000] && timeline.policy == .never)
  }

  @Test func `a timeline is accepted whole or not at all (WIDGET-W9)`() async throws {
    let many = (0..<257).map { DatedEntry(date: Date(timeIntervalSince1970: Double($0))) }
    #expect(try await error(OneEntry(entries: many))?.reason == "limit.timelineEntries")
    #expect(try await error(OneEntry(entries: Array(many.prefix(256)))) == nil)
    #expect(try await error(OneEntry(entries: [DatedEntry(date: .distantPast)]))?.reason == "timeline.date")
    #expect(try await error(OneEntry(entries: [DatedEntry(date: .distantFuture)]))?.reason == "timeline.date")
    #expect(try await error(OneEntry(policy: .after(.distantFuture)))?.reason == "timeline.date")
    #expect(try await error(OneEntry(entries: [])) == nil)
  }

  @Test(arguments: [(Float.nan, 0.0), (.infinity, 0), (1, .nan), (1, .infinity), (1, -1)])
  func `a relevance that is not a number is refused`(_ score: Float, _ duration: Double) async throws {
    let relevance = TimelineEntryRelevance(score: score, duration: duration)
    let entry = DatedEntry(date: Date(timeIntervalSince1970: 0), relevance: relevance)
    #expect(try await error(OneEntry(entries: [entry]))?.reason == "relevance.invalid")
  }

  @Test func `a widget that asks for a reload of widgets gets none (WIDGET-W19)`() async throws {
    let asked = try CallbackHarness.run(point: .widget, capabilities: [.timelines]) {
      WidgetCenter.shared.reloadAllTimelines()
    }
    #expect(asked.effects == [] && asked.error == nil)
    let monitor = try CallbackHarness.run(capabilities: [.timelines]) {
      WidgetCenter.shared.reloadTimelines(ofKind: "News")
    }
    #expect(monitor.effects == [.reloadTimelines(widget: "News")])
  }

  @Test func `two placed widgets with equal values are two (WIDGET-W2)`() async throws {
    let placed = ["00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002"].map {
      PlacedWidget(
        instance: $0, kind: "Emoji", size: .systemSmall,
        configuration: [ParameterValue(name: "favoriteEmoji", value: .string("🐟"))])
    }
    let state = Snapshot(environment: CallbackHarness.environment, widgets: placed)
    nonisolated(unsafe) var known: [WidgetInfo] = []
    _ = try CallbackHarness.run(point: .app, snapshot: state, callback: .stateChanged(changes: [])) {
      WidgetCenter.shared.getCurrentConfigurations { known = (try? $0.get()) ?? [] }
    }
    #expect(known.count == 2 && Set(known).count == 2)
    #expect(known.first?.family == .systemSmall && known.first?.kind == "Emoji")
    #expect(known.first?.widgetConfigurationIntent(of: ConfigurationAppIntent.self) != nil)
  }
}
