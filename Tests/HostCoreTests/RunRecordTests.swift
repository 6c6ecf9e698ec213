// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// The findings of a run, which decide its exit status and fill its summary.
@Suite struct RunRecordTests {
  @Test func `findings with different subjects or details are counted separately`() {
    var record = RunRecord()
    for (program, setting) in [("a.monitor", "denySiri"), ("b.monitor", "denySiri"), ("a.monitor", "denyMusic")] {
      for _ in 0..<2 {
        let event = HostEvent(
          at: Timestamp(milliseconds: 0), .effect, family: "a", extension: program, setting,
          detail: EnforcementTable.notEnforced)
        record.took(.operator(.saves), [.tell(event)])
      }
    }
    #expect(record.findings.map(\.count) == [2, 2, 2])
    #expect(
      record.findings.map { "\($0.subject) \($0.detail)" } == [
        "a.monitor denySiri", "b.monitor denySiri", "a.monitor denyMusic",
      ])
  }

  @Test func `opening a family that has no app only warns`() throws {
    let life = try PlayedLife(points: []) { $0.families[0].manifest.app = nil }
    try life.settle()
    let family = try #require(life.bench.driver.configuration.families.first?.manifest.family)
    let before = life.facts.owners.outbox.owed.count
    let commands = life.take(.person(PersonAct(.opens(FamilyID(family), stays: true))))
    let told = commands.compactMap { if case .tell(let event) = $0 { event.what } else { nil } }
    #expect(told == ["no app in the manifest"] && life.facts.owners.outbox.owed.count == before)
  }

  @Test func `a question that is closed before it was answered is a finding`() throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    #expect(!life.bench.record.findings.contains { $0.kind == .unanswered })
    try life.end(call, .fallback(reason: .process(.deadline)))
    let found = life.bench.record.findings.filter { $0.kind == .unanswered }
    #expect(found.map(\.subject) == ["homework"])
  }
}
