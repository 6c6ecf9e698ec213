// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The desks of Focus modes and of items, each value by itself.
@Suite struct FocusDeskTests {
  private struct FullDisk: Error {}

  private static let homework = FamilyID("homework")
  private static let mute = FocusFilterKey(homework, "Mute")
  private static let (one, two) = (ProgramID("homework.one"), ProgramID("homework.two"))

  private func desk(_ life: PlayedLife) throws -> FocusDesk { try life.facts.store.read { try FocusDesk($0) } }

  private func offer(_ intent: String, account: String? = nil) -> Offer<FocusDescription> {
    let parameters = [
      DescribedParameter(
        name: "account", title: "Account", type: ParameterType(.string), defaultValue: account.map { .string($0) }),
      DescribedParameter(name: "size", title: "Size", type: ParameterType(.int), isOptional: true),
    ]
    let described = DescribedIntent(intent: intent, title: intent, roles: [.focusFilter], parameters: parameters)
    return Offer(installation: "1", description: FocusDescription(intents: [described]))
  }

  // MARK: - Questions

  @Test func `a question waits once, and goes to the program that it is for`() throws {
    let life = try PlayedLife(points: [])
    let desk = try desk(life)
    let resolve = FilterQuery.resolve(Self.mute)
    for query in [.describe(Self.one), .suggest(Self.two), resolve, .describe(Self.one), resolve] as [FilterQuery] {
      desk.ask(query)
    }
    #expect(desk.waiting == [.describe(Self.one), .suggest(Self.two), resolve])
    let first = desk.takeQuery(of: Self.two)
    #expect(first == .suggest(Self.two) && desk.takeQuery(of: Self.two) == nil)
    // No program has described the intent yet.
    let second = desk.takeQuery(of: Self.one)
    #expect(second == .describe(Self.one) && desk.takeQuery(of: Self.one) == nil && desk.waiting == [resolve])
    try life.facts.store.transaction { try desk.offers(offer("Mute"), of: Self.two, in: $0) }
    #expect(desk.takeQuery(of: Self.one) == nil)
    let third = desk.takeQuery(of: Self.two)
    #expect(third == resolve && desk.waiting.isEmpty)
  }

  // MARK: - Offers

  @Test func `of several programs the first describes a filter, and a family's offers are forgotten with it`() throws {
    let life = try PlayedLife(points: [])
    let desk = try desk(life)
    let store = life.facts.store
    let others = ProgramID("worklog.one")
    let suggested = FilterValues(
      intent: "Mute", parameters: [ParameterValue(name: "account", value: .string("suggested"))])
    let suggestions = Offer(
      installation: "1", description: FocusSuggestions(suggestions: [FilterValues(intent: "Other"), suggested]))
    try store.transaction { transaction in
      try desk.offers(offer("Mute", account: "second"), of: Self.two, in: transaction)
      try desk.offers(offer("Mute", account: "first"), of: Self.one, in: transaction)
      try desk.offers(offer("Sort"), of: others, in: transaction)
      try desk.suggests(suggestions, of: Self.two, in: transaction)
      try desk.suggests(suggestions, of: others, in: transaction)
    }
    let worklog = FocusFilterKey(FamilyID("worklog"), "Sort")
    let expected = [ParameterValue(name: "account", value: .string("first"))]
    for known in [desk, try self.desk(life)] {
      #expect(known.program(of: "Mute", Self.homework) == Self.one && known.defaults(of: Self.mute) == expected)
      #expect(known.described(Self.mute)?.parameters.count == 2 && known.described(worklog)?.intent == "Sort")
      #expect(known.suggestion(of: Self.mute) == suggested.parameters && known.suggestion(of: worklog) == nil)
      #expect(known.program(of: "Sort", Self.homework) == nil && known.defaults(of: worklog).isEmpty)
    }
    try store.transaction { try desk.forgetOffers(of: Self.homework, in: $0) }
    for known in [desk, try self.desk(life)] {
      #expect(known.described(Self.mute) == nil && known.suggestion(of: Self.mute) == nil)
      #expect(known.program(of: "Sort", worklog.family) == others)
      #expect(known.suggestion(of: FocusFilterKey(worklog.family, "Mute")) == suggested.parameters)
    }
  }

  // MARK: - State

