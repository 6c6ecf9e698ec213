// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// Who may answer a question on the page of requests, and which items a picker offers.
@Suite struct AskedPersonTests {
  private static let homework = FamilyID("homework")

  private func groups(_ life: PlayedLife) throws -> [ItemPicker.Group] {
    try PageMaker(life.facts, hasPasscode: false).choices(for: Self.homework, includingItems: false)
  }

  @Test(
    arguments: [(false, false, false), (false, true, true), (true, false, true), (true, true, true)]
      as [(Bool, Bool, Bool)])
  func `an unanswered question is the guardian's if it is about a child or a passcode is set`(
    _ isAboutChild: Bool, _ hasPasscode: Bool, _ isGuardians: Bool
  ) throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: isAboutChild ? .child : .individual)))
    for prompt in life.facts.openPrompts {
      life.take(.person(PersonAct(.answers(PromptID(number: prompt.number), .said(.unanswered)))))
    }
    let page = try PageMaker(life.facts, hasPasscode: hasPasscode).page(.requests)
    let section = try #require(page.sections.first { $0.heading.text == "Unanswered: Homework" })
    #expect(section.controls.map(\.label.text) == ["Don’t allow", "Allow"])
    #expect(section.controls.map(\.needsGuardian) == [isGuardians, isGuardians])
    #expect(section.controls.map { $0.command.hasSuffix(" --as guardian") } == [isGuardians, isGuardians])
  }

  @Test(
    arguments: [
      (.open, true, "Category 3, and its 1 item now"), (.open, false, "Category 3, the category"),
      (.standard, true, "Category 3, and its 1 item now"), (.tight, true, "Category 3, the category"),
      (.tight, false, "Category 3, the category"),
    ] as [(PrivacyProfile, Bool, String)])
  func `a picker says that a category means its items if the family asks for them and the profile allows it`(
    _ profile: PrivacyProfile, _ isWhole: Bool, _ words: String
  ) throws {
    let life = try PlayedLife(points: []) { $0.profile = profile }
    let call = try life.open("homework")
    for case .prompt(let id, _) in try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual))) {
      life.take(.person(PersonAct(.answers(id, .said(.approved)))))
    }
    try life.ask(call, 2, .pick(PickParams(includeEntireCategory: isWhole)))
    let page = try PageMaker(life.facts, hasPasscode: false).page(.requests)
    let picker = try #require(page.sections.compactMap(\.picker).first)
    let games = picker.groups.flatMap(\.choices).filter { $0.kind == .category && $0.id == "3" }
    #expect(games.map(\.name) == [words])
  }

  @Test func `use in the first millisecond of a day belongs to that day`() throws {
    let life = try PlayedLife(points: [])
    try life.use(PlayedLife.browser, minutes: 1)
    let midnight = NotificationBench.start.advanced(by: 86_400_000)
    try life.pass(until: midnight)
    let end = midnight.advanced(by: 1)
    for _ in 0..<9 where life.instant < end {
      life.take(.use(UseSpan(start: life.instant, end: end, app: PlayedLife.editor, isPresent: true)))
    }
    life.take(.operator(.saves))
    // On one day, the browser would come first by its name.
    #expect(try groups(life).first?.choices.map(\.id) == [PlayedLife.editor.id, PlayedLife.browser.id])
  }

  @Test func `a picker does not offer the applications of the family that asks`() throws {
    let life = try PlayedLife(points: [])
    func offered() throws -> [String] {
      try groups(life).flatMap(\.choices).filter { $0.kind == .application }.map(\.id)
    }
    #expect(try offered() == [PlayedLife.chess, PlayedLife.editor, PlayedLife.browser].map(\.id))
    life.facts.owners.memory.change { _, state in
      state.families[Self.homework]?.ownApplications = [PlayedLife.chess]
      return
    }
    try #require(life.facts.state.families[Self.homework]?.ownApplications.contains(PlayedLife.chess) == true)
    #expect(try offered() == [PlayedLife.editor, PlayedLife.browser].map(\.id))
  }
}
