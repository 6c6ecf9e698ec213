// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import ScreenTimeRules
import Testing

/// Reports on a real clock: their family's other processes are suspended while one is drawn.
@Suite(.serialized) struct LiveReportTests {
  private static let view: WireValue = ["view": ["kind": "text", "text": "12 minutes"]]

  private static let report: WireValue = [
    "context": "pie",
    "filter": [
      "applications": [], "categories": [], "end": .integer(LiveRun.start.milliseconds + 3_600_000),
      "segment": "hourly", "start": .integer(LiveRun.start.milliseconds), "webDomains": [],
    ], "frame": ["height": 480_000, "width": 390_000],
  ]

  private func families() throws -> ScriptFamilies {
    let families = try ScriptFamilies()
    try families.addPlayed(
      requests: ["authorization", "monitoring", "reports"],
      extensions: [("monitor", "monitor", ""), ("report", "report", #", "limits": { "deadlineMs": 3000 }"#)])
    return families
  }

  private func run(_ gate: DispatchSemaphore) throws -> LiveRun {
    let run = try LiveRun(
      ["one.app": .presents([Self.report]), "one.report": .draws(Self.view, after: gate)], in: families())
    run.leavesOpen = true
    return run
  }

  private func drawings(_ run: LiveRun) -> [PresentedReport] {
    run.surfaces.compactMap { if case .report(let report) = $0 { report } else { nil } }
  }

  @Test func `a report is drawn while its family is suspended, and the family goes on afterwards`() throws {
    let gate = DispatchSemaphore(value: 0)
    let run = try run(gate)
    try run.begin([(0, LiveRun.editor)])
    try run.wait(until: { run.programs.stage.requests.contains { $0.program == "one.report" } })
    #expect(run.programs.stage.suspensions == ["one.app held"])
    #expect(drawings(run).isEmpty)
    // On a busy machine the first drawing may miss its deadline; use makes the report due again.
    for _ in 0..<20 { gate.signal() }
    try run.wait(until: { drawings(run).contains { $0.view == Self.view } })
    try run.end()
    #expect(run.programs.stage.suspensions.prefix(2) == ["one.app held", "one.app let go"])
  }

  @Test func `ends in good order while a report is drawn, which then shows nothing`() throws {
    let gate = DispatchSemaphore(value: 0)
    let run = try run(gate)
    try run.begin([(0, LiveRun.editor)])
    try run.wait(until: { run.programs.stage.requests.contains { $0.program == "one.report" } })
    try run.end()
    gate.signal()
    #expect(run.programs.stage.suspensions == ["one.app held", "one.app let go"])
    #expect(drawings(run).allSatisfy { $0.view == nil })
  }
}
