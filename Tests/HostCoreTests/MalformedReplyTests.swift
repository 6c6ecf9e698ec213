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

/// An app's replies that don't have the form of its point, and its requests for what it was not granted.
@Suite struct MalformedReplyTests {
  private static let homework = FamilyID("homework")

  @Test func `a reply of another form is a failed attempt, and the callback is sent again`() throws {
    let bench = try NotificationBench()
    let facts = bench.driver.facts
    try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let first = try #require(bench.sent.first).call
    let error = try bench.end("activate", .replied(["effects": 5]))
    #expect(error?.code == .schema)
    let row = try #require(try facts.store.read { try $0.deliveryHistory(family: "homework") }.first)
    #expect(row.attempts == 1 && row.settlement == nil)
    let attempts = try facts.store.read { try $0.attempts(family: "homework") }[row.id] ?? []
    #expect(attempts.map(\.reason) == [.process(.replyMalformed)])
    #expect(attempts.first?.detail == error?.message)
    let again = try #require(bench.sent.first { $0.callback == "activate" }).call
    #expect(again != first && facts.callsInFlight == [again])
  }

  @Test func `an app that was not granted authorization asks no one`() throws {
    let bench = try NotificationBench(requests: ["badge"])
    try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let call = try #require(bench.sent.first).call
    let request = ExtensionRequest.authorize(AuthorizeParams(member: .individual))
    let commands = try bench.take(.asked(QuestionID(call, 1), .request(request)))
    let refusals = commands.compactMap { command -> ErrorObject? in
      if case .answer(_, .refusal(let error)) = command { error } else { nil }
    }
    #expect(refusals == [ErrorObject(.denied, "homework.app was not granted “authorization”.")])
    #expect(bench.driver.facts.openPrompts.isEmpty)
  }
}
