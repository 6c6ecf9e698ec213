// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Extensions that misbehave, each as a sandboxed process, all in one run beside one that behaves
/// (`wire.md#what-the-host-does-with-bad-input`): each delivery ends with the exact reason, the host continues, and no
/// callback is lost.
///
/// Serialized because a state directory has one host at a time, and `explain` is also a host.
@Suite(.serialized) struct BadFamilyTests {
  /// All families go through the same morning once; each test examines one of them.
  private struct Morning {
    var families: ScriptFamilies
    var finished: HostProgram.Finished
    var facts: StateFacts
  }

  private static let morning = Result { () -> Morning in
    let families = try ScriptFamilies()
    for name in [
      "steady", "leaver", "stranger", "garbage", "endless", "crasher", "inventor", "climber", "undecided", "twice",
    ] {
      try families.add(name)
    }
    try families.add("mute", limits: "{ \"startMs\": 400 }")
    try families.add("hanger", limits: "{ \"startMs\": 10000, \"deadlineMs\": 400 }")
    try families.add("shell", executable: "monitor.sh", interpreter: "/bin/sh", arguments: ["-u", "-f"], wire: "stdio")
    try families.add("gone", executable: "nothing.py")
    try families.scratch.write(
      "{ \"manifest\": 1, \"family\": \"broken\", \"colour\": 7 }", to: "manifests/broken.json")
    try families.scratch.write("{ \"manifest\": ", to: "manifests/cut.json")
    let finished = try families.run()
    return Morning(families: families, finished: finished, facts: try StateFacts(families.state))
  }

  private let facts: StateFacts
  private let finished: HostProgram.Finished
  private let families: ScriptFamilies

  init() throws {
    let morning = try Self.morning.get()
    (facts, finished, families) = (morning.facts, morning.finished, morning.families)
  }

  private static let callbacks = [
    "intervalDidStart", "eventDidReachThreshold first", "eventDidReachThreshold second", "eventDidReachThreshold third",
  ]

  private func outcomes(_ reasons: [String]) -> [String] { zip(Self.callbacks, reasons).map { "\($0): \($1)" } }

  /// The reason codes of the journal, in order.
  private func troubles(of family: String) -> [String] {
    facts.journal.filter { $0.family == family && $0.before != nil }.map(\.reason.rawValue)
  }

  @Test func `finishes the run and reports each family left out in one sentence`() {
    // Families were left out.
    #expect(finished.status == 1)
    let complaints = finished.complaints.split(separator: "\n")
    #expect(complaints.contains { $0.hasPrefix("sallyport: broken.json: /colour") })
    #expect(complaints.contains { $0.hasPrefix("sallyport: cut.json: ") })
    #expect(complaints.contains { $0.hasPrefix("sallyport: gone: left out: gone.monitor: the executable ") })
    #expect(complaints.contains { $0.hasSuffix("nothing.py does not exist; build it, or correct the manifest.") })
    #expect(facts.state?.families[FamilyID("gone")] == nil)
  }

  @Test func `the consent sheet shows the arguments that a family chose for an interpreter (DEV-37)`() throws {
    func sheet(_ family: String) throws -> String {
      try HostProgram.run(["consent", family, "--state", families.state]).output
    }
    #expect(try sheet("shell").contains("its monitor as /bin/sh -u -f monitor.sh"))
    #expect(try !sheet("steady").contains("python3"))
  }

  @Test(arguments: ["steady", "shell"])
  func `delivers everything to a family that behaves`(family: String) {
    #expect(facts.endings(of: family) == outcomes(Array(repeating: "applied reply.ok", count: 4)))
    #expect(troubles(of: family).isEmpty)
  }

  @Test func `loses no callback of any family`() {
    for family in facts.state?.families.keys.map(\.rawValue) ?? [] {
      #expect(facts.endings(of: family).count == 4, "\(family): \(facts.endings(of: family))")
      #expect(facts.endings(of: family, point: "app") == ["activate: applied reply.ok"])
    }
    #expect(facts.state?.families.count == 13)
  }

