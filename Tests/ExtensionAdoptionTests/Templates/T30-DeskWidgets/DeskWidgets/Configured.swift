// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

import AppIntents
import SwiftUI
import WidgetKit

struct Station: AppEntity, Codable {
  static var typeDisplayRepresentation: TypeDisplayRepresentation {
    TypeDisplayRepresentation(
      name: LocalizedStringResource("Station", comment: "A stop"),
      numericFormat: LocalizedStringResource("\(placeholder: .int) stations"))
  }
  static var defaultQuery = StationQuery()

  var id: String
  @Property(title: "Name") var name: String
  var line: String

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "\(name)", subtitle: "Line \(line)", image: .init(named: "station"))
  }

  init(id: String, name: String, line: String) {
    self.id = id
    self.line = line
    self.name = name
  }

  static let all = [Station(id: "a", name: "Alexanderplatz", line: "U5"), Station(id: "z", name: "Zoo", line: "U9")]

  private enum CodingKeys: CodingKey { case id, name, line }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .id), name: try values.decode(String.self, forKey: .name),
      line: try values.decode(String.self, forKey: .line))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(name, forKey: .name)
    try values.encode(line, forKey: .line)
  }
}

struct StationQuery: EntityStringQuery {
  @IntentParameterDependency<StationIntent>(\.$line) var intent

  func entities(for identifiers: [Station.ID]) async throws -> [Station] {
    Station.all.filter { identifiers.contains($0.id) }
  }

  func entities(matching string: String) async throws -> [Station] {
    Station.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
  }

  func suggestedEntities() async throws -> IntentItemCollection<Station> {
    let own = Station.all.filter { intent?.line == nil || $0.line == intent?.line }
    return IntentItemCollection(sections: [
      IntentItemSection("Near", items: own.map { IntentItem($0, title: "\($0.name)") })
    ])
  }

  func defaultResult() async -> Station? { Station.all.first }
}

struct LineOptions: DynamicOptionsProvider {
  func results() async throws -> [String] { ["U5", "U9"] }
  func defaultResult() async -> String? { "U5" }
}

struct StationIntent: WidgetConfigurationIntent {
  static var title: LocalizedStringResource = "Departures"
  static var description: IntentDescription = "Shows the next departures."

  @Parameter(title: "Line", optionsProvider: LineOptions()) var line: String?
  @Parameter(title: "Station") var station: Station?
  @Parameter(title: "Also show", size: [.systemSmall: 1, .systemMedium: 3]) var others: [Station]?
  @Parameter(title: "Show delays", default: true) var showsDelays: Bool
  @Parameter(title: "Minutes on foot", default: 5, controlStyle: .slider, inclusiveRange: (0, 30)) var walk: Int
  @Parameter(title: "Date", kind: .date) var date: Date?

  static var parameterSummary: some ParameterSummary {
    When(\.$showsDelays, .equalTo, true) {
      Summary {
        \.$line
        \.$station
        \.$showsDelays
        \.$walk
      }
    } otherwise: {
      Summary("Show \(\.$station)") {
        \.$line
        \.$showsDelays
      }
    }
  }
}

struct StationEntry: TimelineEntry {
  let date: Date
  let configuration: StationIntent
  var departures: [Date] = []
}

struct StationProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> StationEntry { StationEntry(date: .now, configuration: StationIntent()) }

  func snapshot(for configuration: StationIntent, in context: Context) async -> StationEntry {
    StationEntry(date: .now, configuration: configuration, departures: [.now + 240])
  }

  func timeline(for configuration: StationIntent, in context: Context) async -> Timeline<StationEntry> {
    let entries = (0..<4).map { index in
      StationEntry(
        date: .now.addingTimeInterval(Double(index) * 600), configuration: configuration,
        departures: (1...3).map { .now + Double(index * 600 + $0 * 300) })
    }
    return Timeline(entries: entries, policy: .atEnd)
  }

  func recommendations() -> [AppIntentRecommendation<StationIntent>] {
    [AppIntentRecommendation(intent: StationIntent(), description: "Departures")]
  }

  func relevance() async -> WidgetRelevance<StationIntent> {
    let morning = DateInterval(start: .now, duration: 3_600)
    return WidgetRelevance([
      WidgetRelevanceAttribute(configuration: StationIntent(), context: .date(interval: morning, kind: .default))
    ])
  }
}

struct StationView: View {
  let entry: StationEntry
  @Environment(\.widgetContentMargins) private var margins
  @Environment(\.showsWidgetContainerBackground) private var showsBackground
  @Environment(\.dynamicTypeSize) private var typeSize

  var body: some View {
    VStack(alignment: .leading) {
      HStack {
        Text(entry.configuration.station?.name ?? "No station").font(.headline)
        Spacer()
        Image("station").resizable().scaledToFit().frame(width: 20, height: 20)
      }
      ForEach(entry.departures, id: \.self) { departure in
        LabeledContent {
          Text(departure, style: .time).monospacedDigit()
        } label: {
          Label(entry.configuration.line ?? "–", systemImage: "tram.fill").labelStyle(.titleOnly)
        }
      }
      if typeSize < .xxLarge {
        Text("\(entry.configuration.walk) min on foot").font(.caption2).foregroundStyle(.secondary)
      }
    }
    .padding(showsBackground ? margins : EdgeInsets())
    .dynamicTypeSize(...DynamicTypeSize.xxLarge)
  }
}

struct StationWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "Station", intent: StationIntent.self, provider: StationProvider()) { entry in
      StationView(entry: entry)
        .containerBackground(.thinMaterial, for: .widget)
    }
    .configurationDisplayName("Departures")
    .description("The next departures at a station.")
    .supportedFamilies([.systemSmall, .systemMedium])
    .contentMarginsDisabled()
    .promptsForUserConfiguration()
  }
}
