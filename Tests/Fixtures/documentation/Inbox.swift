// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents

struct InboxFilter: SetFocusFilterIntent {
  static var title: LocalizedStringResource = "Choose an inbox"

  @Parameter(title: "Inbox")
  var inbox: String?

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "Inbox", subtitle: "\(inbox ?? "All")")
  }

  var appContext: FocusFilterAppContext {
    guard let inbox else { return FocusFilterAppContext() }
    return FocusFilterAppContext(notificationFilterPredicate: NSPredicate(format: "SELF == %@", inbox))
  }

  func perform() async throws -> some IntentResult {
    .result()
  }
}
