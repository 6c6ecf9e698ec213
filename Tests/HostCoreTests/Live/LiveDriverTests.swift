// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// The host on a real clock: each family takes its turn, and none delays another.
@Suite(.serialized) struct LiveDriverTests {
  private static let reply: PlayedPrograms.Part = .answers(["effects": []])

  @Test func `a threshold is reached during an ongoing span of use`() throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": Self.reply])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "one.monitor")
    try run.end()
    let delivery = try #require(try run.deliveries(of: "one").first { $0.callback == "eventDidReachThreshold" })
    // Monitoring begins when the app has started, and the minute of use counts from then on.
    #expect(delivery.owedAt == delivery.dueAt)
    #expect(delivery.settlement?.reason == "reply.ok")
  }

  @Test func `a hanging extension delays no other family`() throws {
    let run = try LiveRun([
      "hang.app": .setsUp, "hang.monitor": .hangs, "well.app": .setsUp, "well.monitor": Self.reply,
    ])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "well.monitor")
    // The hanging monitor has received only its first callback.
    let heard = run.programs.stage.requests.filter { $0.program == "hang.monitor" }
    #expect(heard.count == 1, "\(heard)")
    #expect(!run.events.contains { $0.extension == "hang.monitor" && $0.settlement != nil })
    try run.end()
  }

  @Test func `callbacks of a family are sent one at a time in the order of the outbox`() throws {
    let gate = DispatchSemaphore(value: 0)
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .waits(for: gate), "two.app": .setsUp])
    try run.begin([(0, LiveRun.editor)])
    // All callbacks of the other family are settled while the first callback of this one waits.
    try run.wait(for: "eventDidReachThreshold", of: "two.monitor")
    #expect(run.programs.stage.requests.filter { $0.program == "one.monitor" }.count == 1)
    for _ in 1...4 { gate.signal() }
    try run.wait(for: "eventDidReachThreshold", of: "one.monitor")
    try run.end()
    let heard = run.programs.stage.requests.filter { $0.program == "one.monitor" }.map(\.callback)
    #expect(heard.prefix(2) == ["intervalDidStart", "eventDidReachThreshold"], "\(heard)")
  }

  @Test func `deliveries have the same instants whether or not apps change within the span`() throws {
    func instants(_ script: [(from: Int64, front: RecordedForeground)]) throws -> [String] {
      let run = try LiveRun(["one.app": .answers(["effects": []]), "one.monitor": Self.reply])
      try Self.setUp(run)
      try run.begin(script)
      try run.wait(for: "eventDidReachThreshold", of: "one.monitor")
      try run.end()
      return try run.deliveries(of: "one").filter { $0.point == "monitor" }.map {
        "\($0.callback) \($0.dueAt.milliseconds) \($0.owedAt.milliseconds) \($0.sequence)"
      }
    }
    let steady = try instants([(0, LiveRun.editor)])
    let restless = try instants((0..<14).map { (Int64($0) * 7_000, $0 % 2 == 0 ? LiveRun.editor : LiveRun.chess) })
    #expect(steady == restless)
    #expect(steady.count == 2)
  }

  @Test func `an extension that crashes or replies twice affects only its own callbacks`() throws {
    let run = try LiveRun([
      "crash.app": .setsUp, "crash.monitor": .crashes, "twice.app": .setsUp, "twice.monitor": .repliesTwice,
      "well.app": .setsUp, "well.monitor": Self.reply,
    ])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "well.monitor")
    try run.wait(for: { $0.extension == "crash.monitor" && $0.what.hasPrefix("intervalDidStart") })
    try run.end()
    let twice = try run.deliveries(of: "twice").filter { $0.point == "monitor" }
    // The second reply is an unexpected line; the first one counts.
    #expect(twice.first?.settlement?.reason == "reply.ok")
  }

  @Test func `replaying the inputs of a live run gives the same commands (H6)`() throws {
    let run = try LiveRun([
      "crash.app": .setsUp, "crash.monitor": .crashes, "hang.app": .setsUp, "hang.monitor": .hangs,
      "well.app": .setsUp, "well.monitor": Self.reply,
    ])
    let path = run.families.state + "-live.ndjson"
    defer { try? FileManager.default.removeItem(atPath: path) }
    run.recording = path
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "well.monitor")
    try run.end()
    let recording = try Recording(contentsOf: path)
    #expect(recording.header.run.clock == .real && recording.header.settings.turns == .perFamily)
    #expect(recording.inputs.count > 20)
    let families = FamilyCatalog(directories: [run.families.manifests], owner: getuid()).families
    let state = run.families.state + "-replayed"
    defer { try? FileManager.default.removeItem(atPath: state) }
    #expect(try Replay(recording, families: families, in: state).run() == nil)
  }

  @Test func `a flood of questions is refused by name and slows down only its own family`() throws {
    let run = try LiveRun([
      "flood.app": .asks(count: 8 * QuestionRate.atOnce), "well.app": .setsUp, "well.monitor": Self.reply,
    ])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "well.monitor")
    try run.wait(for: "activate", of: "flood.app")
    try run.end()
    #expect(run.programs.stage.refusals["rateLimited", default: 0] >= 1, "\(run.programs.stage.refusals)")
  }

  @Test func `an unanswered prompt stays open and the run reports it`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    try Self.open(run)
    try run.begin([(0, LiveRun.editor)], answered: [])
    try run.wait(for: { $0.kind == .warning && $0.family == "one" && $0.what.contains("asks the person") })
    try run.end()
    #expect(!run.events.contains { $0.kind == .authorization && $0.what == "approved" })
  }

  @Test func `passes each presented surface to its observer`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "activate", of: "one.app")
    try run.end()
    let apps = run.surfaces.compactMap { if case .app(let front) = $0 { front.family } else { nil } }
    #expect(apps.contains(FamilyID("one")), "\(run.surfaces)")
  }

  @Test func `ends in good order while a callback hangs`() throws {
    let run = try LiveRun(["hang.app": .setsUp, "hang.monitor": .hangs])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(until: { run.programs.stage.requests.contains { $0.program == "hang.monitor" } })
    try run.end()
    // Callbacks in flight are still pending, with no attempt counted against them.
    let left = try run.deliveries(of: "hang").filter { $0.settlement == nil }
    #expect(!left.isEmpty && left.allSatisfy { $0.attempts == 0 })
  }

  /// Makes the app's opening pending and ends the host.
  private static func open(_ run: LiveRun) throws {
    let driver = try VirtualDriver(run.configuration(clock: .virtual))
    _ = try driver.device.take(.person(PersonAct(.opens(FamilyID("one"), stays: false))))
    try driver.close()
  }

  /// Approves the family and registers its monitor's day before any live run.
  private static func setUp(_ run: LiveRun) throws {
    let before = try LiveRun(["one.app": .setsUp], in: run.families)
    let driver = try VirtualDriver(before.configuration(clock: .virtual))
    try driver.run(through: [UseSpan](), until: LiveRun.start)
    try driver.close()
  }
}
