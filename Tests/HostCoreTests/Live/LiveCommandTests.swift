// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// How a person's decisions end running callbacks and open prompts on a live host.
@Suite(.serialized) struct LiveCommandTests {
  private let one = FamilyID("one")

  private func client(_ run: LiveRun) throws -> HostClient { try #require(HostClient(state: run.families.state)) }

  @Test func `a callback that hangs is cancelled with its process when its family is revoked`() throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .hangs])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(until: { run.programs.stage.requests.contains { $0.program == "one.monitor" } })
    #expect(try client(run).act(PersonOrder(.revoke(one, keepsShields: false), act: "revoke")) == .done)
    try run.wait(until: { run.programs.stage.processes.contains("one.monitor ended") })
    try run.end()
    let monitor = try run.deliveries(of: "one").filter { $0.point == "monitor" }
    #expect(!monitor.isEmpty && monitor.allSatisfy { "\($0.settlement?.outcome ?? .applied)" == "dropped" })
  }

  @Test func `an extension that was disabled after its crashes runs again when a person restarts it`() throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .crashes])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: { $0.extension == "one.monitor" && $0.settlement != nil })
    let before = run.programs.stage.processes.count { $0 == "one.monitor started" }
    #expect(try client(run).act(PersonOrder(.restart(extension: "one.monitor"), act: "restart")) == .done)
    try run.wait(until: { run.programs.stage.processes.count { $0 == "one.monitor started" } > before })
    try run.end()
  }

  @Test func `removing a family closes its prompt, and the host reports it`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    try run.begin([(0, LiveRun.editor)], answered: [])
    #expect(try client(run).act(PersonOrder(.open(one), act: "open")) == .done)
    try run.wait(for: { $0.what.hasPrefix("asks the person") })
    #expect(try client(run).act(PersonOrder(.remove(one), act: "remove")) == .done)
    try run.wait(for: { $0.what == "prompt 1 closed" })
    #expect(try client(run).openPrompts().isEmpty)
    try run.end()
    let closed = try #require(run.events.first { $0.what == "prompt 1 closed" })
    #expect(closed.kind == .authorization && closed.detail == "not answered")
  }

  @Test func `a page that can't be written is a warning, and the run goes on`() throws {
    let run = try LiveRun(["one.app": .shieldsAll])
    // A file where the folder of the pages would be.
    run.pages = try run.families.scratch.write("", to: "pages")
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: { $0.kind == .warning && $0.what.contains("can't be written") })
    try run.wait(for: "activate", of: "one.app")
    try run.end()
  }

  @Test func `an act that the device refuses is a warning, and the run goes on`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    run.presses = [.primaryButtonPressed]
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "activate", of: "one.app")
    #expect(throws: HostError.self) { try client(run).act(PersonOrder(.close(FamilyID("nobody")), act: "close")) }
    try run.end()
    #expect(run.events.contains { $0.kind == .authorization && $0.what == "approved" })
  }
}
