// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// The scripted person of a run.
@Suite struct SimulatedPersonTests {
  @Test func `closes an app while a callback of another family is in flight (H3)`() throws {
    let person = SimulatedPerson(answers: PersonAnswers(otherwise: .approved), presses: PressScript(buttons: []))
    let (busy, idle) = (FamilyID("busy"), FamilyID("idle"))
    for family in [busy, idle] {
      person.sees(.app(AppFront(family: family, isVisit: false, isUp: false)))
      person.sees(.app(AppFront(family: family, isVisit: false, isUp: true)))
    }
    func closed(_ act: PersonAct?) -> FamilyID? {
      guard case .closes(let family)? = act?.kind else { return nil }
      return family
    }
    #expect(closed(person.nextClosing { $0 == busy }) == idle)
    #expect(person.nextClosing { $0 == busy } == nil)
    #expect(closed(person.nextClosing()) == busy)
  }

  private static let family = FamilyID("homework")

  @Test func `each picker gets the next pick from the answers`() throws {
    let person = try person(
      #"{"homework": {"picks": [{"applications": ["one"]}, {"applications": ["two"]}]}}"#)
    var picked: [[String]] = []
    for _ in 0..<2 {
      guard case .picked(let pick?) = person.answer(.pick(Self.family, title: "Games")) else { continue }
      picked.append(pick.applications ?? [])
    }
    #expect(picked == [["one"], ["two"]])
  }

  private func person(_ answers: String, presses: PressScript = PressScript(buttons: [])) throws -> SimulatedPerson {
    SimulatedPerson(
      answers: PersonAnswers(
        families: try JSONDecoder().decode([String: PersonAnswers.Family].self, from: Data(answers.utf8)),
        otherwise: .unanswered), presses: presses)
  }

  private func open(_ person: SimulatedPerson, _ families: FamilyID..., isVisit: Bool = true) {
    for family in families {
      if isVisit { _ = person.opening(of: family) }
      for isUp in [false, true] { person.sees(.app(AppFront(family: family, isVisit: isVisit, isUp: isUp))) }
    }
  }

  private func show(_ person: SimulatedPerson, _ labels: [String], tree: Int64 = 1) {
    let controls = labels.enumerated().map { index, label -> WireValue in
      ["action": .integer(Int64(index) + 7), "kind": "control", "label": ["kind": "text", "text": .string(label)]]
    }
    person.sees(
      .window(
        PresentedWindow(
          family: Self.family, familyName: "Homework", title: "Window", tree: tree, view: .array(controls),
          at: Timestamp(milliseconds: 0))))
  }

  private func says(_ act: PersonAct?) -> String {
    switch act?.kind {
    case .opens(let family, let stays): "opens \(family.rawValue) \(stays)"
    case .taps(let family, let label, let tree, let action, _): "taps \(family.rawValue) \(label) \(tree) \(action)"
    case .leaves(let family, let missing): "leaves \(family.rawValue) \(missing ?? "-")"
    case .closes(let family): "closes \(family.rawValue)"
    case nil: "nothing"
    default: "another act"
    }
  }

  private func picked(_ reply: PromptReply) -> String {
    switch reply {
    case .picked(let pick): pick.map { ($0.applications ?? []).joined(separator: " ") } ?? "cancelled"
    case .said(let answer): answer.rawValue
    }
  }

  @Test func `picks are given in order, and again from the first when the app is opened again`() throws {
    let person = try person(
      #"{"homework":{"picks":[{"applications":["a"]},{"applications":["b","c"]}]},"other":{}}"#)
    let (family, prompt) = (Self.family, Prompt.pick(Self.family, title: "picker"))
    for _ in 0..<2 {
      open(person, family)
      #expect((0..<4).map { _ in picked(person.answer(prompt)) } == ["a", "b c", "cancelled", "cancelled"])
    }
    #expect(picked(person.answer(.pick(FamilyID("other"), title: "picker"))) == "unanswered")
    #expect(person.unreadAnswers(besides: []).isEmpty)
    // An opening without a picker leaves what an earlier one read.
    open(person, family)
    #expect(person.unreadAnswers(besides: []).isEmpty)
    let short = try self.person(#"{"homework":{"picks":[{},{},{}]},"unopened":{"picks":[{}]}}"#)
    open(short, family)
    _ = short.answer(prompt)
    #expect(short.unreadAnswers(besides: []).map(\.place) == ["/homework/picks/1", "/homework/picks/2"])
    #expect(short.unreadAnswers(besides: []).allSatisfy { $0.says == "no picker asked for it" })
    #expect(short.unreadAnswers(besides: [family]).isEmpty)
  }

  @Test func `buttons are tapped in order, each in the window of its moment, and then the person leaves`() throws {
    let person = try person(#"{"homework":{"taps":["Games","Start"]}}"#)
    #expect(says(person.opening(of: Self.family)) == "opens homework true" && says(person.nextTap()) == "nothing")
    open(person, Self.family)
    show(person, ["Other", "Games", "Games"], tree: 3)
    #expect(says(person.nextTap()) == "taps homework Games 3 8")
    // The tap is a callback: nothing is tapped until the app is up again.
    #expect(says(person.nextTap()) == "nothing" && says(person.nextClosing()) == "nothing")
    person.sees(.app(AppFront(family: Self.family, isVisit: true, isUp: true)))
    show(person, ["Start"], tree: 4)
    #expect(says(person.nextTap()) == "taps homework Start 4 7")
    person.sees(.app(AppFront(family: Self.family, isVisit: true, isUp: true)))
    #expect(says(person.nextTap()) == "leaves homework -" && says(person.nextTap()) == "nothing")
    #expect(says(person.nextClosing { _ in true }) == "nothing")
    #expect(says(person.nextClosing()) == "closes homework" && says(person.nextClosing()) == "nothing")
    #expect(person.unreadAnswers(besides: []).isEmpty)
  }

  @Test func `a button that is not there ends the visit, and is named with the buttons that are`() throws {
    for (labels, others) in [
      ([], ", nor any other"), (["A", "B"], "; it has “A”, “B”"),
      ((1...8).map(String.init), "; it has “1”, “2”, “3”, “4”, “5”, “6”, “7”, “8”"),
      ((1...10).map(String.init), "; it has “1”, “2”, “3”, “4”, “5”, “6”, “7”, “8” and 2 more"),
    ] as [([String], String)] {
      let person = try person(#"{"homework":{"taps":["First","Missing","Never"],"leavesOpen":true}}"#)
      open(person, Self.family)
      show(person, ["First"])
      #expect(says(person.nextTap()) == "taps homework First 1 7")
      person.sees(.app(AppFront(family: Self.family, isVisit: true, isUp: true)))
      show(person, labels)
      #expect(says(person.nextTap()) == "leaves homework Missing" && says(person.nextTap()) == "nothing")
      let unread = person.unreadAnswers(besides: [])
      #expect(unread.map(\.place) == ["/homework/taps/1", "/homework/taps/2"])
      let sentences = ["the window has no button “Missing”\(others)", "the taps ended before “Never”"]
      #expect(unread.map(\.says) == sentences)
      // The answers keep the app open.
      #expect(says(person.nextClosing()) == "nothing")
      person.loses(.app(Self.family))
      #expect(says(person.nextTap()) == "nothing")
    }
  }

  @Test func `an app that opens by itself is neither tapped nor waited for`() throws {
    let person = try person(#"{"homework":{"taps":["A"]}}"#)
    open(person, Self.family, isVisit: false)
    show(person, ["A"])
    #expect(says(person.nextTap()) == "nothing" && says(person.nextClosing()) == "closes homework")
    #expect(person.unreadAnswers(besides: []).isEmpty)
  }

  private func shield(
    _ ordinal: Int, since: Int64 = 1_000, isOnScreen: Bool = true, labels: [String] = ["Open", "Close"]
  ) -> PresentedShield {
    var buttons = ShieldButtons()
    (buttons.primary, buttons.secondary) = (labels[0], labels[1])
    let item = Item.application("a")
    return PresentedShield(
      shield: Shield(item: item, hit: .direct, family: Self.family, since: Timestamp(milliseconds: since)),
      itemName: "A", familyName: "Homework", look: nil, buttons: .constant(buttons), grade: "full", ordinal: ordinal,
      isOnScreen: isOnScreen, isRepeated: false, faces: [:], at: Timestamp(milliseconds: since))
  }

  private func pressed(_ act: PersonAct?) -> String {
    guard case .presses(let button, _)? = act?.kind else { return "nothing" }
    return button.rawValue
  }

  @Test func `shields are pressed in the order of the script, each once and after its hesitation`() throws {
    let script = PressScript(buttons: [.secondaryButtonPressed], byLabel: 2, hesitation: 50)
    let person = try person("{}", presses: script)
    func at(_ milliseconds: Int64) -> String { pressed(person.duePress(at: Timestamp(milliseconds: milliseconds))) }
    // A shield that a person asked to see is not pressed.
    person.sees(.shield(shield(1, isOnScreen: false)))
    #expect(person.nextAct == nil)
    person.sees(.shield(shield(1)))
    #expect(person.nextAct == Timestamp(milliseconds: 1_050))
    #expect(at(1_049) == "nothing" && at(1_050) == "secondaryButtonPressed" && at(1_051) == "nothing")
    #expect(person.nextAct == nil)
    // Those after the script are pressed by their labels, and the rest not at all.
    for (ordinal, labels, button) in [
      (2, ["Open", "Close"], "secondaryButtonPressed"), (3, ["Back", "Open"], "primaryButtonPressed"),
      (4, ["Open", "Close"], "nothing"),
    ] {
      person.sees(.shield(shield(ordinal, since: 2_000, labels: labels)))
      #expect(at(9_000) == button, "\(ordinal)")
    }
    // The extension's look replaces the default one, which doesn't change the press.
    person.sees(.shield(shield(2, since: 2_500, labels: ["Open", "Close"])))
    person.sees(.shield(shield(2, since: 2_500, labels: ["Back", "Open"])))
    #expect(at(9_000) == "secondaryButtonPressed")
    // A press is dropped with its shield, and by a shield that gets none.
    person.sees(.shield(shield(1, since: 3_000)))
    person.loses(
      .shield(
        LiftedShield(shield: shield(1, since: 3_000).shield, itemName: "A", familyName: "H", since: "", until: "")))
    #expect(person.nextAct == nil)
    person.sees(.shield(shield(1, since: 4_000)))
    person.sees(.shield(shield(9, since: 5_000)))
    #expect(person.nextAct == nil)
  }

  @Test func `a press script is read from the names of its buttons`() throws {
    #expect(try PressScript("none").buttons.isEmpty && PressScript("none").byLabel == 0)
    let script = try PressScript("secondary,primary")
    #expect(script.buttons == [.secondaryButtonPressed, .primaryButtonPressed] && script.hesitation == 5_000)
    #expect(throws: HostError.self) { try PressScript("third") }
  }
}