  @Test func `modes are unsaved until their transaction is committed`() throws {
    let life = try PlayedLife(points: [])
    let desk = try desk(life)
    let store = life.facts.store
    #expect(!desk.hasUnsaved)
    _ = try desk.change { (state: inout FocusState) throws(FocusState.Refusal) -> FocusState.Outcome in
      try state.make(.define(FocusMode(id: "work", name: "Work")))
    }
    #expect(desk.hasUnsaved)
    #expect(throws: (any Error).self) {
      try store.transaction { transaction in
        try desk.save(in: transaction)
        throw FullDisk()
      }
    }
    #expect(try desk.hasUnsaved && self.desk(life).state.modes.isEmpty)
    try store.transaction { try desk.save(in: $0) }
    #expect(try !desk.hasUnsaved && self.desk(life).state.modes.map(\.id) == ["work"])
    desk.ask(.describe(Self.one))
    _ = try desk.change { (state: inout FocusState) throws(FocusState.Refusal) -> FocusState.Outcome in
      try state.make(.activate("work"))
    }
    try store.read { try desk.reload($0) }
    #expect(desk.state.activeID == nil && desk.waiting.isEmpty && !desk.hasUnsaved)
  }

  @Test func `schedules are followed from the start, and then at their edges`() throws {
    let life = try PlayedLife(points: [])
    let desk = try desk(life)
    let (store, place) = (life.facts.store, life.facts.state.place)
    let now = NotificationBench.start
    func follow(until now: Timestamp) throws {
      try store.transaction { try desk.followed(until: now, in: place, $0) }
    }
    let stored = try self.desk(life).followedUntil
    #expect(desk.isDue(at: now))
    try follow(until: now)
    // Without a schedule nothing is due, and nothing is written.
    #expect(!desk.isDue(at: .distantFuture) && desk.followedUntil == now && desk.nextEdge == nil)
    #expect(try self.desk(life).followedUntil == stored)
    let evening = Schedule(start: ScheduleComponents(hour: 18), end: ScheduleComponents(hour: 20), repeats: true)
    _ = try desk.change { (state: inout FocusState) throws(FocusState.Refusal) -> FocusState.Outcome in
      try state.make(.define(FocusMode(id: "evening", name: "Evening", schedule: evening)))
    }
    let (start, end) = (now.advanced(by: 18 * 3_600_000), now.advanced(by: 20 * 3_600_000))
    try follow(until: now.advanced(by: 1))
    #expect(desk.nextEdge == start && !desk.isDue(at: start.advanced(by: -1)) && desk.isDue(at: start))
    try follow(until: start)
    #expect(desk.nextEdge == end)
    #expect(try self.desk(life).followedUntil == start)
  }

  @Test func `a refused change and a question without an answer say why`() {
    #expect(
      [FocusState.Refusal.unknownMode("x"), .tooManyModes, .tooManyFilters].map(\.sentence) == [
        "There is no Focus “x”; `sallyport focus list` lists them.",
        "limit.modes: A device has at most 32 Focus modes; remove one first.",
        "limit.filters: A Focus has at most 64 filters; remove one first.",
      ])
    let error = ErrorObject(.schema, "It has no effects.")
    #expect(
      [CallEnd.replied([:]), .malformed(error), .denied(error), .failed(error)].map(\.failure) == [
        nil, error.message, error.message, error.message,
      ])
    for end in [CallEnd.fallback(reason: .process(.deadline)), .unavailable(reason: .process(.deadline), retryAt: 1)] {
      #expect(end.failure?.isEmpty == false)
    }
  }

  // MARK: - Items

  @Test func `a person's own names and categories replace the configured ones, also for families`() throws {
    let life = try PlayedLife(points: [])
    let store = life.facts.store
    let desk = try store.read { try ItemDesk(life.facts.owners.configuration, $0) }
    let (editor, chess, maps) = (PlayedLife.editor, PlayedLife.chess, Item.application("org.gnome.Maps"))
    #expect(desk[chess] == "Chess" && desk[maps] == nil && !desk.named.contains(maps))
    try store.transaction { transaction in
      try desk.change(in: transaction) { book in
        book.names = [chess: "Game of kings", maps: "Way home"]
        book.categories = [chess: .category("5")]
        book.merges = [editor: ItemBook.Merge(target: chess, at: NotificationBench.start)]
      }
    }
    for known in [desk, try store.read { try ItemDesk(life.facts.owners.configuration, $0) }] {
      #expect(known[chess] == "Game of kings" && known[maps] == "Way home" && known[editor] == "Editor")
      #expect(known.toldName(of: chess) == "Chess" && known.toldName(of: maps) == maps.id)
      #expect(known.registry.category(of: chess) == .category("5"))
      #expect(known.configuredCategory(of: chess) == .category("3"))
      #expect(known.registry.category(of: editor) == .category("5"))
      let applications = known.named.filter { $0.kind == .application }
      #expect(applications == [chess, maps, PlayedLife.browser].sorted())
      #expect(known.merges == [editor: chess] && known.merged(editor) == chess && known.merged(maps) == maps)
      let picked = known.merged(
        PersonAnswers.Pick(
          applications: [editor.id, maps.id], categories: ["3"], webDomains: ["example.org"],
          includeEntireCategory: true))
      #expect(
        picked
          == PersonAnswers.Pick(
            applications: [chess.id, maps.id], categories: ["3"], webDomains: ["example.org"],
            includeEntireCategory: true))
      let (start, end) = (NotificationBench.start, NotificationBench.start.advanced(by: 5))
      func span(_ app: Item) -> UseSpan {
        UseSpan(start: start, end: end, app: app, web: PlayedLife.site, isPresent: true, presenceKnown: false)
      }
      #expect(known.merged(span(editor)) == span(chess) && known.merged(span(maps)) == span(maps))
    }
  }
}
