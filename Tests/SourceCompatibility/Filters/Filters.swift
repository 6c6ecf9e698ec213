// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

// Focus filters in the style of published ones.
import AppIntents

public final class Seen: @unchecked Sendable {
  public static let shared = Seen()
  public var lines: [String] = []
}

// 1. A switch.
public struct QuietFilter: SetFocusFilterIntent {
  public static var title: LocalizedStringResource = "Quiet"
  public static var description: LocalizedStringResource? = "No sounds."
  @Parameter(title: "Quiet", default: true) public var isQuiet: Bool
  public init() {}
  public var displayRepresentation: DisplayRepresentation { .init(title: "\(isQuiet ? "Quiet" : "Loud")") }
  public func perform() async throws -> some IntentResult {
    Seen.shared.lines.append("quiet \(isQuiet)")
    return .result()
  }
}

// 2. A required value without a default, which a sheet must ask for.
public struct NamedFilter: SetFocusFilterIntent {
  public static let title: LocalizedStringResource = "Named"
  @Parameter(title: "Name") public var name: String
  public init() {}
  public var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(name)") }
  public func perform() async throws -> some IntentResult { .result() }
}

// 3. An entity and its query, accounts with notifications.
public struct MailAccount: AppEntity {
  public static var typeDisplayRepresentation: TypeDisplayRepresentation = "Account"
  public static var defaultQuery = MailAccountQuery()
  public let id: UUID
  public let address: String
  public var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "\(address)", subtitle: "Mail", image: .init(systemName: "envelope"))
  }
}

public struct MailAccountQuery: EntityQuery {
  public static let work = MailAccount(
    id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, address: "work@example.org")
  public static let home = MailAccount(
    id: UUID(uuidString: "00000000-0000-0000-0000-000000000002")!, address: "home@example.org")
  public init() {}
  public func entities(for identifiers: [UUID]) async throws -> [MailAccount] {
    Seen.shared.lines.append("entities \(identifiers.count)")
    return [Self.work, Self.home].filter { identifiers.contains($0.id) }
  }
  public func suggestedEntities() async throws -> [MailAccount] { [Self.work, Self.home] }
  public func defaultResult() async -> MailAccount? { Self.home }
}

public struct MailFilter: SetFocusFilterIntent {
  public static let title: LocalizedStringResource = "Mail accounts"
  public static let description: LocalizedStringResource = "Shows mail of these accounts only."
  @Parameter(title: "Account") public var account: MailAccount
  @Parameter(title: "Others") public var others: [MailAccount]?
  @Parameter(title: "Color", default: nil) public var tint: FilterTint?
  public init() {}
  public var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "Mail", subtitle: "\(account.address)")
  }
  public var appContext: FocusFilterAppContext {
    FocusFilterAppContext(
      notificationFilterPredicate: NSPredicate(format: "SELF IN %@", [account.id.uuidString]),
      targetContentIdentifierPrefix: "mail")
  }
  public func perform() async throws -> some IntentResult {
    Seen.shared.lines.append("mail \(account.address)")
    return .result()
  }
  public static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [MailFilter] {
    let filter = MailFilter()
    filter.account = MailAccountQuery.work
    return [filter]
  }
}

public enum FilterTint: String, AppEnum {
  case red, green
  public static var typeDisplayRepresentation = TypeDisplayRepresentation(name: "Tint")
  public static var caseDisplayRepresentations: [FilterTint: DisplayRepresentation] = [.red: "Red", .green: "Green"]
}

// 4. One that reads what is in force.
public struct ModeFilter: SetFocusFilterIntent {
  public static let title: LocalizedStringResource = "Mode"
  @Parameter(title: "Mode", default: "reading") public var mode: String
  public init() {}
  public func perform() async throws -> some IntentResult {
    do { Seen.shared.lines.append("mode \(try await ModeFilter.current.mode)") } catch {
      Seen.shared.lines.append("mode off")
    }
    return .result()
  }
}

