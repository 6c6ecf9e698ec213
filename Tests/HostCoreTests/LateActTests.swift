// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Acts of a person about something that another act has already settled, and changes that wait.
@Suite struct LateActTests {
  private static let chess = Item.application("org.gnome.Chess")
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let maps = Item.application("org.gnome.Maps")

  private func at(_ seconds: Int64) -> Timestamp { NotificationBench.start.advanced(by: seconds * 1_000) }

  @discardableResult
  private func act(_ kind: PersonAct.Kind, _ bench: NotificationBench) throws -> [DeviceCommand] {
    try bench.take(.person(PersonAct(kind)))
  }

  /// What the ledger's entries of a kind say was done, oldest first.
  private func entered(_ kind: LedgerKind, _ bench: NotificationBench) throws -> [String] {
    try bench.driver.facts.store.read { try PrivacyLedger.entries(in: $0, name: \.id) }
      .filter { $0.kind == kind }.compactMap { $0.values?["what"] }
  }

  private func isSettled(_ error: HostError?) -> Bool { error?.refusal == .settled }

  // MARK: - Requests for time

  @Test func `a request for time is opened once and closed once`() throws {
    let bench = try NotificationBench()
    try act(.asksTime(Self.chess, seconds: 900, reason: "level 3"), bench)
    try act(.asksTime(Self.chess, seconds: 1_800, reason: "level 4"), bench)
    try bench.pass(seconds: 60)
    try act(.asksTime(Self.maps, seconds: 90, reason: ""), bench)
    try bench.pass(seconds: 60)
    try act(.withdrawsTime(Self.chess), bench)
    try act(.withdrawsTime(Self.chess), bench)
    try act(.withdrawsTime(Self.editor), bench)
    try act(.refusesTime(2, by: .guardian), bench)
    for number in [1, 2, 3] as [Int64] {
      let error = #expect(throws: HostError.self) { try act(.refusesTime(number, by: .person), bench) }
      #expect(isSettled(error), "\(number)")
    }
    func request(
      _ number: Int64, _ item: Item, _ seconds: Int64, _ reason: String, _ askedAt: Timestamp,
      _ outcome: TimeRequest.Outcome
    ) -> TimeRequest {
      TimeRequest(
        number: number, item: item, seconds: seconds, reason: reason, askedAt: askedAt, outcome: outcome,
        answeredAt: at(120))
    }
    #expect(
      bench.driver.facts.timeRequests == [
        request(1, Self.chess, 900, "level 3", at(0), .withdrawn), request(2, Self.maps, 90, "", at(60), .refused),
      ])
    #expect(
      try entered(.timeRequest, bench) == [
        "15 min were asked for", "90 s were asked for", "the request was withdrawn",
        "the guardian refused more time",
      ])
  }

  // MARK: - Items

  @Test func `an item is merged once, and what was known of it goes to the other one`() throws {
    let bench = try NotificationBench()
    try act(.asksTime(Self.editor, seconds: 900, reason: ""), bench)
    try act(.changesItem(.renames(Self.editor, "Pad")), bench)
    try act(.changesItem(.files(Self.editor, under: .category("5"))), bench)
    try bench.pass(seconds: 60)
    try act(.changesItem(.merges(Self.editor, into: Self.chess)), bench)
    let items = bench.driver.facts.owners.items
    #expect(items.merges == [Self.editor: Self.chess] && items.book.names.isEmpty && items.book.categories.isEmpty)
    #expect(items.book.merges[Self.editor]?.at == at(60))
    #expect(bench.driver.facts.timeRequests.map(\.item) == [Self.chess])
    let before = try entered(.itemChanged, bench)
    #expect(before.count == 3)
    for change in [
      .merges(Self.editor, into: Self.maps), .merges(Self.maps, into: Self.editor),
      .merges(Self.chess, into: Self.chess),
    ] as [ItemChange] {
      #expect(try act(.changesItem(change), bench).isEmpty)
      #expect(try items.merges == [Self.editor: Self.chess] && entered(.itemChanged, bench) == before, "\(change)")
    }
    // What was merged into an item follows it.
    try act(.changesItem(.merges(Self.chess, into: Self.maps)), bench)
    #expect(items.merges == [Self.editor: Self.maps, Self.chess: Self.maps])
    #expect(bench.driver.facts.timeRequests.map(\.item) == [Self.maps])
    #expect(try entered(.itemChanged, bench).count == 4)
  }

  // MARK: - Changes that wait

  @Test func `a change is carried out at its instant, and a passcode that waits is left to the driver`() throws {
    let bench = try NotificationBench()
    // At noon, since every midnight has a step of its own.
    let due = at(43_200)
    try act(.waits(.replacesPasscode, opening: [], until: due, by: .person), bench)
    try act(.waits(.shortensDelay(seconds: 0), opening: [], until: due, by: .person), bench)
    try act(.waits(.shortensDelay(seconds: 3_600), opening: [], until: due.advanced(by: 1), by: .person), bench)
    /// The numbers of the changes that wait, and behind them the delay of later ones.
    func state() -> [Int64?] {
      let book = bench.driver.facts.owners.persons.changes
      return book.changes.map { Optional($0.number) } + [book.delaySeconds]
    }
    try bench.pass(until: due.advanced(by: -1))
    #expect(state() == [1, 2, 3, nil])
    try bench.pass(until: due)
    #expect(state() == [1, 3, 0])
    try bench.pass(until: due.advanced(by: 1))
    #expect(state() == [1, 3_600])
    let stored = try bench.driver.facts.store.read { try $0.value(ChangeBook.self, HostMeta.waitingChanges) }
    #expect(stored == bench.driver.facts.owners.persons.changes)
    let entries = try entered(.itemChanged, bench)
    #expect(
      entries.suffix(2) == [
        "what opens something waits not at all from now on", "what opens something waits 1 h from now on",
      ])
    #expect(entries.count == 5 && entries.prefix(3).allSatisfy { $0.hasSuffix(", unless that is cancelled") })
  }

  @Test func `a change that waits is cancelled once`() throws {
    let bench = try NotificationBench()
    let due = at(43_200)
    let change = LooserChange.changesItem(.renames(Self.chess, "Kings"))
    for _ in 0..<2 { try act(.waits(change, opening: [Self.chess], until: due, by: .person), bench) }
    try act(.cancelsChange(1), bench)
    let error = #expect(throws: HostError.self) { try act(.cancelsChange(1), bench) }
    #expect(isSettled(error))
    #expect(
      bench.driver.facts.waitingChanges == [
        WaitingChange(number: 2, change: change, items: [Self.chess], askedAt: at(0), until: due)
      ])
    #expect(try entered(.itemChanged, bench).suffix(1) == ["cancelled: it is named “Kings”"])
    try bench.pass(until: due)
    #expect(bench.driver.facts.waitingChanges.isEmpty && bench.driver.facts.name(of: Self.chess) == "Kings")
    #expect(try entered(.itemChanged, bench).count == 4)
  }

  @Test func `a passcode that is another one ends the wait for its replacement, and nothing else`() throws {
    let bench = try NotificationBench()
    func take(_ news: PasscodeNews) throws {
      try bench.take(.operator(.passcode(news, by: ActOrigin(.cli, as: .owner))))
    }
    func isStored() throws -> Bool { try bench.driver.facts.store.read { try $0.meta(HostMeta.waitingChanges) } != nil }
    try take(.changed)
    #expect(try !isStored())
    try act(.waits(.shortensDelay(seconds: 0), opening: [], until: at(43_200), by: .person), bench)
    try act(.waits(.replacesPasscode, opening: [], until: at(43_200), by: .person), bench)
    for news in [.set, .wrong] as [PasscodeNews] {
      try take(news)
      #expect(bench.driver.facts.waitingChanges.map(\.number) == [1, 2])
    }
    try take(.replaced)
    #expect(bench.driver.facts.waitingChanges.map(\.number) == [1])
    let entries = try bench.driver.facts.store.read { try PrivacyLedger.entries(in: $0, name: \.id) }
      .filter { $0.kind == .passcode }
    #expect(
      entries.map { $0.values?["how"] } == [
        "changed", "set", "given wrongly", "replaced without the recovery code",
      ])
    #expect(entries.allSatisfy { $0.by == "the owner, by a command" })
  }

  // MARK: - Reports

  @Test func `a family that has presented no report has no calls and no drawings`() {
    let (family, day) = (FamilyID("homework"), "2026-10-19")
    var counts = ReportCounts()
    #expect(counts.calls(of: family, on: day) == 0 && counts.renderings(of: family, on: day) == 0)
    counts.addRendering(of: FamilyID("worklog"), on: day)
    counts.addCall(of: FamilyID("worklog"), on: day)
    #expect(counts.calls(of: family, on: day) == 0 && counts.renderings(of: family, on: day) == 0)
  }
}
