// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

/// The laws of sealed points, through a whole run (`wire.md#messages`).
@Suite struct SealedRunTests {
  private struct Day {
    var recording: [[String: Any]] = []
    var ledger: [(kind: String, family: String?)] = []
    var facts: StateFacts
  }

  private static func day() throws -> Day {
    let scratch = Scratch()
    let (state, record) = (scratch.path + "/state", scratch.path + "/day.ndjson")
    let finished = try HostProgram.run(
      HostProgram.examples(state: state, families: ["homework"], press: "secondary,primary")
        + ["--synthetic-week", "--days", "1", "--record", record])
    #expect(finished.status == 0, "\(finished.complaints)")
    var day = Day(facts: try StateFacts(state))
    day.recording = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
    let store = try DeviceStore(directory: state, durability: .simulated)
    day.ledger = try store.read { try $0.ledger() }.map { ($0.kind, $0.family) }
    return day
  }

  private static func method(_ event: [String: Any]) -> String? {
    (event["message"] as? [String: Any])?["method"] as? String
  }

  @Test func `gives a sealed process one request, takes one line, and ends it (S5)`() throws {
    let day = try Self.day()
    let sealed = Set(
      day.recording.filter { $0["event"] as? String == "launch" && $0["grade"] as? String == "sealed" }
        .compactMap { $0["process"] as? Int })
    #expect(sealed.count > 20)
    for process in sealed {
      let events = day.recording.filter { $0["process"] as? Int == process }
      let lines = events.filter { $0["event"] as? String == "line" }
      #expect(lines.compactMap(Self.method) == ["hello", "perform"])
      #expect(lines.map { $0["from"] as? String } == ["host", "extension", "host", "extension"])
      let states = events.filter { $0["event"] as? String == "state" }.compactMap { $0["to"] as? String }
      #expect(Array(states.suffix(3)) == ["busy", "exiting", "cold"])
      #expect(events.last?["to"] as? String == "cold")
    }
  }

  @Test func `writes a ledger entry for every request of a sealed process, and for every press`() throws {
    let day = try Self.day()
    let performs = day.recording.filter {
      Self.method($0) == "perform"
        && (($0["message"] as? [String: Any])?["params"] as? [String: Any])?["callback"] as? String == "configuration"
    }
    #expect(day.ledger.filter { $0.kind == "shieldShown" && $0.family == "homework" }.count == performs.count)
    let presses = day.facts.deliveries.filter { $0.callback == "handle" }
    #expect(!presses.isEmpty)
    #expect(day.ledger.filter { $0.kind == "shieldAction" }.count == presses.count)
    // The key of the device is made first; then the family is opened, and then granted.
    #expect(day.ledger.map(\.kind).starts(with: ["keyEvent", "widget", "grant"]))
  }

  @Test(arguments: [300, 450, 600, 800])
  func `a killed host has released nothing without a ledger entry`(milliseconds: UInt32) throws {
    let scratch = Scratch()
    let state = scratch.path + "/state"
    let process = HostProgram.process(
      try HostProgram.examples(state: state, families: ["homework"]) + ["--synthetic-week", "--days", "1"])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try output.fileHandleForWriting.close()
    usleep(milliseconds * 1_000)
    kill(process.processIdentifier, SIGKILL)
    let printed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let answered = printed.split(separator: "\n").count { $0.contains("configuration  ·  answered") }
    #expect(try Self.shieldsShown(in: state) >= answered)
  }

  private static func shieldsShown(in state: String) throws -> Int {
    guard FileManager.default.fileExists(atPath: state + "/state.sqlite") else { return 0 }
    let store = try DeviceStore(directory: state, durability: .simulated)
    return try store.read { try $0.ledger() }.count { $0.kind == "shieldShown" }
  }

  @Test func `refuses a token of another family with the same error as one that never existed`() throws {
    let families = try ScriptFamilies()
    let (state, record) = (families.state, families.scratch.path + "/day.ndjson")
    _ = try HostProgram.run(
      HostProgram.examples(state: state, families: ["homework"]) + [
        "--synthetic-week", "--days", "1", "--record", record,
      ])
    let recording = try String(contentsOfFile: record, encoding: .utf8)
    let token = try #require(recording.firstMatch(of: /"applications":\["([A-Za-z0-9_-]{32})"/)?.output.1)
    try families.copy("monitor.py", replacing: "FOREIGN", with: String(token))
    try families.add("thief")
    try families.add("forger")
    // The person of the second day: homework is approved already.
    let answers = try families.scratch.write(
      #"{"thief": {"authorize": "approved"}, "forger": {"authorize": "approved"}}"#, to: "answers.json")
    let finished = try HostProgram.run(
      HostProgram.examples(state: state, families: ["homework", "thief", "forger"])
        + ["--manifests", families.manifests, "--answers", answers, "--synthetic-week", "--days", "2"])
    #expect(finished.status == 0, "\(finished.complaints)")
    let facts = try StateFacts(state)
    let endings = facts.endings(of: "thief")
    #expect(!endings.isEmpty)
    #expect(endings.allSatisfy { $0.hasSuffix(": refused unknownToken") }, "\(endings)")
    #expect(endings == facts.endings(of: "forger"))
    let details = Dictionary(grouping: facts.journal.filter { $0.reason == "delivery.refused" }, by: \.family)
      .mapValues { $0.compactMap(\.detail) }
    #expect(details["thief"] == details["forger"])
    #expect(facts.defaults(of: "thief").isEmpty && facts.state?.families[FamilyID("thief")]?.stores.isEmpty == true)
  }
}
