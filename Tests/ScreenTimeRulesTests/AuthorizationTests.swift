// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Granting and revoking authorization: A3–A13.
@Suite struct AuthorizationTests {
  static let asker = FamilyID("asker")
  static let holder = FamilyID("holder")

  /// A supervised device with one family that requests authorization.
  private func bench(
    _ policy: AuthorizationPolicy = AuthorizationPolicy(person: .child), isOpen: Bool = false
  ) -> Bench {
    var bench = Bench(at: "2026-08-13 10:00")
    bench.rules.authorization = policy
    bench.rules.tellsOfOtherFamilies = isOpen
    bench.state.families = [Self.asker: FamilyState()]
    return bench
  }

  /// A device whose child authorization another family already holds.
  private func heldBench(isOpen: Bool = false) -> Bench {
    var bench = bench(isOpen: isOpen)
    bench.state.families[Self.holder] = FamilyState(authorization: .approved, member: .child)
    return bench
  }

  private func ask(_ bench: inout Bench, for member: FamilyMember) -> AuthorizationVerdict {
    bench.rules.requestAuthorization(for: member, of: Self.asker, in: &bench.state)
  }

  private func status(_ bench: Bench) -> Authorization? { bench.state.families[Self.asker]?.authorization }

  @Test func `a refusal is a new revision, unless the family was refused before or is approved`() {
    for authorization in [Authorization.notDetermined, .denied, .approved] {
      var state = Bench(at: "2026-08-13 09:00").state
      state.families[Bench.family]?.authorization = authorization
      DeviceRules().deny(Bench.family, in: &state)
      #expect(state.families[Bench.family]?.revision == (authorization == .notDetermined ? 1 : 0))
      #expect(state.families[Bench.family]?.authorization == (authorization == .approved ? .approved : .denied))
    }
  }

  struct Device: Sendable, CustomTestStringConvertible {
    var person: AuthorizationPolicy.Person
    var authenticators: Set<Authenticator>
    var verdict: AuthorizationVerdict
    var testDescription: String { "\(person), \(authenticators.map(\.rawValue).sorted())" }
  }

  @Test(arguments: [
    Device(person: .child, authenticators: [.guardian], verdict: .ask(.guardian)),
    Device(person: .child, authenticators: [.owner, .guardian], verdict: .ask(.guardian)),
    Device(person: .child, authenticators: [.owner], verdict: .refused(.invalidAccountType)),
    Device(person: .adult, authenticators: [.owner, .guardian], verdict: .refused(.invalidAccountType)),
  ])
  func `needs a person declared a child and a guardian who authenticates (A3)`(_ device: Device) {
    var bench = bench(AuthorizationPolicy(person: device.person, authenticators: device.authenticators))
    #expect(ask(&bench, for: .child) == device.verdict)
    #expect(status(bench) == .notDetermined)
  }

  @Test(arguments: [true, false])
  func `gives child authorization to one family, and reports a conflict only under open (A4)`(_ isOpen: Bool) {
    var bench = heldBench(isOpen: isOpen)
    #expect(ask(&bench, for: .child) == .refused(isOpen ? .authorizationConflict : .authorizationCanceled))
    // Without open it must look like a refusal by the person (PRIV-CS3), the status included.
    #expect(status(bench) == (isOpen ? .notDetermined : .denied))
    #expect(ask(&bench, for: .individual) == .ask(.owner))
    bench.state.families[Self.holder]?.authorization = .denied
    #expect(ask(&bench, for: .child) == .ask(.guardian))
  }

  @Test func `asks the owner, or refuses when no owner can authenticate (A5)`() {
    var with = bench(AuthorizationPolicy(authenticators: [.owner]))
    #expect(ask(&with, for: .individual) == .ask(.owner))
    var without = bench(AuthorizationPolicy(authenticators: [.guardian]))
    #expect(ask(&without, for: .individual) == .refused(.authenticationMethodUnavailable))
    #expect(status(without) == .notDetermined)
  }

