// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

import AppIntents
import Foundation

@main
struct DeskFiltersExtension: AppIntentsExtension {}

// MARK: - Mailboxes

enum Mailbox: String, AppEnum, CaseIterable {
  case personal, work, lists

  static var typeDisplayRepresentation: TypeDisplayRepresentation = "Mailbox"
  static var caseDisplayRepresentations: [Mailbox: DisplayRepresentation] = [
    .personal: "Personal", .work: "Work", .lists: "Lists",
  ]
}

struct MailboxFilter: SetFocusFilterIntent {
  static var title: LocalizedStringResource = "Choose mailboxes"
  static var description: LocalizedStringResource? = "Only mail in these mailboxes interrupts."

  @Parameter(title: "Mailboxes", default: [.personal]) var mailboxes: [Mailbox]
  @Parameter(title: "Only VIPs", default: false) var onlyVIPs: Bool

  var displayRepresentation: DisplayRepresentation {
    let names = mailboxes.map { Mailbox.caseDisplayRepresentations[$0]?.title ?? "?" }
    return DisplayRepresentation(
      title: "\(names, format: .list(type: .and))", subtitle: onlyVIPs ? "Only VIPs" : nil)
  }

  var appContext: FocusFilterAppContext {
    let allowed = mailboxes.map(\.rawValue)
    let predicate =
      onlyVIPs
      ? NSCompoundPredicate(andPredicateWithSubpredicates: [
        NSPredicate(format: "SELF BEGINSWITH[c] %@", "vip"),
        NSPredicate(format: "SELF CONTAINS %@", allowed.first ?? ""),
      ])
      : NSPredicate(format: "SELF IN %@", allowed)
    return FocusFilterAppContext(notificationFilterPredicate: predicate)
  }

  static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [MailboxFilter] {
    let work = MailboxFilter()
    work.mailboxes = [.work]
    return [work]
  }

  func perform() async throws -> some IntentResult {
    UserDefaults(suiteName: "group.com.example.desk")?.set(mailboxes.map(\.rawValue), forKey: "mailboxes")
    return .result()
  }
}

// MARK: - Calendars

struct CalendarEntity: AppEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Calendar")
  static let defaultQuery = CalendarQuery()
  let id: Int
  let name: String
  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "\(name)", image: .init(systemName: "calendar"))
  }
}

struct CalendarQuery: EntityQuery {
  private let all = [CalendarEntity(id: 1, name: "Home"), CalendarEntity(id: 2, name: "Office")]
  func entities(for identifiers: [Int]) async throws -> [CalendarEntity] { all.filter { identifiers.contains($0.id) } }
  func suggestedEntities() async throws -> [CalendarEntity] { all }
  func defaultResult() async -> CalendarEntity? { all.first }
}

struct CalendarFilter: SetFocusFilterIntent {
  static let title: LocalizedStringResource = "Set calendars"
  static let description: IntentDescription? = IntentDescription(
    "Shows only some calendars.", categoryName: "Calendars")

  @Parameter(title: "Calendar", description: "The calendar to show") var calendar: CalendarEntity
  @Parameter(title: "More calendars") var others: [CalendarEntity]?

  static var parameterSummary: some ParameterSummary { Summary("Show \(\.$calendar) and \(\.$others)") }

  var displayRepresentation: DisplayRepresentation {
    .init(title: "\(calendar.name)", subtitle: "\((others ?? []).count) more")
  }

  func perform() async throws -> some IntentResult {
    let names = ([calendar] + (others ?? [])).map(\.name)
    UserDefaults(suiteName: "group.com.example.desk")?.set(names, forKey: "calendars")
    return .result()
  }
}

// MARK: - Appearance

struct AppearanceFilter: SetFocusFilterIntent {
  static let title: LocalizedStringResource = "Appearance"
  static let description = IntentDescription("Changes how the app looks.")

  @Parameter(title: "Dark") var isDark: Bool?
  @Parameter(title: "Accent", optionsProvider: Accents()) var accent: String?
  @Parameter(title: "Scale", default: 1.0, inclusiveRange: (0.5, 2.0)) var scale: Double

  struct Accents: DynamicOptionsProvider {
    func results() async throws -> [String] { ["red", "green"] }
  }

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(
      stringLiteral: [isDark == true ? "Dark" : "Light", accent].compactMap { $0 }.joined(separator: ", "))
  }

  func perform() async throws -> some IntentResult {
    let current = try? await AppearanceFilter.current
    UserDefaults(suiteName: "group.com.example.desk")?.set(current?.scale ?? 1, forKey: "scale")
    return .result()
  }
}

// MARK: - Quiet

struct QuietFilter: SetFocusFilterIntent {
  static var title: LocalizedStringResource = LocalizedStringResource("Quiet", comment: "Title of the filter")
  @Parameter(title: "Quiet", default: true) var isQuiet: Bool
  @Parameter(title: "Until") var until: Date?

  var displayRepresentation: DisplayRepresentation { isQuiet ? "Quiet" : "As usual" }

  var appContext: FocusFilterAppContext {
    FocusFilterAppContext(
      notificationFilterPredicate: NSPredicate(value: !isQuiet), targetContentIdentifierPrefix: "desk.")
  }

  func perform() async throws -> some IntentResult { .result() }
}