  @Test(arguments: [
    ("leaver", "exit.3"), ("mute", "hello.timeout"), ("stranger", "hello.mismatch"),
  ])
  func `keeps callbacks pending while an extension does not start (§8.16)`(family: String, reason: String) {
    #expect(facts.endings(of: family) == outcomes(Array(repeating: "owed ", count: 4)))
    // Two failures, quarantine for ten minutes, then single probes that wait twice as long each time.
    #expect(
      troubles(of: family) == [
        reason, "strike", reason, "hello.twice", reason, "strikes", reason, "strikes", reason, "strikes", reason,
        "strikes",
      ])
    #expect(facts.defaults(of: family).isEmpty)
  }

  @Test func `abandons a callback after three attempts and keeps the later ones (C5, §8.12)`() {
    // A fourth failure would be a probe: 08:10, 08:30 and 09:10 for the second callback, 10:30 for the third.
    #expect(
      facts.endings(of: "hanger") == outcomes(["failed deadline", "failed deadline", "owed ", "owed "]))
    #expect(facts.deliveries.filter { $0.family == "hanger" && $0.point == "monitor" }.map(\.attempts) == [3, 3, 1, 0])
    #expect(
      troubles(of: "hanger").filter { $0.hasPrefix("strike") }
        == ["strike", "strike", "strikes", "strikes", "strikes", "strikes", "strikes"])
    #expect(facts.defaults(of: "hanger").isEmpty)
  }

  @Test(arguments: [
    ("garbage", "violation.line.syntax"), ("endless", "violation.line.tooLong"), ("inventor", "reply.schema"),
    ("crasher", "crash.SIGSEGV"),
  ])
  func `stops retrying a request after it crashes two processes (C5, §8.12)`(family: String, reason: String) {
    #expect(facts.endings(of: family) == outcomes(Array(repeating: "failed poison", count: 4)))
    #expect(facts.deliveries.filter { $0.family == family && $0.point == "monitor" }.map(\.attempts) == [2, 2, 2, 2])
    let strikes = Array(repeating: [reason, "strike"], count: 8).flatMap(\.self)
    #expect(troubles(of: family).filter { $0 == reason || $0.hasPrefix("strike") } == strikes)
    #expect(facts.defaults(of: family).isEmpty)
  }

  @Test func `applies the first of two replies and ignores the second (§8.12)`() {
    #expect(facts.endings(of: "twice") == outcomes(Array(repeating: "applied reply.ok", count: 4)))
    #expect(
      facts.defaults(of: "twice")
        == [
          "intervalDidStart": .string("twice"), "first": .string("twice"), "second": .string("twice"),
          "third": .string("twice"),
        ])
    #expect(troubles(of: "twice").filter { $0 == "violation.reply.duplicate" }.count >= 3)
  }

  @Test func `refuses a whole reply with an effect that was not granted, without counting a failure (C2, C4)`() {
    #expect(facts.endings(of: "climber") == outcomes(Array(repeating: "refused denied", count: 4)))
    #expect(facts.defaults(of: "climber").isEmpty)
    #expect(troubles(of: "climber").isEmpty)
  }

  @Test func `drops a savepoint when its callback fails (C9, C2)`() {
    #expect(facts.endings(of: "undecided") == outcomes(Array(repeating: "refused extensionError", count: 4)))
    #expect(facts.journal.contains { $0.family == "undecided" && $0.detail?.contains("savepoint taken: True") == true })
    #expect(facts.defaults(of: "undecided").isEmpty)
  }

  @Test func `explain reports what happened to a callback and what holds the extension back`() throws {
    let lines = try families.explain("hanger")
    let outcomes = lines.compactMap { $0["outcome"] as? String }
    for outcome in ["failed", "owed", "attempt.deadline", "strike", "strikes", "deadline"] {
      #expect(outcomes.contains(outcome), "\(outcome)")
    }
    let waits = lines.filter { $0["outcome"] as? String == "strikes" }.compactMap { $0["why"] as? String }
    #expect(waits == ["it waits 600 s", "it waits 1200 s", "it waits 2400 s", "it waits 4800 s", "it waits 9600 s"])
    #expect(outcomes.last == "reached")
  }

  @Test func `explain lists each attempt of a callback and what keeps a pending one waiting (C5, C6)`() throws {
    let lines = try families.explain("callback", "hanger", "day").filter { $0["sequence"] != nil }
    #expect(lines.compactMap { $0["outcome"] as? String } == ["failed", "failed", "owed", "owed"])
    let attempts = lines.map { $0["attempts"] as? [[String: Any]] ?? [] }
    #expect(attempts.map { $0.compactMap { $0["number"] as? Int } } == [[1, 2, 3], [1, 2, 3], [1], []])
    for attempt in attempts.flatMap(\.self) {
      #expect(attempt["reason"] as? String == "deadline")
      #expect(attempt["means"] as? String == "The deadline passed without a reply.")
    }
    #expect(lines.compactMap { $0["hold"] as? String } == ["quarantined", "behind"])
  }

  @Test func `explains the refusal of a callback in one sentence (C4)`() throws {
    let refused = try #require(
      try families.explain("callback", "climber", "day", "first").first { $0["verdict"] as? String == "failed" })
    let attempt = (refused["attempts"] as? [[String: Any]])?.first
    #expect(refused["outcome"] as? String == "refused" && attempt?["reason"] as? String == "denied")
    #expect((attempt?["detail"] as? String)?.hasSuffix(" at /effects/1") == true)
  }

  @Test func `delivers pending callbacks once the extension is repaired`() throws {
    let families = try ScriptFamilies()
    try families.add("leaver")
    _ = try families.run()
    try families.copy("monitor.py", replacing: "sys.exit(3)", with: "pass")
    let usage = UsageLines.morning + UsageLines.file([UsageLines.app(from: 660, to: 661)])
    let repaired = try families.run(usage)
    #expect(repaired.status == 0, "\(repaired.complaints)")
    #expect(
      try StateFacts(families.state).endings(of: "leaver") == outcomes(Array(repeating: "applied reply.ok", count: 4)))
  }
}
