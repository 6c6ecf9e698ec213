// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// The scripted person's waits, visits and final remarks.
@Suite struct ScriptedPersonTests {
  private static let family = FamilyID("homework")

  private func person(_ answers: String, presses: PressScript = PressScript(buttons: [])) throws -> SimulatedPerson {
    SimulatedPerson(
      answers: PersonAnswers(
        families: try JSONDecoder().decode([String: PersonAnswers.Family].self, from: Data(answers.utf8)),
        otherwise: .unanswered), presses: presses)
  }

  private func show(_ person: SimulatedPerson, _ labels: [String]) {
    let controls = labels.map { label -> WireValue in
      ["action": 7, "kind": "control", "label": ["kind": "text", "text": .string(label)]]
    }
    person.sees(
      .window(
        PresentedWindow(
          family: Self.family, familyName: "Homework", title: "Window", tree: 1, view: .array(controls),
          at: Timestamp(milliseconds: 0))))
  }

  private func front(_ person: SimulatedPerson, isUp: Bool) {
    person.sees(.app(AppFront(family: Self.family, isVisit: true, isUp: isUp)))
  }

  @Test func `nothing is tapped in a window before its app is up`() throws {
    let person = try person(#"{"homework":{"taps":["Start"]}}"#)
    _ = person.opening(of: Self.family)
    front(person, isUp: false)
    show(person, ["Start"])
    #expect(person.nextTap() == nil && person.nextClosing() == nil)
    front(person, isUp: true)
    guard case .taps(Self.family, let label, _, _, _)? = person.nextTap()?.kind else {
      Issue.record("nothing was tapped")
      return
    }
    #expect(label == "Start")
  }

  @Test func `an app that asks for nothing leaves all of its picks unread`() throws {
    let person = try person(#"{"homework":{"picks":[{},{}]}}"#)
    _ = person.opening(of: Self.family)
    let places = ["/homework/picks/0", "/homework/picks/1"]
    #expect(person.unreadAnswers(besides: []).map(\.place) == places)
    front(person, isUp: false)
    front(person, isUp: true)
    #expect(person.unreadAnswers(besides: []).map(\.place) == places)
  }

  @Test(arguments: [7, 8, 9, 10]) func `a missing button is told with at most eight others and the number of the rest`(
    _ count: Int
  ) throws {
    let person = try person(#"{"homework":{"taps":["Missing"]}}"#)
    _ = person.opening(of: Self.family)
    front(person, isUp: false)
    front(person, isUp: true)
    show(person, (1...count).map { "b\($0)" })
    _ = person.nextTap()
    let named = (1...min(count, 8)).map { "“b\($0)”" }.joined(separator: ", ")
    let rest = count > 8 ? " and \(count - 8) more" : ""
    #expect(
      person.unreadAnswers(besides: []).map(\.says) == [
        "the window has no button “Missing”; it has \(named)\(rest)"
      ])
  }

  private func shield(_ ordinal: Int, since: Int64) -> PresentedShield {
    var buttons = ShieldButtons()
    (buttons.primary, buttons.secondary) = ("Open", "Close")
    let item = Item.application("a")
    return PresentedShield(
      shield: Shield(item: item, hit: .direct, family: Self.family, since: Timestamp(milliseconds: since)),
      itemName: "A", familyName: "Homework", look: nil, buttons: .constant(buttons), grade: "full", ordinal: ordinal,
      isOnScreen: true, isRepeated: false, faces: [:], at: Timestamp(milliseconds: since))
  }

  @Test func `a newer shield has its own press, and the one before it none`() throws {
    let script = PressScript(buttons: [.secondaryButtonPressed, .primaryButtonPressed], hesitation: 50)
    let person = try person("{}", presses: script)
    person.sees(.shield(shield(1, since: 1_000)))
    #expect(person.nextAct == Timestamp(milliseconds: 1_050))
    person.sees(.shield(shield(2, since: 2_000)))
    #expect(person.nextAct == Timestamp(milliseconds: 2_050))
    #expect(person.duePress(at: Timestamp(milliseconds: 2_049)) == nil)
    guard case .presses(let button, let pressed)? = person.duePress(at: Timestamp(milliseconds: 2_050))?.kind else {
      Issue.record("nothing was pressed")
      return
    }
    #expect(button == .primaryButtonPressed && pressed.since == Timestamp(milliseconds: 2_000))
  }
}
