// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// Stored grants, grants in conflict, the families that the device asks about, and ledger entries at a start.
@Suite struct DecidedGrantTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  /// Opens a family's app, which asks for authorization.
  private func ask(
    _ family: FamilyID, as member: AuthorizeParams.Member, on bench: NotificationBench
  ) throws -> PromptID {
    try bench.take(.person(PersonAct(.opens(family, stays: false))))
    let call = try #require(bench.sent.last { $0.program == "\(family.rawValue).app" }).call
    let request = ExtensionRequest.authorize(AuthorizeParams(member: member))
    for case .prompt(let id, _) in try bench.take(.asked(QuestionID(call, 1), .request(request))) { return id }
    throw CancellationError()
  }

  private func known(_ family: FamilyID, _ bench: NotificationBench) throws -> FamilyState {
    try #require(bench.driver.facts.state.families[family])
  }

  // MARK: - Grants

  @Test func `every grant of a device is for the same person, and has random bytes of its own`() throws {
    let bench = try NotificationBench(requests: ["authorization"]) { $0.reproducibleKeys = false }
    let store = bench.driver.facts.store
    for family in NotificationBench.families { try bench.approve(family) }
    let person = try #require(try store.read { try $0.meta(HostMeta.person) })
    let rows = try store.read { try $0.audiences() }.sorted { $0.family < $1.family }
    #expect(person.count == 16 && rows.map(\.family) == NotificationBench.families)
    #expect(rows.allSatisfy { $0.person == person && $0.epoch == 1 && $0.rotatedOn == nil })
    #expect(rows.allSatisfy { $0.fingerprint.count == 32 && $0.grantSalt.count == 16 })
    #expect(Set(rows.map(\.grantSalt)).count == 2)
    try bench.take(.person(PersonAct(.resetsIdentifiers(Self.homework))))
    let reset = try #require(try store.read { try $0.audiences() }.first { $0.family == "homework" })
    #expect(reset.person == person && reset.grantSalt.count == 16 && reset.grantSalt != rows[0].grantSalt)
  }

  @Test(arguments: PrivacyProfile.allCases)
  func `a second child's family that was agreed to is refused, and denied where it may not know of the first`(
    _ profile: PrivacyProfile
  ) throws {
    let bench = try NotificationBench(requests: ["authorization"]) {
      ($0.profile, $0.turns, $0.authorization) = (profile, .perFamily, AuthorizationPolicy(person: .child))
    }
    let prompts = try [Self.homework, Self.worklog].map { try ask($0, as: .child, on: bench) }
    var reasons: [String?] = []
    for prompt in prompts {
      let commands = try bench.take(.person(PersonAct(.answers(prompt, .said(.approved)))))
      for case .answer(_, .refusal(let error)) in commands { reasons.append(error.reason) }
    }
    let isOpen = profile == .open
    #expect(reasons == [isOpen ? "authorizationConflict" : "authorizationCanceled"])
    let statuses = try [Self.homework, Self.worklog].map { try known($0, bench).authorization }
    #expect(statuses == [.approved, isOpen ? .notDetermined : .denied])
  }

  // MARK: - Questions about families without an app

  @Test func `the person is asked about a family only if it is configured, has no app and was not decided about`()
    throws
  {
    final class Terms {
      var hasApp = true
      var isConfigured = true
    }
    let terms = Terms()
    let first = try NotificationBench(requests: ["authorization"]) { configuration in
      configuration.families.removeAll { $0.manifest.family == "worklog" && !terms.isConfigured }
      guard !terms.hasApp else { return }
      for index in configuration.families.indices { configuration.families[index].manifest.app = nil }
    }
    func asks(_ family: FamilyID, _ bench: NotificationBench) throws -> Bool {
      let commands = try bench.take(.person(PersonAct(.meets(family))))
      return commands.contains { if case .prompt(_, _) = $0 { true } else { false } }
    }
    let prompt = try ask(Self.homework, as: .individual, on: first)
    try first.take(.person(PersonAct(.answers(prompt, .said(.denied)))))
    try first.end("activate", .replied(["effects": []]))
    let statuses = try [Self.homework, Self.worklog].map { try known($0, first).authorization }
    try #require(statuses == [.denied, .notDetermined])
    for (hasApp, isConfigured) in [(true, true), (false, true), (false, false)] {
      (terms.hasApp, terms.isConfigured) = (hasApp, isConfigured)
      let bench = try first.killed()
      #expect(try !asks(Self.homework, bench))
      #expect(try asks(Self.worklog, bench) == (!hasApp && isConfigured), "\(hasApp) \(isConfigured)")
    }
  }

  // MARK: - News for the ledger

  private func ledger(_ kind: LedgerKind, _ bench: NotificationBench) throws -> Int {
    try bench.driver.facts.store.read { try $0.ledger() }.count { $0.kind == kind.rawValue }
  }

  @Test func `an event of the key that an earlier host left is entered at the next opening, once`() throws {
    let bench = try NotificationBench()
    try bench.take(.operator(.saves))
    let before = try ledger(.keyEvent, bench)
    try bench.driver.facts.store.transaction {
      try $0.setValue(TokenKeyFile.Opened.Event.copyRenewed, HostMeta.owedKeyEvent)
    }
    for _ in 0..<2 {
      try bench.take(.operator(.opens))
      #expect(try ledger(.keyEvent, bench) == before + 1)
    }
    #expect(try bench.transactions { _ = try bench.take(.operator(.opens)) } == 0)
  }

  @Test func `another passcode than before ends the wait for a replacement, and writes nothing without one`() throws {
    for news in [PasscodeNews.set, .wrong, .changed, .recovered, .replaced, .removed] {
      let bench = try NotificationBench()
      let facts = bench.driver.facts
      try bench.take(.operator(.passcode(news)))
      #expect(try facts.store.read { try $0.meta(HostMeta.waitingChanges) } == nil, "\(news)")
      let end = bench.device.now.advanced(by: 3_600_000)
      try bench.take(.person(PersonAct(.waits(.replacesPasscode, opening: [], until: end, by: .guardian))))
      try #require(facts.owners.persons.changes.changes.map(\.change) == [.replacesPasscode])
      try bench.take(.operator(.passcode(news)))
      let isKept = news == .set || news == .wrong
      #expect(facts.owners.persons.changes.changes.count == (isKept ? 1 : 0), "\(news)")
    }
  }
}
