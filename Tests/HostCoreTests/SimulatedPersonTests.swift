// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

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
}
