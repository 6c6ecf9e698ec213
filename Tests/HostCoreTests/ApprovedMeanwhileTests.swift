// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// A question that closed unanswered, about a family that is approved in another way.
@Suite struct ApprovedMeanwhileTests {
  private static let worklog = FamilyID("worklog")

  private final class Manifests {
    var haveApps = true
  }

  @Test func `an unanswered question is not listed any more once its family is approved without its app`() throws {
    let manifests = Manifests()
    let life = try PlayedLife(points: []) { configuration in
      guard !manifests.haveApps else { return }
      for index in configuration.families.indices { configuration.families[index].manifest.app = nil }
    }
    let call = try life.open("worklog")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    let late = try #require(life.facts.openPrompts.last?.number)
    life.take(.person(PersonAct(.answers(PromptID(number: late), .said(.unanswered)))))
    try life.end(call, .replied(["effects": []]))
    life.leave("worklog")
    life.take(.operator(.saves))
    manifests.haveApps = false
    try life.restart()
    try #require(life.facts.unansweredPrompts.map(\.number) == [late])
    life.order(.open(Self.worklog))
    let number = try #require(life.facts.openPrompts.last?.number)
    life.order(.answer(prompt: number, isYes: true))
    try #require(life.facts.state.families[Self.worklog]?.isApproved == true)
    #expect(life.facts.unansweredPrompts.isEmpty)
  }
}
