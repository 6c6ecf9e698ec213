// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Findings that differ in one thing only, and events that are equally near to their thresholds.
@Suite struct RunFindingTests {
  @Test func `findings of different kinds are counted separately, though the program and the words are the same`() {
    var record = RunRecord()
    let at = Timestamp(milliseconds: 0)
    for _ in 0..<2 {
      let fallback = HostEvent(
        at: at, .callback, family: "a", extension: "a.report", "makeReport",
        settlement: HostEvent.Settlement(outcome: "fallback", reason: nil, sequence: nil, point: "report"))
      let effect = HostEvent(
        at: at, .effect, family: "a", extension: "a.report", "makeReport", detail: EnforcementTable.notEnforced)
      record.took(.operator(.saves), [.tell(fallback), .tell(effect)])
    }
    let findings = record.findings.map { "\($0.kind) \($0.subject) \($0.detail) \($0.count)" }
    #expect(findings == ["fallback a.report makeReport 2", "notEnforced a.report makeReport 2"])
  }

  @Test func `of events that are equally near to their thresholds the first one is named`() throws {
    let bench = try NotificationBench(requests: ["authorization", "monitoring"])
    try bench.approve()
    let events = ["first", "second", "third"].map { name -> WireValue in
      [
        "name": .string(name), "threshold": ["minute": 20], "applications": [], "categories": [], "webDomains": [],
        "includesPastActivity": false,
      ]
    }
    let start: WireValue = [
      "activity": "day", "kind": "startMonitoring", "events": .array(events),
      "schedule": ["end": ["hour": 23, "minute": 0], "repeats": true, "start": ["hour": 0, "minute": 0]],
    ]
    try bench.answer(bench.reply("homework", start).commands)
    let silences = try bench.driver.facts.silences(in: RunRecord())
    #expect(
      silences.first { $0.family == FamilyID("homework") }?.cause
        == .belowThreshold(activity: "day", event: "first", countedMs: 0, thresholdMs: 1_200_000))
  }
}