  @Test(arguments: [FamilyMember.individual, .child])
  func `succeeds again without a prompt, and conflicts for the other member (A6)`(_ member: FamilyMember) {
    var bench = bench()
    _ = bench.rules.approve(Self.asker, as: member, in: &bench.state)
    for _ in 1...5 { #expect(ask(&bench, for: member) == .alreadyApproved) }
    #expect(ask(&bench, for: member == .child ? .individual : .child) == .refused(.authorizationConflict))
    #expect(bench.state.prompts == [:])
    #expect(status(bench) == .approved)
  }

  @Test func `prompts three times an hour, then refuses without a prompt (A7)`() {
    var bench = bench()
    for minute in [0, 10, 20] {
      bench.state.now = Bench.time("2026-08-13 10:\(minute == 0 ? "00" : "\(minute)")")
      #expect(ask(&bench, for: .individual) == .ask(.owner))
      bench.rules.deny(Self.asker, in: &bench.state)
      #expect(status(bench) == .denied)
    }
    bench.state.now = Bench.time("2026-08-13 10:59:59")
    #expect(ask(&bench, for: .individual) == .refused(.authorizationCanceled))
    #expect(ask(&bench, for: .child) == .refused(.authorizationCanceled))
    #expect(status(bench) == .denied)
    // The first prompt is an hour old, so one more is allowed; a second one in the same hour is not.
    bench.state.now = Bench.time("2026-08-13 11:00")
    #expect(ask(&bench, for: .individual) == .ask(.owner))
    #expect(ask(&bench, for: .individual) == .refused(.authorizationCanceled))
  }

  @Test func `counts the prompts of each family separately (A7)`() {
    var bench = bench()
    bench.state.families[Self.holder] = FamilyState()
    for _ in 1...4 { _ = ask(&bench, for: .individual) }
    let other = bench.rules.requestAuthorization(for: .individual, of: Self.holder, in: &bench.state)
    #expect(other == .ask(.owner))
  }

  @Test(arguments: [(Authority.family, false), (.person, false), (.guardian, true), (.operator, true)])
  func `only the guardian can end a child's authorization (A8)`(_ authority: Authority, _ isAllowed: Bool) {
    let bench = heldBench()
    let acts: [(inout DeviceState) throws -> Void] = [
      { _ = try bench.rules.revoke(Self.holder, by: authority, in: &$0) },
      { _ = try bench.rules.remove(Self.holder, by: authority, in: &$0) },
      { _ = try bench.rules.endSupervision(by: authority, in: &$0) },
    ]
    for act in acts {
      var state = bench.state
      if isAllowed {
        #expect(throws: Never.self) { try act(&state) }
        #expect(state.families[Self.holder]?.isApproved != true)
      } else {
        #expect(throws: AuthorizationRefusal.authorizationCanceled) { try act(&state) }
        #expect(state == bench.state)
      }
    }
  }

  @Test(arguments: Authority.allCases)
  func `anyone may remove a family whose child authorization has ended (A8)`(_ authority: Authority) throws {
    var bench = heldBench()
    _ = try bench.rules.revoke(Self.holder, by: .guardian, in: &bench.state)
    _ = try bench.rules.remove(Self.holder, by: authority, in: &bench.state)
    #expect(bench.state.families[Self.holder] == nil)
  }

  @Test func `an app can revoke a child's authorization only with the guardian's consent (A8)`() throws {
    var bench = heldBench()
    let before = bench.state
    let found = violation { () throws(EffectViolation) in try bench.apply([.revokeAuthorization], of: Self.holder) }
    #expect(found?.code.rawValue == "authorizationCanceled")
    #expect(found?.rule == "A8")
    #expect(bench.state == before)
    _ = try bench.rules.apply([.revokeAuthorization], of: Self.holder, consent: [.guardian], to: &bench.state)
    #expect(bench.state.families[Self.holder]?.authorization == .denied)
  }

  @Test func `every authority may end an individual's authorization (A8)`() throws {
    for authority in Authority.allCases {
      var bench = bench()
      _ = bench.rules.approve(Self.asker, as: .individual, in: &bench.state)
      _ = try bench.rules.revoke(Self.asker, by: authority, in: &bench.state)
      #expect(status(bench) == .denied)
    }
  }

  @Test func `revoking ends monitoring, settings and deliveries at once, without an end callback (A9)`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    let app = Item.application("app")
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .wholeDay, events: []),
      .setSetting(store: "s", key: .shieldApplications, value: .items([app])),
      .setDefault(suite: "group", key: "k", value: .bool(true)),
    ])
    bench.use(app, "2026-08-13 10:00", "2026-08-13 10:05")
    // A delivery is pending when the authorization is revoked.
    let pending = try bench.rules.apply([.stopMonitoring([])], of: Bench.family, to: &bench.state).deliveries
    #expect(pending.map(\.callback) == [.intervalDidEnd])
    let outcome = try bench.rules.revoke(Bench.family, by: .person, in: &bench.state)
    #expect(outcome.deliveries.isEmpty)
    #expect(outcome.dropped == pending.map(\.sequence))
    #expect(outcome.shields.map(\.change) == [.disappeared])
    let family = bench.state.families[Bench.family]
    #expect(family?.authorization == .denied)
    #expect(family?.member == nil)
    #expect(family?.stores == [:] && family?.activities == [:] && family?.outstanding == [])
    // Defaults are not settings: a suite belongs to the family and stays (C12).
    #expect(family?.defaults == ["group": ["k": .bool(true)]])
  }

  @Test(arguments: [Authorization.notDetermined, .denied])
  func `revoking without an approval succeeds and changes nothing (A9)`(_ authorization: Authorization) throws {
    var bench = bench()
    bench.state.families[Self.asker]?.authorization = authorization
    let before = bench.state
    #expect(try bench.rules.revoke(Self.asker, by: .family, in: &bench.state) == Outcome())
    #expect(bench.state == before)
    try bench.apply([.revokeAuthorization], of: Self.asker)
    #expect(status(bench) == authorization)
  }

  @Test func `keeps the shields of a revoked family as the operator's if the person chooses so (A9)`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    let (app, idle) = (Item.application("app"), Item.application("idle"))
    try bench.apply([
      .setSetting(store: "s", key: .shieldApplications, value: .items([app])),
      .setSetting(store: "s", key: .denySiri, value: .bool(true)),
      .setSetting(store: "asleep", key: .shieldApplications, value: .items([idle])),
      .setStoreActive(store: "asleep", isActive: false), .setSetting(store: "calm", key: .denySiri, value: .bool(true)),
    ])
    var dropped = bench
    _ = try dropped.rules.revoke(Bench.family, by: .person, in: &dropped.state)
    #expect(dropped.rules.decision(on: app, in: dropped.state) == .free)
    _ = try bench.rules.revoke(Bench.family, by: .person, keepsShields: true, in: &bench.state)
    #expect(bench.rules.decision(on: app, in: bench.state) == .shielded(.direct, winner: nil))
    #expect(bench.rules.decision(on: idle, in: bench.state) == .free)
    #expect(!EffectiveSettings(bench.state).isRestricted(.denySiri))
    #expect(bench.state.operatorStores.keys.sorted() == ["\(Bench.family.rawValue)/s"])
    #expect(bench.state.families[Bench.family]?.stores == [:])
  }

  @Test func `a change from outside increments the revision (A10)`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    let before = bench.state.families[Bench.family]?.revision ?? 0
    _ = try bench.rules.revoke(Bench.family, by: .operator, in: &bench.state)
    #expect(bench.state.families[Bench.family]?.revision == before + 1)
    #expect(bench.state.families[Bench.family]?.authorization == .denied)
  }

  @Test func `monitoring without approval is refused by name (A11)`() {
    var bench = bench()
    let found = violation { () throws(EffectViolation) in
      try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])], of: Self.asker)
    }
    #expect(found?.code.rawValue == "unauthorized")
    #expect(found?.rule == "A11")
  }

  @Test func `the media values need no approval (A11, M9)`() {
    var bench = bench(isOpen: true)
    bench.state.operatorStores["policy"] = SettingsStore(values: [.maximumMovieRating: .integer(200)])
    let settings = bench.rules.effectiveSettings(readableBy: Self.asker, in: bench.state)
    #expect(settings.rating(.maximumMovieRating) == 200)
  }

  @Test(arguments: [FamilyMember.individual, .child])
  func `refuses a family that the operator forbids or that is unknown (A12)`(_ member: FamilyMember) {
    var bench = bench(AuthorizationPolicy(person: .child, forbiddenFamilies: [Self.asker]))
    #expect(ask(&bench, for: member) == .refused(.restricted))
    bench.state.families = [:]
    #expect(ask(&bench, for: member) == .refused(.unavailable))
    #expect(bench.state.prompts == [:])
  }

  @Test func `a forbidden family is refused even while approved (A12)`() {
    var bench = bench()
    _ = bench.rules.approve(Self.asker, as: .individual, in: &bench.state)
    bench.rules.authorization.forbiddenFamilies = [Self.asker]
    #expect(ask(&bench, for: .individual) == .refused(.restricted))
  }

  @Test func `no refusal reports a network error or a missing data tier (A12)`() {
    #expect(AuthorizationRefusal(rawValue: "networkError") == nil)
    #expect(AuthorizationRefusal(rawValue: "unauthorized") == nil)
    #expect(AuthorizationRefusal.allCases.count == 6)
  }

  @Test func `only an approval is consent, not a timeout or a closed app (A13)`() {
    #expect(PromptAnswer.allCases.filter(\.isConsent) == [.approved])
  }
}
