// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The store's and the ledger's records of a person's agreements as profiles and policies change.
@Suite struct ConsentStepTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  /// What the host is configured with at its next start, and how a person answers it then.
  private final class Terms {
    var profile: PrivacyProfile
    var policy: FlowPolicy?
    var answer = PromptAnswer.approved

    init(_ profile: PrivacyProfile) { self.profile = profile }
  }

  /// An entry of the ledger, without what the host adds to each.
  private struct Entry: Equatable {
    var kind: LedgerKind
    var profile: PrivacyProfile?
    var values: [String: String]
  }

  private func host(_ terms: Terms) throws -> NotificationBench {
    try NotificationBench(requests: ["authorization"]) {
      ($0.profile, $0.policy) = (terms.profile, terms.policy)
      $0.answers.families["homework"] = PersonAnswers.Family(authorize: terms.answer)
    }
  }

  private func approve(
    _ family: FamilyID, _ profile: PrivacyProfile? = nil, as member: FamilyMember = .individual,
    on bench: NotificationBench
  ) throws {
    let opening = try bench.take(.person(PersonAct(.opens(family, stays: false))))
    let call = try #require(bench.sent.last).call
    let params = AuthorizeParams(member: member == .child ? .child : .individual)
    for case .prompt(let id, _) in try bench.take(.asked(QuestionID(call, 1), .request(.authorize(params)))) {
      try bench.take(.person(PersonAct(.answers(id, .said(.approved), profile: profile))))
    }
    try bench.answer(opening)
    try #require(bench.driver.facts.state.families[family]?.isApproved == true)
  }

  /// Restarts the host with the terms as they are now.
  private func restart(_ bench: NotificationBench) throws -> NotificationBench { try bench.killed() }

  private func consent(_ family: FamilyID, on bench: NotificationBench) throws -> Consent? {
    try bench.driver.facts.store.read { try $0.value(Consent.self, HostMeta.consent(family)) }
  }

  private func entries(_ bench: NotificationBench, of family: FamilyID = Self.homework) throws -> [Entry] {
    let all = try bench.driver.facts.store.read { reader in
      try PrivacyLedger.entries(family: family.rawValue, in: reader, name: \.id)
    }
    return all.filter { [.grant, .profileChanged, .policyWidened].contains($0.kind) }.map {
      Entry(kind: $0.kind, profile: $0.profile, values: $0.values ?? [:])
    }
  }

  private func grant(_ profile: PrivacyProfile, as member: String = "individual") -> Entry {
    Entry(kind: .grant, profile: profile, values: ["member": member, "profile": profile.rawValue])
  }

  private func change(_ profile: PrivacyProfile) -> Entry {
    Entry(kind: .profileChanged, profile: profile, values: ["profile": profile.rawValue])
  }

  /// The transactions of one more opening, after everything else was saved.
  private func transactionsOfOpening(_ bench: NotificationBench) throws -> Int {
    try bench.take(.operator(.saves))
    return try bench.transactions { _ = try bench.take(.operator(.opens)) }
  }

  // MARK: - The grant

  @Test(
    arguments: [
      (.open, nil, .open, nil), (.open, .open, .open, nil), (.open, .standard, .standard, .open),
      (.open, .tight, .tight, .open), (.standard, nil, .standard, nil), (.standard, .tight, .tight, .standard),
      (.tight, nil, .tight, nil),
    ] as [(PrivacyProfile, PrivacyProfile?, PrivacyProfile, PrivacyProfile?)])
  func `a grant keeps the profile that was allowed, and that the host's wider one was not`(
    _ wanted: PrivacyProfile, _ allowed: PrivacyProfile?, _ kept: PrivacyProfile, _ declined: PrivacyProfile?
  ) throws {
    let bench = try host(Terms(wanted))
    try approve(Self.homework, allowed, on: bench)
    let policy = try FlowPolicy.builtIn().version
    #expect(
      try consent(Self.homework, on: bench) == Consent(profile: kept, policy: policy, declined: declined))
    #expect(bench.driver.facts.profile == kept)
    #expect(try entries(bench) == [grant(kept)])
    #expect(try transactionsOfOpening(bench) == 0)
  }

  @Test func `a grant is entered with the profile in force, which is the narrowest of all families`() throws {
    let bench = try host(Terms(.open))
    try approve(Self.homework, .tight, on: bench)
    try approve(Self.worklog, on: bench)
    let policy = try FlowPolicy.builtIn().version
    #expect(try consent(Self.worklog, on: bench) == Consent(profile: .open, policy: policy))
    #expect(try entries(bench, of: Self.worklog) == [grant(.tight)])
    #expect(bench.driver.facts.profile == .tight && !bench.driver.facts.rules.tellsOfOtherFamilies)
    // The agreement to a family that was revoked narrows nothing any more.
    try bench.take(.person(PersonAct(.revokes(Self.homework, by: .person, keepsShields: false))))
    let again = try restart(bench)
    #expect(again.driver.facts.profile == .open && again.driver.facts.rules.tellsOfOtherFamilies)
  }

  // MARK: - Another profile

  @Test func `choosing a narrower profile does not accept a wider policy, which is entered in the ledger once`() throws
  {
    let terms = Terms(.open)
    let first = try host(terms)
    try approve(Self.homework, on: first)
    let wider = try FlowPolicy.widened(1)
    (terms.profile, terms.policy) = (.standard, wider)
    let bench = try restart(first)
    let kept = Consent(profile: .standard, policy: wider.version - 1, toldOf: wider.version)
    #expect(try consent(Self.homework, on: bench) == kept)
    // A family that was never approved has no agreements.
    #expect(try consent(Self.worklog, on: bench) == nil)
    let what = try #require(bench.driver.facts.suspension(of: Self.homework)).what
    let widened = Entry(
      kind: .policyWidened, profile: .standard,
      values: [
        "what": "What policy \(wider.version) widened (\(what))",
        "meanwhile": "nothing of that is told or shown to it",
      ])
    #expect(try entries(bench) == [grant(.open), change(.standard), widened])
    #expect(try transactionsOfOpening(bench) == 0)
    let again = try restart(bench)
    #expect(try entries(again).count == 3 && consent(Self.homework, on: again) == kept)
  }

  @Test func `a wider profile that was declined is not asked for again, but another one is`() throws {
    let policy = try FlowPolicy.builtIn().version
    let terms = Terms(.tight)
    let first = try host(terms)
    try approve(Self.homework, on: first)
    (terms.profile, terms.answer) = (.open, .denied)
    let bench = try restart(first)
    #expect(try consent(Self.homework, on: bench) == Consent(profile: .tight, policy: policy, declined: .open))
    let declined = Entry(
      kind: .policyWidened, profile: .tight,
      values: ["what": "Learning more finely (open)", "meanwhile": "it stays as it was"])
    #expect(try entries(bench) == [grant(.tight), declined])
    #expect(bench.driver.facts.profile == .tight)
    // A person who would say yes now is not asked.
    terms.answer = .approved
    let again = try restart(bench)
    #expect(again.driver.facts.profile == .tight)
    #expect(try transactionsOfOpening(again) == 0)
    terms.profile = .standard
    let last = try restart(again)
    #expect(try consent(Self.homework, on: last) == Consent(profile: .standard, policy: policy))
    #expect(try entries(last) == [grant(.tight), declined, change(.standard)])
    #expect(last.driver.facts.profile == .standard)
    #expect(try transactionsOfOpening(last) == 0)
  }

  @Test func `an agreement from before agreements were stored counts as one to the first policy`() throws {
    let bench = try host(Terms(.standard))
    for family in [Self.homework, Self.worklog] { try approve(family, on: bench) }
    let others = try consent(Self.worklog, on: bench)
    try bench.driver.facts.store.transaction { try $0.setMeta(HostMeta.consent(Self.homework), to: nil) }
    try bench.take(.operator(.opens))
    let kept = try #require(try consent(Self.homework, on: bench))
    #expect(kept.profile == .standard && kept.policy == 1 && kept.declined == nil)
    #expect(try consent(Self.worklog, on: bench) == others)
  }

  // MARK: - Agreeing again

  /// An agreement, whether the policy was widened before it, and what the store and the ledger hold after it.
  struct Agreement: Sendable {
    var isWidened: Bool
    var profile: PrivacyProfile?
    var kept: PrivacyProfile
    var kinds: [LedgerKind]
  }

  @Test(arguments: [
    Agreement(isWidened: true, profile: nil, kept: .open, kinds: [.grant]),
    Agreement(isWidened: true, profile: .open, kept: .open, kinds: [.grant]),
    Agreement(isWidened: true, profile: .tight, kept: .tight, kinds: [.profileChanged, .grant]),
    Agreement(isWidened: false, profile: .open, kept: .open, kinds: []),
    Agreement(isWidened: false, profile: .standard, kept: .standard, kinds: [.profileChanged]),
  ])
  func `an agreement is to the policy of now, and is entered as what it changed`(_ agreement: Agreement) throws {
    let terms = Terms(.open)
    let first = try host(terms)
    try approve(Self.homework, on: first)
    if agreement.isWidened { terms.policy = try FlowPolicy.widened(1) }
    let bench = try restart(first)
    let facts = bench.driver.facts
    #expect((facts.suspension(of: Self.homework) != nil) == agreement.isWidened)
    let before = try entries(bench).count
    try bench.take(.person(PersonAct(.agrees(Self.homework, by: .person, profile: agreement.profile))))
    let policy = try FlowPolicy.builtIn().version + (agreement.isWidened ? 1 : 0)
    let kept = Consent(
      profile: agreement.kept, policy: policy, declined: agreement.kept == .open ? nil : .open)
    #expect(try consent(Self.homework, on: bench) == kept)
    #expect(facts.suspension(of: Self.homework) == nil && facts.profile == agreement.kept)
    let entered = try Array(entries(bench).dropFirst(before))
    #expect(entered == agreement.kinds.map { $0 == .grant ? grant(agreement.kept) : change(agreement.kept) })
    let again = try restart(bench)
    #expect(try consent(Self.homework, on: again) == kept && entries(again).count == before + entered.count)
  }

  @Test func `only a guardian can agree for a child, and only to something that was asked`() throws {
    let nothing = HostError(
      .failed, "“worklog” has nothing to agree to; `sallyport consent worklog` shows its terms.")
    let terms = Terms(.open)
    let first = try host(terms)
    try approve(Self.homework, as: .child, on: first)
    terms.policy = try FlowPolicy.widened(1)
    let bench = try restart(first)
    let before = try consent(Self.homework, on: bench)
    func refusal(_ family: FamilyID, _ authority: Authority, _ profile: PrivacyProfile? = nil) -> HostError? {
      return #expect(throws: HostError.self) {
        try bench.take(.person(PersonAct(.agrees(family, by: authority, profile: profile))))
      }
    }
    let child = HostError(
      .failed, "“homework” was approved for a child, so its guardian has to agree; repeat with --as guardian.")
    #expect(refusal(Self.homework, .person) == child && refusal(Self.homework, .operator, .tight) == child)
    // Not approved, so a profile is nothing to agree to either.
    #expect(refusal(Self.worklog, .guardian) == nothing && refusal(Self.worklog, .guardian, .tight) == nothing)
    #expect(try consent(Self.homework, on: bench) == before && consent(Self.worklog, on: bench) == nil)
    try bench.take(.person(PersonAct(.agrees(Self.homework, by: .guardian))))
    #expect(try entries(bench).last == grant(.open, as: "child"))
    #expect(bench.driver.facts.suspension(of: Self.homework) == nil)
  }
}
