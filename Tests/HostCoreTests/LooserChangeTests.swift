// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Which of a person's changes wait, for how long, and which names of categories an order may have.
@Suite struct LooserChangeTests {
  private static let homework = FamilyID("homework")

  /// The meaning of an order in one word, with the wait in milliseconds.
  private func meaning(
    _ kind: PersonOrder.Kind, of life: PlayedLife, as role: PersonOrder.Role = .owner
  ) -> String {
    do throws(HostError) {
      switch try life.facts.meaning(of: PersonOrder(kind, as: role, by: .console, act: "act")) {
      case .input: return "done"
      case .waiting(_, _, let number, let until): return "\(number) waits \(until.milliseconds - life.now)"
      case .already: return "already"
      }
    } catch {
      return "refused"
    }
  }

  @Test(arguments: [0, 1, 2] as [Int64])
  func `an owner's revocation waits if it ends a shield, and not if it ends only counts`(_ seconds: Int64) throws {
    let life = try PlayedLife { $0.looseningSeconds = seconds }
    let revocation = PersonOrder.Kind.revoke(Self.homework, keepsShields: false)
    try life.meet("homework", picking: [PlayedLife.chess.id])
    #expect(meaning(revocation, of: life) == "done" && meaning(.remove(Self.homework), of: life) == "done")
    try life.use(PlayedLife.chess, minutes: 25)
    try #require(life.facts.shield(over: PlayedLife.chess) != nil)
    let owners = seconds == 0 ? "done" : "1 waits \(seconds * 1_000)"
    #expect(meaning(revocation, of: life) == owners && meaning(.remove(Self.homework), of: life) == owners)
    for kind in [revocation, .remove(Self.homework)] {
      #expect(meaning(kind, of: life, as: .guardian) == "done")
    }
    // The shields stay, so nothing is opened.
    #expect(meaning(.revoke(Self.homework, keepsShields: true), of: life) == "done")
  }

  @Test func `only an owner's shorter delay waits`() throws {
    let life = try PlayedLife(points: []) { $0.looseningSeconds = 3_600 }
    for (seconds, owners, guardians) in [
      (0, "1 waits 3600000", "done"), (3_599, "1 waits 3600000", "done"), (3_600, "already", "already"),
      (3_601, "done", "done"),
    ] as [(Int64, String, String)] {
      let order = PersonOrder.Kind.delayChanges(seconds: seconds)
      #expect(meaning(order, of: life) == owners, "\(seconds)")
      #expect(meaning(order, of: life, as: .guardian) == guardians, "\(seconds)")
    }
  }

  @Test func `an item is filed under one of the twelve categories`() throws {
    let life = try PlayedLife(points: [])
    for (code, says) in [
      ("0", "refused"), ("1", "done"), ("2", "done"), ("3", "already"), ("11", "done"), ("12", "done"),
      ("13", "refused"), ("01", "refused"), ("", "refused"),
    ] {
      #expect(meaning(.file(item: "Chess", category: code), of: life) == says, "\(code)")
    }
  }

  @Test func `a picker takes applications that have a name, and categories that are fixed or have one`() throws {
    let life = try PlayedLife(points: []) { $0.names[.category("12")] = nil }
    let call = try life.open("homework")
    for case .prompt(let id, _) in try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual))) {
      life.take(.person(PersonAct(.answers(id, .said(.approved)))))
    }
    try life.ask(call, 2, .pick(PickParams(includeEntireCategory: false)))
    let open = life.facts.openPrompts
    try #require(open.count == 1)
    #expect(open[0].form == .pick && !open[0].isLate && !open[0].needsGuardian)
    func picked(_ pick: PersonAnswers.Pick) -> String { meaning(.pick(prompt: open[0].number, pick), of: life) }
    for (code, says) in [
      ("0", "refused"), ("1", "done"), ("11", "done"), ("12", "done"), ("13", "done"), ("14", "refused"),
    ] {
      #expect(picked(PersonAnswers.Pick(categories: [code])) == says, "\(code)")
    }
    for (id, says) in [(PlayedLife.chess.id, "done"), ("org.example.Nothing", "refused"), ("Chess", "refused")] {
      #expect(picked(PersonAnswers.Pick(applications: [id])) == says, "\(id)")
    }
    for (domain, says) in [("example.net", "done"), ("Example.NET", "refused"), ("not a domain", "refused")] {
      #expect(picked(PersonAnswers.Pick(webDomains: [domain])) == says, "\(domain)")
    }
  }
}
