// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import Testing

@testable import HostCore

/// On a real clock an answers file stands for the person of the families that it names, and never for a guardian.
@Suite struct LivePersonTests {
  private static let named = FamilyID("homework")
  private static let other = FamilyID("worklog")
  private static let silent = FamilyID("silent")

  private let life: PlayedLife
  private let person: LivePerson

  init() throws {
    life = try PlayedLife(points: []) { configuration in
      let picks = [PersonAnswers.Pick(applications: ["a"])]
      configuration.answers = PersonAnswers(
        families: [
          "homework": .init(authorize: .approved, revoke: .approved, picks: picks),
          "silent": .init(authorize: .unanswered),
        ], otherwise: .approved)
    }
    person = try LivePerson(life.bench.driver.configuration, life.facts)
  }

  private func answer(_ prompt: Prompt) -> String {
    switch person.answer(prompt) {
    case .said(let answer): answer.rawValue
    case .picked(let pick): pick?.applications?.joined(separator: " ") ?? "cancelled"
    case nil: "nothing"
    }
  }

  private func says(_ act: PersonAct?) -> String {
    switch act?.kind {
    case .opens(let family, _): "opens \(family.rawValue)"
    case .meets(let family): "meets \(family.rawValue)"
    case .closes(let family): "closes \(family.rawValue)"
    case nil: "nothing"
    default: "another act"
    }
  }

  @Test func `questions to the person of a named family are answered, and others stay open`() {
    #expect(answer(.authorization(Self.named, as: .individual, by: .owner)) == "approved")
    #expect(answer(.profile(Self.named, profile: "open")) == "approved")
    #expect(answer(.pick(Self.named, title: "Games")) == "a")
    #expect(answer(.authorization(Self.named, as: .child, by: .guardian)) == "nothing")
    #expect(answer(.revocation(Self.named)) == "nothing")
    #expect(answer(.authorization(Self.silent, as: .individual, by: .owner)) == "nothing")
    #expect(answer(.authorization(Self.other, as: .individual, by: .owner)) == "nothing")
    #expect(answer(.pick(Self.other, title: "Games")) == "nothing")
  }

  @Test func `only the apps of named families are opened and closed by the script`() {
    let families = [Self.other, Self.named]
    #expect(person.beginning(families, families).map { says($0) } == ["opens homework", "meets homework"])
    for family in families {
      for isUp in [false, true] { person.sees(.app(AppFront(family: family, isVisit: false, isUp: isUp))) }
    }
    #expect(says(person.nextAct(at: life.instant, isBusy: { _ in true })) == "nothing")
    #expect(says(person.nextAct(at: life.instant, isBusy: { _ in false })) == "closes homework")
    #expect(says(person.nextAct(at: life.instant, isBusy: { _ in false })) == "nothing")
  }
}
