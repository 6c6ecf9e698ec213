// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// A chat app's Focus filter, in the style of sources for Xcode: only AppIntents is imported.
import AppIntents

/// An account of the chat.
public struct ChatAccount: AppEntity {
  public static var typeDisplayRepresentation: TypeDisplayRepresentation = "Account"
  public static var defaultQuery = ChatAccountQuery()

  public let id: String
  public let name: String

  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  public var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(name)") }
}

public struct ChatAccountQuery: EnumerableEntityQuery {
  public init() {}

  public func allEntities() async throws -> [ChatAccount] {
    [ChatAccount(id: "work", name: "Work"), ChatAccount(id: "home", name: "Home")]
  }

  public func defaultResult() async -> ChatAccount? { try? await allEntities().first }
}

public enum ChatStatus: String, AppEnum {
  case available, away

  public static var typeDisplayRepresentation: TypeDisplayRepresentation = "Status"
  public static var caseDisplayRepresentations: [ChatStatus: DisplayRepresentation] = [
    .available: "Available", .away: "Away",
  ]
}

public struct ChatFocusFilter: SetFocusFilterIntent {
  public static var title: LocalizedStringResource = "Set account and status"
  public static var description: IntentDescription? = "Shows one account, with a status."

  @Parameter(title: "Quiet", default: false)
  public var isQuiet: Bool

  @Parameter(title: "Status", description: "What others see.")
  public var status: ChatStatus?

  @Parameter(title: "Accounts", default: [])
  public var accounts: [ChatAccount]

  @Parameter(title: "Selected account")
  public var account: ChatAccount?

  public init() {}

  public var displayRepresentation: DisplayRepresentation {
    var subtitles: [LocalizedStringResource] = []
    if isQuiet { subtitles.append("Quiet") }
    if let account { subtitles.append("\(account.name)") }
    let subtitle: LocalizedStringResource = "\(subtitles, format: .list(type: .and))"
    return DisplayRepresentation(title: "Chat", subtitle: subtitles.isEmpty ? nil : subtitle)
  }

  public var appContext: FocusFilterAppContext {
    let allowed = [account?.id].compactMap { $0 }
    return FocusFilterAppContext(notificationFilterPredicate: NSPredicate(format: "SELF IN %@", allowed))
  }

  public func perform() async throws -> some IntentResult {
    ChatModel.shared.isQuiet = isQuiet
    return .result()
  }
}

/// A filter without `perform` and `displayRepresentation`, as short samples are written.
public struct BareFocusFilter: SetFocusFilterIntent {
  public static var title: LocalizedStringResource = "Dim pictures"

  @Parameter(title: "Dim", default: true)
  public var isDim: Bool

  public init() {}
}

public final class ChatModel: @unchecked Sendable {
  public static let shared = ChatModel()
  public var isQuiet = false
}

/// Reads the filter in force, as an app does when it is launched.
public func statusInForce() async throws -> ChatStatus? { try await ChatFocusFilter.current.status }
