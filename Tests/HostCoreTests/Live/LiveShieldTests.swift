// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Shields on a real clock: the presses of a script, and the processes that are kept ready to draw them.
@Suite(.serialized) struct LiveShieldTests {
  private func families() throws -> ScriptFamilies {
    let families = try ScriptFamilies()
    try families.addPlayed(
      requests: ["authorization", "monitoring", "settings"],
      extensions: [("monitor", "monitor", ""), ("look", "shieldConfiguration", ""), ("action", "shieldAction", "")])
    return families
  }

  private static let look: WireValue = [
    "secondaryButton": ["color": "#1d2b1fff", "text": "Later"], "title": ["color": "#1d2b1fff", "text": "Closed"],
  ]

  private static func setting(_ value: WireValue) -> WireValue {
    ["effects": [["key": "shield.applicationCategories", "kind": "setSetting", "store": "s", "value": value]]]
  }

  private func run(_ app: PlayedPrograms.Part) throws -> LiveRun {
    try LiveRun(
      [
        "one.app": app, "one.look": .looks { _ in Self.look },
        "one.action": .answers(["effects": [], "response": "none"]),
      ], in: families())
  }

  @Test func `a scripted press is made when its hesitation is over, and its extension answers it`() throws {
    let run = try run(.shieldsAll)
    run.presses = [.secondaryButtonPressed]
    try run.begin([(0, LiveRun.editor)])
    try run.wait(until: { run.programs.stage.requests.contains { $0.program == "one.action" } })
    try run.end()
    let pressed = run.programs.stage.requests.filter { $0.program == "one.action" }
    #expect(pressed.map(\.action) == ["secondaryButtonPressed"])
    let shown = try #require(run.events.first { $0.kind == .shield })
    let press = try #require(try run.deliveries(of: "one").first { $0.point == "shieldAction" })
    #expect(press.owedAt.milliseconds(since: shown.at) >= PressScript(buttons: []).hesitation)
  }

  @Test func `a process is kept ready while its family shields something, and no longer`() throws {
    let all: WireValue = ["except": [], "policy": "all"]
    let run = try run(.answersInTurn([Self.setting(all), Self.setting(.null)]))
    run.restDelay = 100
    // Nothing is shielded that is in use, so the process only waits.
    try run.begin([(0, RecordedForeground(app: nil, isPresent: false))])
    try run.wait(until: { run.programs.stage.processes.contains("one.look started") })
    #expect(!run.programs.stage.requests.contains { $0.program == "one.look" })
    let client = try #require(HostClient(state: run.families.state))
    #expect(try client.act(PersonOrder(.open(FamilyID("one")), act: "open")) == .done)
    try run.wait(until: { run.programs.stage.processes.contains("one.look ended") })
    try run.end()
    #expect(run.programs.stage.processes.count { $0 == "one.look started" } == 1)
  }

  @Test func `a driver of single acts keeps processes ready too, if its host has a real clock`() throws {
    let all: WireValue = ["except": [], "policy": "all"]
    let run = try run(.answersInTurn([Self.setting(all), Self.setting(.null)]))
    let driver = try VirtualDriver(run.configuration(clock: .real))
    try driver.run(through: [UseSpan](), until: LiveRun.start.advanced(by: 60_000))
    try run.wait(until: { run.programs.stage.processes.contains("one.look started") })
    try driver.open(FamilyID("one"))
    try run.wait(until: { run.programs.stage.processes.contains("one.look ended") })
    try driver.close()
    #expect(!run.programs.stage.requests.contains { $0.program == "one.look" })
  }
}
