// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// A prompt that is answered after another answer has already decided it.
@Suite struct SecondPromptTests {
  private static let worklog = FamilyID("worklog")

  private func answer(_ prompt: PromptID, _ profile: PrivacyProfile? = nil) -> DeviceInput {
    .person(PersonAct(.answers(prompt, .said(.approved), by: .guardian, profile: profile)))
  }

  private func ask(_ life: PlayedLife, _ call: CallID, as member: FamilyMember = .individual) throws -> PromptID {
    let params = AuthorizeParams(member: member == .child ? .child : .individual)
    for case .prompt(let id, _) in try life.ask(call, 1, .authorize(params)) { return id }
    throw CancellationError()
  }

  /// A device on which an old prompt was answered with yes while worklog's app asks again.
  private func asked(
    first family: String = "worklog", as old: FamilyMember = .individual, again new: FamilyMember = .individual
  ) throws -> (PlayedLife, PromptID) {
    let life = try PlayedLife()
    let call = try life.open(family)
    let closed = try ask(life, call, as: old)
    life.take(.person(PersonAct(.answers(closed, .said(.unanswered)))))
    try life.end(call, .replied(["effects": []]))
    life.leave(family)
    let open = try ask(life, try life.open("worklog"), as: new)
    life.take(answer(closed))
    #expect(life.facts.state.families[FamilyID(family)]?.isApproved == true)
    return (life, open)
  }

  @Test func `a second yes leaves a family its grant and its tokens`() throws {
    let (life, new) = try asked()
    let token = life.facts.token(for: PlayedLife.chess, of: Self.worklog)
    let revision = life.facts.state.families[Self.worklog]?.revision
    let heard = life.take(answer(new))
    #expect(heard.approvals == 1, "\(heard)")
    #expect(life.facts.token(for: PlayedLife.chess, of: Self.worklog) == token)
    #expect(life.facts.state.families[Self.worklog]?.revision == revision)
    let grants = try life.facts.store.read { try $0.ledger(family: "worklog") }.filter { $0.kind == "grant" }
    #expect(grants.count == 1)
  }

  @Test func `a second yes may narrow the profile`() throws {
    let (life, new) = try asked()
    #expect(life.facts.profile != .tight)
    life.take(answer(new, .tight))
    #expect(life.facts.profile == .tight)
  }

  @Test func `a second yes for another member is refused (A6)`() throws {
    let (life, new) = try asked(again: .child)
    let profile = life.facts.profile
    #expect(life.take(answer(new, .tight)).refusals == ["authorizationConflict"])
    #expect(life.facts.profile == profile)
    #expect(life.facts.state.families[Self.worklog]?.member == .individual)
  }

  @Test func `of two families that asked for the child, the first yes decides (A4)`() throws {
    let (life, new) = try asked(first: "homework", as: .child, again: .child)
    #expect(life.take(answer(new)).refusals.count == 1)
    let approved = life.facts.state.families.filter { $0.value.isApproved }
    #expect(approved.keys.map(\.rawValue) == ["homework"])
  }
}

extension [DeviceCommand] {
  fileprivate var approvals: Int {
    count { command in
      guard case .answer(_, .result(_)) = command else { return false }
      return true
    }
  }

  /// Apple's names of the refusals among the answers.
  fileprivate var refusals: [String] {
    compactMap { command in
      guard case .answer(_, .refusal(let error)) = command else { return nil }
      return error.reason
    }
  }
}
