// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Pages
import ScreenTimeRules
import Testing

@testable import HostCore

/// Answers to authorization prompts that had closed unanswered.
@Suite struct LateAnswerTests {
  private static let chess = Item.application("org.gnome.Chess")
  private let family = FamilyID("steady")
  private let day: Int64 = 86_400_000

  /// A host whose one family asked on the first day, and got no answer.
  private func unanswered() throws -> (HostedRun, Int64) {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    let run = try HostedRun(families, authorize: .unanswered)
    try run.use(Self.chess, onDay: 0)
    #expect(run.host.facts.state.families[family]?.authorization == .notDetermined)
    let late = try #require(run.host.facts.unansweredPrompts.first)
    #expect(late.isLate && late.family == family)
    return (run, late.number)
  }

  private func answer(_ run: HostedRun, _ number: Int64, _ isYes: Bool) throws -> HostClient.Outcome {
    try run.host.carryOut(PersonOrder(.answer(prompt: number, isYes: isYes), as: .owner, act: UUID().uuidString))
  }

  @Test func `an unanswered prompt is listed, and a late yes grants and notifies the app (CON-2, A10)`() throws {
    let (run, number) = try unanswered()
    let page = try PageMaker(run.host.facts, hasPasscode: false).page(.requests)
    let section = try #require(page.sections.first { $0.heading.text.hasPrefix("Unanswered") })
    #expect(section.controls.map(\.label) == ["Don’t allow", "Allow"] && section.controls[1].isDelayed)
    try run.host.run(through: [UseSpan](), until: run.host.facts.state.now.advanced(by: 6 * day))
    #expect(try answer(run, number, true) == .done)
    #expect(run.host.facts.state.families[family]?.isApproved == true)
    #expect(run.host.facts.unansweredPrompts.isEmpty)
    guard case .already(let says) = try answer(run, number, true) else { return #expect(Bool(false), "granted twice") }
    #expect(says.contains("yes") && says.contains("owner"))
    do {
      _ = try answer(run, number, false)
      Issue.record("a contrary answer was taken")
    } catch let error as HostError { #expect(error.refusal == .settled) }
    _ = try run.close()
  }

  @Test func `a late no refuses, and after seven days nothing can be answered`() throws {
    let (run, number) = try unanswered()
    #expect(try answer(run, number, false) == .done)
    #expect(run.host.facts.state.families[family]?.authorization == .denied)
    _ = try run.close()
    let (other, late) = try unanswered()
    try other.host.run(through: [UseSpan](), until: other.host.facts.state.now.advanced(by: 8 * day))
    #expect(other.host.facts.unansweredPrompts.isEmpty)
    #expect(throws: HostError.self) { try answer(other, late, true) }
    #expect(other.host.facts.state.families[family]?.isApproved == false)
    _ = try other.close()
  }
}
