// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

// Widgets with parameters and controls, in the style of sources for Xcode.
import AppIntents
import SwiftUI
import WidgetKit

// MARK: 1. The template of a configurable widget

public struct ConfigurationAppIntent: WidgetConfigurationIntent {
  public static var title: LocalizedStringResource { "Configuration" }
  public static var description: IntentDescription { "This is an example widget." }
  public init() {}

  // An example configurable parameter.
  @Parameter(title: "Favorite Emoji", default: "😃")
  var favoriteEmoji: String
}

extension ConfigurationAppIntent {
  fileprivate static var smiley: ConfigurationAppIntent {
    let intent = ConfigurationAppIntent()
    intent.favoriteEmoji = "😀"
    return intent
  }
}

struct ConfiguredEntry: TimelineEntry {
  let date: Date
  let configuration: ConfigurationAppIntent
}

struct ConfiguredProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> ConfiguredEntry {
    ConfiguredEntry(date: Date(), configuration: ConfigurationAppIntent())
  }

  func snapshot(for configuration: ConfigurationAppIntent, in context: Context) async -> ConfiguredEntry {
    ConfiguredEntry(date: Date(), configuration: configuration)
  }

  func timeline(for configuration: ConfigurationAppIntent, in context: Context) async -> Timeline<ConfiguredEntry> {
    var entries: [ConfiguredEntry] = []
    let currentDate = Date()
    for hourOffset in 0..<5 {
      let entryDate = Calendar.current.date(byAdding: .hour, value: hourOffset, to: currentDate)!
      entries.append(ConfiguredEntry(date: entryDate, configuration: configuration))
    }
    return Timeline(entries: entries, policy: .atEnd)
  }
}

public struct EmojiWidget: Widget {
  let kind: String = "Emoji"
  public init() {}

  public var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: kind, intent: ConfigurationAppIntent.self, provider: ConfiguredProvider()) { entry in
      VStack {
        Text(entry.date, style: .time)
        Text(entry.configuration.favoriteEmoji)
      }
      .containerBackground(.fill.tertiary, for: .widget)
    }
  }
}

// MARK: 2. Entities, enumerations, every type of parameter

public enum Accent: String, AppEnum, CaseIterable {
  case sea, forest

  public static let typeDisplayRepresentation: TypeDisplayRepresentation = "Accent"
  public static let caseDisplayRepresentations: [Accent: DisplayRepresentation] = [
    .sea: DisplayRepresentation(title: "Sea", subtitle: "blue", image: .init(systemName: "drop")), .forest: "Forest",
  ]
}

public struct City: AppEntity {
  public let id: String
  public let name: String

  public static let typeDisplayRepresentation: TypeDisplayRepresentation = TypeDisplayRepresentation(name: "City")
  public static let defaultQuery = CityQuery()
  public var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "\(name)", subtitle: "A city")
  }
}

public struct CityQuery: EntityStringQuery {
  static let all = [City(id: "ber", name: "Berlin"), City(id: "zrh", name: "Zürich"), City(id: "lis", name: "Lisboa")]
  public init() {}
  public func entities(for identifiers: [City.ID]) async throws -> [City] {
    Self.all.filter { identifiers.contains($0.id) }
  }
  public func entities(matching string: String) async throws -> [City] {
    Self.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
  }
  public func suggestedEntities() async throws -> [City] { Self.all }
  public func defaultResult() async -> City? { Self.all.first }
}

public struct LineOptions: DynamicOptionsProvider {
  public func results() async throws -> [String] { ["S1", "S2", "U7"] }
  public func defaultResult() async -> String? { "S1" }
}

public struct TripIntent: WidgetConfigurationIntent {
  public static let title: LocalizedStringResource = "Trip"
  public static let description = IntentDescription("The next trip.", categoryName: "Travel")
  public init() {}

