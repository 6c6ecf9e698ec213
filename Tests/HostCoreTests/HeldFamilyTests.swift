// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// Which processes a virtual run suspends while a report is drawn (PRIV-SE7).
@Suite struct HeldFamilyTests {
  private static let view: WireValue = ["view": ["kind": "text", "text": "12 minutes"]]

  @Test func `a report suspends the other processes of its family, and none of another family`() throws {
    let families = try ScriptFamilies()
    try families.addPlayed(
      requests: ["authorization", "monitoring", "reports"],
      extensions: [("monitor", "monitor", ""), ("report", "report", #", "limits": { "deadlineMs": 3000 }"#)])
    try families.add("two")
    let gate = DispatchSemaphore(value: 0)
    for _ in 0..<20 { gate.signal() }
    let run = try LiveRun(
      ["one.app": .setsUp, "one.report": .draws(Self.view, after: gate), "two.app": .setsUp], in: families)
    run.leavesOpen = true
    let driver = try VirtualDriver(run.configuration(clock: .virtual))
    let now = LiveRun.start.advanced(by: 1_000)
    try driver.run(through: [UseSpan](), until: now)
    for family in ["one", "two"] {
      try #require(driver.facts.processStates(of: FamilyID(family)).contains { $0 != "cold" }, "\(family)")
    }
    _ = try driver.render(
      ReportRequest(family: FamilyID("one"), context: "pie", segment: .daily, start: LiveRun.start, end: now))
    try driver.close()
    let suspensions = run.programs.stage.suspensions
    #expect(suspensions.contains("one.app held") && suspensions.contains("one.app let go"), "\(suspensions)")
    let own = ["one.app ", "one.monitor "]
    #expect(suspensions.allSatisfy { line in own.contains { line.hasPrefix($0) } }, "\(suspensions)")
  }
}
