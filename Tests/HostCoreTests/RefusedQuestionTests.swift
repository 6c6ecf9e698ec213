// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// Questions and grants that are refused before anyone is asked.
@Suite struct RefusedQuestionTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  private func told(_ commands: [DeviceCommand], _ kind: HostEvent.Kind) -> [HostEvent] {
    commands.compactMap { command -> HostEvent? in
      if case .tell(let event) = command, event.kind == kind { event } else { nil }
    }
  }

  @Test func `a question that a widened policy doesn't let out ends at once, and the next family is asked`() throws {
    final class Terms { var policy: FlowPolicy? }
    let terms = Terms()
    let first = try NotificationBench(requests: ["authorization", "focus"], points: ["focusFilter"]) {
      $0.policy = terms.policy
    }
    for family in NotificationBench.families {
      try first.end("focus.describe", of: family, .replied(["intents": []]))
      try first.end("focus.suggest", of: family, .replied([:]))
    }
    try first.approve()
    terms.policy = try FlowPolicy.widened(fields: "perform/deadlineMs")
    // Another build of the filters has not described itself.
    let bench = try first.killed(build: "2")
    let facts = bench.driver.facts
    #expect(bench.sent.map { "\($0.program) \($0.callback)" } == ["worklog.focusfilter focus.describe"])
    #expect(facts.callsInFlight == Set(bench.sent.map(\.call)))
    #expect(facts.offeredFilters(of: Self.homework).failure != nil)
    #expect(facts.offeredFilters(of: Self.worklog).failure == nil)
  }

  @Test(arguments: [(.open, "authorizationConflict"), (.tight, "authorizationCanceled")] as [(PrivacyProfile, String)])
  func `a grant that came too late for the child is told with its reason`(
    _ profile: PrivacyProfile, _ reason: String
  ) throws {
    let bench = try NotificationBench(requests: ["authorization"]) {
      ($0.profile, $0.turns, $0.authorization) = (profile, .perFamily, AuthorizationPolicy(person: .child))
    }
    var prompts: [PromptID] = []
    for family in [Self.homework, Self.worklog] {
      try bench.take(.person(PersonAct(.opens(family, stays: false))))
      let call = try #require(bench.sent.last { $0.program == "\(family.rawValue).app" }).call
      let request = ExtensionRequest.authorize(AuthorizeParams(member: .child))
      for case .prompt(let id, _) in try bench.take(.asked(QuestionID(call, 1), .request(request))) {
        prompts.append(id)
      }
    }
    try #require(prompts.count == 2)
    try bench.take(.person(PersonAct(.answers(prompts[0], .said(.approved)))))
    let commands = try bench.take(.person(PersonAct(.answers(prompts[1], .said(.approved)))))
    let event = HostEvent(
      at: bench.device.now, .authorization, family: Self.worklog.rawValue, "refused", detail: reason)
    #expect(told(commands, .authorization) == [event])
  }
}