  @Parameter(title: "City") var city: City
  @Parameter(title: "Others", default: []) var others: [City]
  @Parameter(title: "Line", optionsProvider: LineOptions()) var line: String
  @Parameter(title: "Accent", default: .sea) var accent: Accent
  @Parameter(title: "Stops", default: 3, controlStyle: .stepper, inclusiveRange: (1, 9)) var stops: Int
  @Parameter(title: "Walk", default: 0.5) var walk: Double
  @Parameter(title: "From") var from: Date?
  @Parameter(title: "Site") var site: URL?
  @Parameter(title: "Change", description: "May you change trains?", default: true) var mayChange: Bool
  @Parameter(title: "Note", default: "", inputOptions: String.IntentInputOptions(multiline: true)) var note: String

  public static var parameterSummary: some ParameterSummary {
    When(\.$mayChange, .equalTo, true) {
      Summary("Trips from \(\.$city) on \(\.$line)") {
        \.$stops
        \.$walk
      }
    } otherwise: {
      Summary("Trips from \(\.$city)")
    }
  }
}

struct TripEntry: TimelineEntry { let date: Date; let text: String; let accent: Accent }

struct TripProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> TripEntry { TripEntry(date: .now, text: "Berlin S1", accent: .sea) }
  func snapshot(for intent: TripIntent, in context: Context) async -> TripEntry {
    TripEntry(date: .now, text: "\(intent.city.name) \(intent.line) ×\(intent.stops)", accent: intent.accent)
  }
  func timeline(for intent: TripIntent, in context: Context) async -> Timeline<TripEntry> {
    Timeline(entries: [await snapshot(for: intent, in: context)], policy: .never)
  }
  func recommendations() -> [AppIntentRecommendation<TripIntent>] {
    [AppIntentRecommendation(intent: TripIntent(), description: "Trips")]
  }
  func relevance() async -> WidgetRelevance<TripIntent> {
    WidgetRelevance([WidgetRelevanceAttribute(configuration: TripIntent(), context: .date(from: .now, to: .now + 600))])
  }
}

public struct TripWidget: Widget {
  public init() {}
  public var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "Trip", intent: TripIntent.self, provider: TripProvider()) { entry in
      Text(entry.text).foregroundStyle(entry.accent == .sea ? .blue : .green).containerBackground(.white, for: .widget)
    }
    .configurationDisplayName("Next trip")
    .supportedFamilies([.systemSmall, .systemMedium])
    .promptsForUserConfiguration()
    .containerBackgroundRemovable(false)
  }
}

// MARK: 3. Buttons and toggles

public struct WaterIntent: AppIntent {
  public static let title: LocalizedStringResource = "Drink water"
  public static let description: IntentDescription? = IntentDescription("Counts a glass.")
  public static let openAppWhenRun = false
  @Parameter(title: "Glasses") public var glasses: Int

  public init() {}
  public init(glasses: Int) { self.glasses = glasses }

  public func perform() async throws -> some IntentResult {
    WaterLog.shared.glasses += glasses
    return .result()
  }
}

public struct RemindIntent: SetValueIntent {
  public static let title: LocalizedStringResource = "Remind me"
  @Parameter(title: "On") public var value: Bool
  public init() {}
  public func perform() async throws -> some IntentResult & ReturnsValue<Bool> { .result(value: value) }
}

public final class WaterLog: @unchecked Sendable {
  public static let shared = WaterLog()
  public var glasses = 0
}

public struct WaterWidget: Widget {
  public init() {}
  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Water", provider: SimpleProvider()) { _ in
      VStack {
        Text("\(WaterLog.shared.glasses) glasses").contentTransition(.numericText()).invalidatableContent()
        Button(intent: WaterIntent(glasses: 1)) { Label("One more", systemImage: "drop.fill") }.tint(.blue)
        Toggle("Reminders", isOn: true, intent: RemindIntent()).toggleStyle(.switch)
        Button("Does nothing here") {}
      }
      .containerBackground(.background, for: .widget)
    }
    .configurationDisplayName("Water")
    .supportedFamilies([.systemMedium])
  }
}
