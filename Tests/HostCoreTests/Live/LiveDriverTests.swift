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

/// The host on a real clock: each family in its turn, none delayed by another.
@Suite(.serialized) struct LiveDriverTests {
  private static let reply: PlayedPrograms.Part = .answers(["effects": []])

  @Test func `a threshold is reached within a stretch of use that goes on`() throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": Self.reply])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "one.monitor")
    try run.end()
    let delivery = try #require(try run.deliveries(of: "one").first { $0.callback == "eventDidReachThreshold" })
    // Monitoring begins when the app is up, and a minute of use is a minute from then on.
    #expect(delivery.owedAt == delivery.dueAt)
    #expect(delivery.settlement?.reason == "reply.ok")
  }

  @Test func `a family that hangs delays no other`() throws {
    let run = try LiveRun([
      "hang.app": .setsUp, "hang.monitor": .hangs, "well.app": .setsUp, "well.monitor": Self.reply,
    ])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "well.monitor")
    // The neighbour still stands in its first callback.
    let heard = run.programs.stage.requests.filter { $0.program == "hang.monitor" }
    #expect(heard.count == 1, "\(heard)")
    #expect(!run.events.contains { $0.extension == "hang.monitor" && $0.settlement != nil })
    try run.end()
  }

  @Test func `callbacks of a family go out one after the other in the order of the outbox`() throws {
    let gate = DispatchSemaphore(value: 0)
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .waits(for: gate), "two.app": .setsUp])
    try run.begin([(0, LiveRun.editor)])
    // The neighbour has all of its callbacks settled while the first of this family waits.
    try run.wait(for: "eventDidReachThreshold", of: "two.monitor")
    #expect(run.programs.stage.requests.filter { $0.program == "one.monitor" }.count == 1)
    for _ in 1...4 { gate.signal() }
    try run.wait(for: "eventDidReachThreshold", of: "one.monitor")
    try run.end()
    let heard = run.programs.stage.requests.filter { $0.program == "one.monitor" }.map(\.callback)
    #expect(heard.prefix(2) == ["intervalDidStart", "eventDidReachThreshold"], "\(heard)")
  }

  @Test func `the instants of deliveries are the same whether apps change within the stretch or not`() throws {
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

  @Test func `a family that crashes or replies twice costs itself its callback`() throws {
    let run = try LiveRun([
      "crash.app": .setsUp, "crash.monitor": .crashes, "twice.app": .setsUp, "twice.monitor": .repliesTwice,
      "well.app": .setsUp, "well.monitor": Self.reply,
    ])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "well.monitor")
    try run.wait(for: { $0.extension == "crash.monitor" && $0.what.hasPrefix("intervalDidStart") })
    try run.end()
    let twice = try run.deliveries(of: "twice").filter { $0.point == "monitor" }
    // The second reply is a stray line; the first has counted, and counts once.
    #expect(twice.first?.settlement?.reason == "reply.ok")
  }

  @Test func `the inputs of a live run give the same commands again, whatever came when (H6)`() throws {
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

  @Test func `a flood of questions is refused by name and slows down its own family alone`() throws {
    let run = try LiveRun([
      "flood.app": .asks(count: QuestionRate.atOnce + 3), "well.app": .setsUp, "well.monitor": Self.reply,
    ])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "well.monitor")
    try run.wait(for: "activate", of: "flood.app")
    try run.end()
    #expect(run.programs.stage.refusals["rateLimited", default: 0] >= 1, "\(run.programs.stage.refusals)")
  }

  @Test func `an unanswered prompt stays open and the run says so`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    try Self.open(run)
    try run.begin([(0, LiveRun.editor)], answered: [])
    try run.wait(for: { $0.kind == .warning && $0.family == "one" && $0.what.contains("asks the person") })
    try run.end()
    #expect(!run.events.contains { $0.kind == .authorization && $0.what == "approved" })
  }

  @Test func `ends in good order while a callback hangs`() throws {
    let run = try LiveRun(["hang.app": .setsUp, "hang.monitor": .hangs])
    try run.begin([(0, LiveRun.editor)])
    try run.wait(until: { run.programs.stage.requests.contains { $0.program == "hang.monitor" } })
    try run.end()
    // What was in flight is still owed, with no attempt counted against it.
    let left = try run.deliveries(of: "hang").filter { $0.settlement == nil }
    #expect(!left.isEmpty && left.allSatisfy { $0.attempts == 0 })
  }

  /// The app's opening becomes pending, and the host that noted it ends.
  private static func open(_ run: LiveRun) throws {
    let driver = try VirtualDriver(run.configuration(clock: .virtual))
    _ = try driver.device.take(.person(PersonAct(.opens(FamilyID("one"), stays: false))))
    try driver.close()
  }

  /// Approves the family and has its monitor told of the day, before any live run.
  private static func setUp(_ run: LiveRun) throws {
    let before = try LiveRun(["one.app": .setsUp], in: run.families)
    let driver = try VirtualDriver(before.configuration(clock: .virtual))
    try driver.run(through: [UseSpan](), until: LiveRun.start)
    try driver.close()
  }
}