// 5. One whose code fails.
public struct FailingFilter: SetFocusFilterIntent {
  struct Broken: Error {}
  public static let title: LocalizedStringResource = "Broken"
  @Parameter(title: "On", default: false) public var isOn: Bool
  public init() {}
  public func perform() async throws -> some IntentResult {
    if isOn || Seen.shared.lines.count >= 0 { throw Broken() }
    return .result()
  }
}

// 6. One with a predicate that can't be read.
public struct ClosureFilter: SetFocusFilterIntent {
  public static let title: LocalizedStringResource = "Closure"
  @Parameter(title: "On", default: false) public var isOn: Bool
  public init() {}
  public var appContext: FocusFilterAppContext {
    FocusFilterAppContext(notificationFilterPredicate: NSPredicate { _, _ in true })
  }
  public func perform() async throws -> some IntentResult { .result() }
}

// 7. Numbers and lengths of time.
public struct SpeedFilter: SetFocusFilterIntent {
  public static let title: LocalizedStringResource = "Speed"
  @Parameter(title: "Speed", default: 1.5, inclusiveRange: (0.5, 3)) public var speed: Double
  @Parameter(title: "Volume", default: 0.25) public var volume: Float
  @Parameter(title: "Skip", default: .seconds(30)) public var skip: Duration
  @Parameter(title: "Since") public var since: Date?
  public init() {}
  public func perform() async throws -> some IntentResult {
    Seen.shared.lines.append("speed \(speed) \(volume) \(skip)")
    return .result()
  }
}

// 8. The predicates that filters write.
public struct TagFilter: SetFocusFilterIntent {
  public static let title: LocalizedStringResource = "Tags"
  @Parameter(title: "Tags", default: ["school"]) public var tags: [String]
  public init() {}
  public var appContext: FocusFilterAppContext {
    let either = NSCompoundPredicate(orPredicateWithSubpredicates: tags.map { NSPredicate(format: "SELF == %@", $0) })
    return FocusFilterAppContext(notificationFilterPredicate: either)
  }
  public func perform() async throws -> some IntentResult { .result() }
}

// 9. One without `perform` and display.
public struct ShortFilter: SetFocusFilterIntent {
  public static let title: LocalizedStringResource = "Short"
  @Parameter(title: "Dim", default: true) public var isDim: Bool
  public init() {}
}

// 10. Options from a provider, with headings.
public struct RoomOptions: DynamicOptionsProvider {
  public func results() async throws -> IntentItemCollection<String> {
    IntentItemCollection(sections: [
      IntentItemSection("Upstairs", items: ["Study", "Bedroom"]), IntentItemSection("Downstairs", items: ["Kitchen"]),
    ])
  }
}

public struct RoomFilter: SetFocusFilterIntent {
  public static let title: LocalizedStringResource = "Rooms"
  @Parameter(title: "Room", optionsProvider: RoomOptions()) public var room: String?
  public init() {}
  public var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(room ?? "Any room")") }
  public func perform() async throws -> some IntentResult { .result() }
}

// Beside filters: an intent that speaks, one that opens another, shortcuts.

public struct SayIntent: AppIntent {
  public static let title: LocalizedStringResource = "Say"
  public init() {}
  public func perform() async throws -> some IntentResult & ProvidesDialog { .result(dialog: "Done") }
}

public struct ReadIntent: AppIntent {
  public static let title: LocalizedStringResource = "Read"
  @Dependency private var seen: Seen
  public init() {}
  public func perform() async throws -> some OpensIntent {
    .result(opensIntent: OpenURLIntent(URL(string: "https://example.org")!))
  }
}

public struct FilterShortcuts: AppShortcutsProvider {
  public static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: SayIntent(), phrases: ["Say it with \(.applicationName)"], shortTitle: "Say", systemImageName: "mouth")
  }
}

public struct FiltersExtension: AppIntentsExtension {
  public init() { AppDependencyManager.shared.add(dependency: Seen.shared) }
}
