// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Authorization through a whole host: an app asks, a person and a guardian answer, and the test checks the resulting
/// state.
@Suite struct AuthorizationRunTests {
  private func audiences(_ live: LiveHost) throws -> Int { try live.host.facts.store.read { try $0.audiences().count } }

  @Test(arguments: [
    ("one", PromptAnswer.approved, "approved", Authorization.approved),
    ("one", .denied, "authorizationCanceled", .denied), ("one", .unanswered, "authorizationCanceled", .notDetermined),
    ("onechild", .approved, "approved", .approved), ("onechild", .denied, "authorizationCanceled", .denied),
  ])
  func `answers every request for authorization, and only a refusal denies it (A7, A13)`(
    _ family: String, _ answer: PromptAnswer, _ heard: String, _ status: Authorization
  ) throws {
    let live = try LiveHost(family, answers: .init(authorize: answer))
    try live.use(minutes: 1)
    #expect(live.note("authorize") == heard)
    #expect(live.state?.authorization == status)
    #expect(live.state?.member == (status == .approved ? (family == "one" ? .individual : .child) : nil))
    #expect(try audiences(live) == (status == .approved ? 1 : 0))
    try live.close()
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var family: String
    var policy: AuthorizationPolicy
    var heard: String
    var testDescription: String { heard }
  }

  @Test(arguments: [
    Refused(family: "onechild", policy: .init(person: .adult), heard: "invalidAccountType"),
    Refused(family: "onechild", policy: .init(person: .child, authenticators: [.owner]), heard: "invalidAccountType"),
    Refused(family: "one", policy: .init(authenticators: [.guardian]), heard: "authenticationMethodUnavailable"),
    Refused(family: "one", policy: .init(forbiddenFamilies: [FamilyID("one")]), heard: "restricted"),
  ])
  func `refuses with the name of Apple's error before showing a prompt (A3, A5, A12)`(_ refused: Refused) throws {
    let live = try LiveHost(refused.family, policy: refused.policy)
    try live.use(minutes: 1)
    #expect(live.note("authorize") == refused.heard)
    #expect(live.state?.authorization == .notDetermined)
    #expect(live.said(.authorization).isEmpty)
    try live.close()
  }

  @Test func `an app that gives its authorization back loses everything in one transaction (A9)`() throws {
    let live = try LiveHost("leaver")
    try live.use(minutes: 1)
    #expect(try live.endings(of: "activate") == ["applied reply.ok"])
    #expect(live.state?.authorization == .denied)
    #expect(live.state?.stores == [:])
    #expect(try audiences(live) == 0)
    #expect(try live.ledger() == ["grant", "revoke"])
    try live.close()
  }

  @Test(arguments: [PromptAnswer.approved, .denied])
  func `asks the guardian before a child's app can give its authorization back (A8)`(_ answer: PromptAnswer) throws {
    let live = try LiveHost("childleaver", answers: .init(revoke: answer))
    try live.use(minutes: 1)
    let isOver = answer == .approved
    #expect(try live.endings(of: "activate") == [isOver ? "applied reply.ok" : "refused authorization"])
    #expect(live.state?.authorization == (isOver ? .denied : .approved))
    #expect(try audiences(live) == (isOver ? 0 : 1))
    #expect(live.said(.authorization) == ["approved", "revocation"])
    try live.close()
  }

  @Test func `notifies an open app at once that its authorization was revoked (A9, A10)`() throws {
    let live = try LiveHost("one", answers: .init(leavesOpen: true))
    try live.use(minutes: 1)
    #expect(live.host.facts.state.shield?.family == live.family)
    try live.host.revoke(live.family, by: .person)
    #expect(live.note("changed") == "denied after activities,authorization,stores,tokens")
    #expect(live.host.facts.state.shield == nil)
    #expect(try audiences(live) == 0)
    #expect(try live.ledger().last == "revoke")
    try live.close()
  }

  @Test func `notifies no closed app of a revocation but shows it in the next snapshot (A10)`() throws {
    let live = try LiveHost("one")
    try live.use(minutes: 1)
    try live.host.revoke(live.family, by: .operator)
    #expect(live.note("changed") == nil)
    #expect(live.state?.authorization == .denied)
    try live.close()
  }

  @Test func `a person who revokes may keep the shields (A9)`() throws {
    let live = try LiveHost("one")
    try live.use(minutes: 1)
    try live.host.revoke(live.family, by: .person, keepsShields: true)
    #expect(live.host.facts.state.shield?.family == nil)
    #expect(live.host.facts.state.shield?.item == LiveHost.editor)
    #expect(live.state?.stores == [:])
    try live.close()
  }

  @Test func `only the guardian can revoke or remove a child's family (A8, M4)`() throws {
    let scratch = Scratch()
    do {
      let live = try LiveHost("onechild", in: scratch)
      try live.use(minutes: 1)
      let before = live.host.facts.state
      for authority in [Authority.family, .person] {
        #expect(throws: HostError.self) { try live.host.revoke(live.family, by: authority) }
        #expect(throws: HostError.self) { try live.host.remove(live.family, by: authority) }
      }
      #expect(live.host.facts.state == before)
      try live.host.remove(live.family, by: .guardian)
      #expect(live.state == nil)
      #expect(try audiences(live) == 0)
      try live.close()
    }
    let kept = try DeviceStore(directory: scratch.path + "/state", durability: .simulated)
    #expect(try kept.read { try $0.loadState() }?.families == [:])
    #expect(try kept.read { try $0.issuance() }.isEmpty)
  }

  /// Runs a host for a minute, shuts it down and returns its state.
  private func lived(in scratch: Scratch) throws -> DeviceState {
    let live = try LiveHost("one", in: scratch)
    try live.use(minutes: 1)
    try live.close()
    return live.host.facts.state
  }

  @Test func `settings survive a restart of the host (M4)`() throws {
    let scratch = Scratch()
    let before = try lived(in: scratch)
    let again = try LiveHost("one", in: scratch)
    #expect(again.host.facts.state == before)
    #expect(again.state?.stores.isEmpty == false)
    #expect(again.host.facts.state.shield?.item == LiveHost.editor)
    try again.close()
  }

  @Test func `a family that the operator later forbids loses its authorization and settings (A12)`() throws {
    let scratch = Scratch()
    _ = try lived(in: scratch)
    let policy = AuthorizationPolicy(forbiddenFamilies: [FamilyID("one")])
    let again = try LiveHost("one", policy: policy, in: scratch)
    try again.use(minutes: 1)
    #expect(again.state?.authorization == .denied)
    #expect(again.state?.stores == [:])
    #expect(again.host.facts.state.shield == nil)
    #expect(try again.ledger() == ["grant", "picker", "revoke"])
    try again.close()
  }
}
