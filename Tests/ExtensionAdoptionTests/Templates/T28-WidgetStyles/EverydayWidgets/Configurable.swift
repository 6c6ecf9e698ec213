// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import SwiftUI
import WidgetKit

// MARK: - Moon: an async provider, an entity with a query

struct Place: AppEntity, Hashable {
  let id: UUID
  var name: String
  var latitude: Double

  static var typeDisplayRepresentation = TypeDisplayRepresentation(name: "Place")
  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(
      title: "\(name)", subtitle: "\(latitude.formatted()) north", image: .init(systemName: "mappin"))
  }
  static var defaultQuery = PlaceQuery()

  static let all = [
    Place(id: UUID(uuidString: "00000000-0000-4000-8000-000000000001")!, name: "Oslo", latitude: 59.9),
    Place(id: UUID(uuidString: "00000000-0000-4000-8000-000000000002")!, name: "Rome", latitude: 41.9),
  ]
}

struct PlaceQuery: EntityQuery {
  func entities(for identifiers: [Place.ID]) async throws -> [Place] {
    Place.all.filter { identifiers.contains($0.id) }
  }
  func suggestedEntities() async throws -> [Place] { Place.all }
  func defaultResult() async -> Place? { try? await suggestedEntities().first }
}

struct SelectPlace: WidgetConfigurationIntent {
  static var title: LocalizedStringResource = "Select a place"
  static var description = IntentDescription("Selects the place to show the moon for.")

  @Parameter(title: "Place") var place: Place?
  @Parameter(title: "Shows the time", default: true) var showsTime: Bool
  @Parameter(title: "Hemisphere") var hemisphere: Hemisphere?

  static var parameterSummary: some ParameterSummary {
    When(\.$showsTime, .equalTo, true) {
      Summary {
        \.$place; \.$hemisphere; \.$showsTime
      }
    } otherwise: {
      Summary {
        \.$place; \.$showsTime
      }
    }
  }
}

enum Hemisphere: String, AppEnum, CaseIterable {
  case north, south
  static var typeDisplayRepresentation: TypeDisplayRepresentation { "Hemisphere" }
  static var caseDisplayRepresentations: [Hemisphere: DisplayRepresentation] {
    [.north: DisplayRepresentation(title: "Northern"), .south: DisplayRepresentation(title: "Southern")]
  }
}

struct MoonEntry: TimelineEntry {
  let date: Date
  let configuration: SelectPlace
  let phase: Double
}

actor Almanac {
  static let shared = Almanac()
  func phase(on date: Date) async -> Double {
    await Task.yield()
    return date.timeIntervalSince1970.truncatingRemainder(dividingBy: 2_551_443) / 2_551_443
  }
}

struct MoonProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> MoonEntry {
    MoonEntry(date: .now, configuration: SelectPlace(), phase: 0.25)
  }
  func snapshot(for configuration: SelectPlace, in context: Context) async -> MoonEntry {
    MoonEntry(date: .now, configuration: configuration, phase: await Almanac.shared.phase(on: .now))
  }
  func timeline(for configuration: SelectPlace, in context: Context) async -> Timeline<MoonEntry> {
    let calendar = Calendar.autoupdatingCurrent
    let today = calendar.startOfDay(for: .now)
    let entries = await withTaskGroup(of: MoonEntry.self) { group in
      for day in 0..<5 {
        let date = calendar.date(byAdding: .day, value: day, to: today) ?? today
        group.addTask { @Sendable in
          MoonEntry(date: date, configuration: configuration, phase: await Almanac.shared.phase(on: date))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return Timeline(entries: entries.sorted { $0.date < $1.date }, policy: .atEnd)
  }
  func recommendations() -> [AppIntentRecommendation<SelectPlace>] {
    Place.all.map { place in
      let intent = SelectPlace()
      intent.place = place
      return AppIntentRecommendation(intent: intent, description: place.name)
    }
  }
}

struct MoonDisc: Shape {
  var phase: Double
  func path(in rect: CGRect) -> Path {
    var path = Path()
    let radius = min(rect.width, rect.height) / 2
    path.addArc(
      center: CGPoint(x: rect.midX, y: rect.midY), radius: radius, startAngle: .degrees(-90), endAngle: .degrees(90),
      clockwise: phase > 0.5)
    path.addQuadCurve(
      to: CGPoint(x: rect.midX, y: rect.midY - radius),
      control: CGPoint(x: rect.midX + radius * (1 - 2 * phase), y: rect.midY))
    path.closeSubpath()
    return path
  }
}

struct MoonWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "Moon", intent: SelectPlace.self, provider: MoonProvider()) { entry in
      VStack {
        MoonDisc(phase: entry.phase).fill(.yellow).background(Circle().fill(.gray.opacity(0.3))).aspectRatio(
          1, contentMode: .fit)
        Text(entry.configuration.place?.name ?? "Anywhere").font(.caption).fontWeight(.medium)
        if entry.configuration.showsTime {
          Text(entry.date.formatted(date: .abbreviated, time: .omitted)).font(.caption2).foregroundStyle(.secondary)
        }
      }
      .containerBackground(for: .widget) { Color(red: 0.05, green: 0.05, blue: 0.2) }
      .environment(\.colorScheme, .dark)
    }
    .promptsForUserConfiguration()
    .supportedFamilies([.systemSmall, .systemLarge])
  }
}

