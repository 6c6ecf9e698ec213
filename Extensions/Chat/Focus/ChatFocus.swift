// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents

@main
struct ChatIntents: AppIntentsExtension {}

/// An account of the chat. Notifications carry its id as their filter criteria.
struct ChatAccount: AppEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Account"
  static let defaultQuery = ChatAccountQuery()

  let id: String
  let name: String

  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(name)") }
}

struct ChatAccountQuery: EntityStringQuery {
  static let all = [
    ChatAccount(id: "work", name: "Work"), ChatAccount(id: "family", name: "Family"),
    ChatAccount(id: "club", name: "Rowing club"),
  ]

  func entities(for identifiers: [ChatAccount.ID]) async throws -> [ChatAccount] {
    Self.all.filter { identifiers.contains($0.id) }
  }

  func entities(matching string: String) async throws -> [ChatAccount] {
    Self.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
  }

  func suggestedEntities() async throws -> [ChatAccount] { Self.all }
}

/// Lets only the messages of some accounts interrupt.
struct AccountFilter: SetFocusFilterIntent {
  static let title: LocalizedStringResource = "Accounts"
  static let description: IntentDescription? = "Messages of other accounts wait without a sound."

  @Parameter(title: "Accounts", default: [])
  var accounts: [ChatAccount]

  @Parameter(title: "Mute everything", default: false)
  var isMuted: Bool

  var displayRepresentation: DisplayRepresentation {
    let names = accounts.map(\.name).joined(separator: ", ")
    return DisplayRepresentation(
      title: "Chat", subtitle: isMuted ? "Muted" : names.isEmpty ? "All accounts" : "\(names)")
  }

  var appContext: FocusFilterAppContext {
    if isMuted { return FocusFilterAppContext(notificationFilterPredicate: NSPredicate(value: false)) }
    guard !accounts.isEmpty else { return FocusFilterAppContext() }
    return FocusFilterAppContext(
      notificationFilterPredicate: NSPredicate(format: "SELF IN %@", accounts.map(\.id)))
  }

  func perform() async throws -> some IntentResult { .result() }

  static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [AccountFilter] {
    let filter = AccountFilter()
    filter.accounts = [ChatAccountQuery.all[0]]
    return [filter]
  }
}
