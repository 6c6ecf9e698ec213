// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The parameters of the rules that follow from what people chose, after a restart of the host.
@Suite struct RestoredRulesTests {
  @Test func `a category that a person chose counts after a restart`() throws {
    let life = try PlayedLife(points: [])
    func category(_ facts: DeviceFacts) -> Item { facts.rules.registry.category(of: PlayedLife.chess) }
    life.take(.person(PersonAct(.changesItem(.files(PlayedLife.chess, under: .category("5"))))))
    try #require(category(life.facts) == .category("5"))
    let again = try life.bench.killed()
    #expect(category(again.driver.facts) == .category("5"))
  }

  @Test func `an item that was merged can't be named after a restart either`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.mozilla.firefox"])
    let homework = FamilyID("homework")
    life.take(.person(PersonAct(.changesItem(.merges(PlayedLife.browser, into: PlayedLife.editor)))))
    let named = life.facts.nameableItems(of: homework)
    try #require(named.contains(PlayedLife.editor) && !named.contains(PlayedLife.browser))
    let again = try life.bench.killed()
    #expect(again.driver.facts.nameableItems(of: homework) == named)
  }

  @Test func `the slots of a grant are the same after a restart`() throws {
    let bench = try NotificationBench(requests: ["authorization"]) { $0.profile = .tight }
    try bench.approve()
    let grids = bench.driver.facts.rules.grids
    try #require(grids[FamilyID("homework")] != nil)
    let again = try bench.killed()
    #expect(again.driver.facts.rules.grids == grids)
  }

  @Test func `a grant withdraws a shield for which another registry has no reason`() throws {
    final class Terms { var category = "3" }
    let terms = Terms()
    let life = try PlayedLife(points: []) {
      $0.registry.categories = [PlayedLife.chess: .category(terms.category)]
    }
    let closedGames = [
      "house": SettingsStore(values: [
        .shieldApplicationCategories: .categoryPolicy(.specific([.category("3")], except: []))
      ])
    ]
    life.take(.operator(.policy(closedGames)))
    try life.use(PlayedLife.chess, minutes: 1)
    life.take(.operator(.saves))
    terms.category = "5"
    let bench = try life.bench.killed()
    try #require(bench.driver.facts.state.shield?.item == PlayedLife.chess)
    try bench.take(.person(PersonAct(.opens(FamilyID("worklog"), stays: false))))
    let call = try #require(bench.sent.last).call
    let request = ExtensionRequest.authorize(AuthorizeParams(member: .individual))
    var withdrawn: [Item] = []
    for case .prompt(let id, _) in try bench.take(.asked(QuestionID(call, 1), .request(request))) {
      for case .withdraw(.shield(let lifted)) in try bench.take(.person(PersonAct(.answers(id, .said(.approved))))) {
        withdrawn.append(lifted.shield.item)
      }
    }
    #expect(withdrawn == [PlayedLife.chess] && bench.driver.facts.state.shield == nil)
  }
}
