// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Foundation
import UserNotifications
import WidgetKit

@main
struct ReaderIntents: AppIntentsExtension {
}

// MARK: - One switch

struct CompactFilter: SetFocusFilterIntent {
  static var title: LocalizedStringResource = "Compact list"
  static var description: LocalizedStringResource? = "Shows titles alone."

  @Parameter(title: "Compact", default: false)
  var isCompact: Bool

  var displayRepresentation: DisplayRepresentation {
    .init(title: "Compact list", subtitle: "\(isCompact ? "On" : "Off")")
  }

  func perform() async throws -> some IntentResult {
    let defaults = UserDefaults(suiteName: "group.com.example.reader")
    defaults?.set(isCompact, forKey: "compact")
    WidgetCenter.shared.reloadAllTimelines()
    return .result()
  }
}

// MARK: - Feeds as entities, and a predicate

struct Feed: AppEntity {
  static var typeDisplayRepresentation: TypeDisplayRepresentation = TypeDisplayRepresentation(name: "Feed")
  static var defaultQuery = FeedQuery()

  var id: Int
  @Property(title: "Name") var name: String

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(stringLiteral: name) }
}

struct FeedQuery: EnumerableEntityQuery, EntityStringQuery {
  func allEntities() async throws -> [Feed] { [Feed(id: 1, name: "News"), Feed(id: 2, name: "Trains")] }
  func entities(for identifiers: [Int]) async throws -> [Feed] {
    try await allEntities().filter { identifiers.contains($0.id) }
  }
  func entities(matching string: String) async throws -> [Feed] {
    try await allEntities().filter { $0.name.lowercased().hasPrefix(string.lowercased()) }
  }
}

struct FeedFilter: SetFocusFilterIntent {
  static let title: LocalizedStringResource = "Set feeds"
  static let description: IntentDescription? = IntentDescription("Chooses the feeds that may interrupt.")

  @Parameter(title: "Feeds", description: "Only these may interrupt.", default: [])
  var feeds: [Feed]

  @Parameter(title: "Main feed")
  var main: Feed?

  static var parameterSummary: some ParameterSummary { Summary("Only \(\.$feeds)") { \.$main } }

  var localizedNames: [LocalizedStringResource] { feeds.map { "\($0.name)" } }

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "Feeds", subtitle: "\(localizedNames, format: .list(type: .and))")
  }

  var appContext: FocusFilterAppContext {
    let ids = feeds.map { String($0.id) } + [main.map { String($0.id) }].compactMap { $0 }
    let predicate = NSPredicate(format: "SELF IN %@ OR SELF BEGINSWITH[c] %@", ids, "urgent")
    return FocusFilterAppContext(notificationFilterPredicate: ids.isEmpty ? nil : predicate)
  }

  static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [FeedFilter] {
    let filter = FeedFilter()
    filter.feeds = (try? await FeedQuery().allEntities()) ?? []
    return [filter]
  }

  func perform() async throws -> some IntentResult {
    try await UNUserNotificationCenter.current().setBadgeCount(feeds.count)
    return .result()
  }
}

// MARK: - An enumeration, numbers, dates and links

enum Theme: String, AppEnum {
  case paper, night
  case highContrast = "high-contrast"

  static let typeDisplayRepresentation: TypeDisplayRepresentation = .init(name: "Theme")
  static let caseDisplayRepresentations: [Theme: DisplayRepresentation] = [
    .paper: .init(title: "Paper", subtitle: "Warm"), .night: "Night", .highContrast: "High contrast",
  ]
}

struct ReadingFilter: SetFocusFilterIntent {
  static let title: LocalizedStringResource = "Reading"
  static var description: IntentDescription { IntentDescription("Changes how pages look.") }

  @Parameter(title: "Theme", default: .paper) var theme: Theme
  @Parameter(title: "Text size", default: 1.2, controlStyle: .slider, inclusiveRange: (0.5, 2.0)) var size: Double
  @Parameter(title: "Columns", default: 1, inclusiveRange: (1, 3)) var columns: Int
  @Parameter(title: "Until") var until: Date?
  @Parameter(title: "Start page") var page: URL?
  @Parameter(title: "Note", default: "None", inputOptions: .init(keyboardType: .default)) var note: String

  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(theme.rawValue)") }

  func perform() async throws -> some IntentResult {
    do {
      let current = try await ReadingFilter.current
      UserDefaults(suiteName: "group.com.example.reader")?.set(current.columns, forKey: "columns")
    } catch SetFocusFilterIntentError.notFound {
      UserDefaults(suiteName: "group.com.example.reader")?.removeObject(forKey: "columns")
    }
    return .result()
  }
}