// MARK: - Transit: choices from a provider, links by row

struct StopOptions: DynamicOptionsProvider {
  func results() async throws -> [String] { ["Harbour", "Market", "Station"] }
  func defaultResult() async -> String? { "Market" }
}

struct ChooseStop: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Stop"
  @Parameter(title: "Stop", optionsProvider: StopOptions()) var stop: String?
  @Parameter(title: "Departures", default: 3, inclusiveRange: (1, 5)) var count: Int
}

struct Departure: Identifiable { let id: Int; let line: String; let date: Date }

struct TransitEntry: TimelineEntry {
  var date: Date
  var stop: String
  var departures: [Departure]
  var relevance: TimelineEntryRelevance? { departures.isEmpty ? nil : TimelineEntryRelevance(score: 50) }
}

struct TransitProvider: AppIntentTimelineProvider {
  func entry(_ configuration: ChooseStop, at date: Date) -> TransitEntry {
    TransitEntry(
      date: date, stop: configuration.stop ?? "No stop",
      departures: (0..<configuration.count).map {
        Departure(id: $0, line: "\($0 + 1)", date: date + TimeInterval(240 * ($0 + 1)))
      })
  }
  func placeholder(in context: Context) -> TransitEntry { entry(ChooseStop(), at: .now) }
  func snapshot(for configuration: ChooseStop, in context: Context) async -> TransitEntry {
    entry(configuration, at: .now)
  }
  func timeline(for configuration: ChooseStop, in context: Context) async -> Timeline<TransitEntry> {
    Timeline(entries: (0..<4).map { entry(configuration, at: .now + Double($0) * 300) }, policy: .after(.now + 1_200))
  }
}

struct TransitView: View {
  let entry: TransitEntry
  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(entry.stop).font(.headline)
      Grid(alignment: .leadingFirstTextBaseline, horizontalSpacing: 10, verticalSpacing: 4) {
        ForEach(entry.departures.prefix(3)) { departure in
          GridRow {
            Text(departure.line).padding(.horizontal, 6).background(RoundedRectangle(cornerRadius: 4).fill(.blue))
              .foregroundStyle(.white)
            Link("Platform \(departure.id + 1)", destination: URL(string: "everyday://departure?id=\(departure.id)")!)
            Text(departure.date, style: .relative).multilineTextAlignment(.trailing).monospacedDigit()
          }
        }
      }
      ViewThatFits {
        Text("Updated \(entry.date, style: .time) for the stop that you chose")
        Text("Updated \(entry.date, style: .time)")
        EmptyView()
      }
      .font(.caption2)
    }
    .widgetURL(URL(string: "everyday://stop"))
    .containerBackground(.background.secondary, for: .widget)
  }
}

@available(iOSApplicationExtension 17.0, *)
struct TransitWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "Transit", provider: TransitProvider()) { TransitView(entry: $0) }
      .configurationDisplayName("Transit")
      .supportedFamilies([.systemMedium])
  }
}
