// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import ExtensionProtocol
import FocusSources
import SDKTestSupport
import ScreenTimeVocabulary
import Testing

/// A filter as its author writes it, and what the SDK makes of it. Serialized, because a process has one session.
@Suite(.serialized) struct FocusFilterTests {
  @Test func `a filter has its defaults after init, and nil where it is optional`() {
    let filter = ChatFocusFilter()
    #expect(!filter.isQuiet)
    #expect(filter.status == nil)
    #expect(filter.accounts.isEmpty)
    #expect(BareFocusFilter().isDim)
  }

  @Test func `a required parameter without a default has none, and an optional one has nil (FOCUS-F3)`() {
    #expect(IntentParameter<Bool>(title: "Required").defaultValue == nil)
    #expect(IntentParameter<Bool?>(title: "Optional").defaultValue == .some(nil))
    #expect(IntentParameter<String>(title: "Text", default: "x").defaultValue == "x")
  }

  @Test func `perform runs with the parameters that were set`() async throws {
    let filter = ChatFocusFilter()
    filter.isQuiet = true
    _ = try await filter.perform()
    #expect(ChatModel.shared.isQuiet)
  }

  @Test func `a copy of an intent shares its parameters`() {
    let filter = ChatFocusFilter()
    let copy = filter
    copy.status = .away
    #expect(filter.status == .away)
  }

  @Test func `current throws notFound while no filter is in force (FOCUS-F13)`() async {
    await #expect(throws: SetFocusFilterIntentError.notFound) { try await statusInForce() }
  }

  @Test func `the context has the predicate as a tree (FOCUS-F18)`() async throws {
    let filter = ChatFocusFilter()
    filter.account = try await ChatAccountQuery().entities(for: ["home", "gone"]).first
    let predicate = try #require(filter.appContext.notificationFilterPredicate)
    #expect(try CriteriaPredicate(predicate) == .comparison(CriteriaComparison(.contained, .list(["home"]))))
    #expect(predicate.evaluate(with: "home"))
    #expect(!predicate.evaluate(with: "work"))
  }

  @Test func `invalidating the context is an effect, and needs the capability (FOCUS-F12)`() throws {
    let told = try CallbackHarness.run(point: .focusFilter, capabilities: [.focus]) {
      ChatFocusFilter.invalidateFocusFilterAppContext()
    }
    #expect(told.effects == [.invalidateFocusContext(intent: "ChatFocusFilter")])
    let refused = try CallbackHarness.run(point: .focusFilter) { ChatFocusFilter.invalidateFocusFilterAppContext() }
    #expect(refused.effects == [])
  }

  @Test func `joins localised strings as a list in an interpolation`() throws {
    let filter = ChatFocusFilter()
    filter.isQuiet = true
    filter.account = ChatAccountQuery.home
    let subtitle = try #require(filter.displayRepresentation.subtitle)
    #expect(String(localized: subtitle) == "Quiet and Home")
    #expect(String(localized: BareFocusFilter().displayRepresentation.title) == "Dim pictures")
  }
}

extension ChatAccountQuery {
  fileprivate static var home: ChatAccount { ChatAccount(id: "home", name: "Home") }
}
