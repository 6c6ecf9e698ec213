// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Reports that an app presents, through a whole run.
@Suite struct ReportRunTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let good = "\"executable\": \"WorklogReport\", \"limits\": { \"deadlineMs\": 3000 }"

  /// The launch numbers of an extension's processes.
  private func processes(of extension: String, in recording: [[String: Any]]) -> [Int] {
    recording.filter { $0["event"] as? String == "launch" && $0["extension"] as? String == `extension` }
      .compactMap { $0["process"] as? Int }
  }

  /// The messages that the host wrote to an extension.
  private func heard(by extension: String, in recording: [[String: Any]]) throws -> [String] {
    let numbers = processes(of: `extension`, in: recording)
    return try recording.filter {
      $0["event"] as? String == "line" && $0["from"] as? String == "host"
        && ($0["process"] as? Int).map(numbers.contains) == true
    }.compactMap { try $0["message"].map { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) } }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func outcomes(_ recording: [[String: Any]]) -> [String] {
    recording.filter { $0["event"] as? String == "settled" && $0["extension"] as? String == "viewer.report" }
      .compactMap { $0["outcome"] as? String }
  }

  private func run(
    context: String = "pie", tokens: String = "[]", report: String = good, leavesOpen: Bool = false,
    living: (HostedRun) throws -> Void
  ) throws -> [[String: Any]] {
    let families = try ScriptFamilies()
    try families.addReport("viewer", context: context, tokens: tokens, report: report)
    let run = try HostedRun(families, filed: [Self.editor: .category("6")], leavesOpen: leavesOpen)
    try living(run)
    return try run.closeAndRecord()
  }

  @Test func `an app gets the same messages for a good, a late, a refused and an unknown report (R1, R3)`() throws {
    func record(_ context: String, _ report: String) throws -> (app: [String], outcomes: [String]) {
      let recording = try run(context: context, report: report, leavesOpen: true) { try $0.use(Self.editor, onDay: 0) }
      return (try heard(by: "viewer.app", in: recording), outcomes(recording))
    }
    let limits = { (name: String, value: Int) in
      "\"executable\": \"WorklogReport\", \"limits\": { \"\(name)\": \(value) }"
    }
    let good = try record("pie", limits("deadlineMs", 1_000))
    // What the app hears may not depend on it, so that one drawing that fails on a busy machine doesn't matter here.
    #expect(good.outcomes.count == 21 && good.outcomes.count { $0 == "answered" } > 10)
    // hello, activate, the answers to authorize and presentReport, and the end: no more, however often it is drawn.
    #expect(good.app.count == 5)
    let answer = good.app.dropLast().last
    #expect(answer?.contains("\"presentsAt\":\(UsageLines.midnight + 1_000)") == true)
    #expect(answer?.contains("\"surface\":\"s1\"") == true)
    for (context, report) in [
      ("nothing", limits("deadlineMs", 1_000)),
      ("pie", "\"executable\": \"HomeworkShield\", \"limits\": { \"deadlineMs\": 1000 }"),
    ] {
      let other = try record(context, report)
      #expect(other.app == good.app, "\(context) \(report)")
      #expect(!other.outcomes.contains("answered"), "\(context) \(report)")
    }
    // The deadline is a constant of the manifest, so it is in the answer; whether the report met it is not.
    let hurried = try record("pie", limits("deadlineMs", 1))
    let times = (
      hurried: "\"presentsAt\":\(UsageLines.midnight + 1)", good: "\"presentsAt\":\(UsageLines.midnight + 1_000)"
    )
    #expect(hurried.app.map { $0.replacing(times.hurried + ",", with: times.good + ",") } == good.app)
  }

  @Test func `each drawing is a sealed process, one per minute of use and at most sixty a day (R2)`() throws {
    let recording = try run(leavesOpen: true) { run in
      let noon = HostedRun.start.advanced(by: 12 * 3_600_000)
      try run.host.run(through: [UseSpan](), until: noon)
      let end = noon.advanced(by: 30 * 60_000)
      try run.host.run(through: [UseSpan(start: noon, end: end, app: Self.editor, isPresent: true)], until: end)
      #expect(try run.host.facts.store.read { try $0.ledger() }.count { $0.kind == "reportShown" } == 31)
      let late = end.advanced(by: 90 * 60_000)
      try run.host.run(through: [UseSpan(start: end, end: late, app: Self.editor, isPresent: true)], until: late)
      #expect(try run.host.facts.store.read { try $0.ledger() }.count { $0.kind == "reportShown" } == 60)
    }
    let sealed = processes(of: "viewer.report", in: recording)
    let asked = recording.filter {
      ($0["message"] as? [String: Any])?["method"] as? String == "perform"
        && ($0["process"] as? Int).map(sealed.contains) == true
    }
    #expect(asked.count == 60)
    #expect(Set(asked.compactMap { $0["process"] as? Int }).count == 60)
  }

  @Test func `the report of a closed app is drawn once (R2)`() throws {
    let recording = try run { try $0.use(Self.editor, onDay: 0) }
    #expect(outcomes(recording) == ["answered"])
  }

  private func elements(_ recording: [[String: Any]]) -> [[String: Any]] {
    recording.compactMap { ($0["message"] as? [String: Any])?["params"] as? [String: Any] }
      .flatMap { $0["elements"] as? [[String: Any]] ?? [] }
  }

  @Test func `the default filter is answered with this device, hour by hour since midnight (R4)`() throws {
    let recording = try run { run in
      try run.use(Self.editor, onDay: 0)
      try run.host.open(FamilyID("viewer"))
    }
    let elements = elements(recording).suffix(from: { $0["kind"] as? String == "device" })
    #expect(elements.first?["model"] as? String == "iPhone")
    #expect(elements.first?["role"] as? String == "individual")
    let segments = elements.filter { $0["kind"] as? String == "segment" }
    let hour: Int64 = 3_600_000
    #expect(
      segments.compactMap { ($0["start"] as? NSNumber)?.int64Value } == (0...8).map { UsageLines.midnight + $0 * hour })
    #expect(segments.compactMap { ($0["totalMs"] as? NSNumber)?.int64Value } == [0, 0, 0, 0, 0, 0, 0, 0, 1_200_000])
    let performs = recording.compactMap { ($0["message"] as? [String: Any])?["params"] as? [String: Any] }
      .filter { $0["callback"] as? String == "makeReport" }.compactMap { $0["arguments"] as? [String: Any] }
    let frame = performs.last?["frame"] as? [String: Int]
    #expect(frame == ["width": 360_500, "height": 480_000])
  }

  @Test func `a filter whose tokens are not the family's shows no use (R8)`() throws {
    let recording = try run(tokens: "[\"AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0\"]") { run in
      try run.use(Self.editor, onDay: 0)
      try run.host.open(FamilyID("viewer"))
    }
    let elements = elements(recording).suffix(from: { $0["kind"] as? String == "device" })
    #expect(elements.count { $0["kind"] as? String == "segment" } == 9)
    #expect(elements.allSatisfy { ($0["totalMs"] as? NSNumber)?.int64Value ?? 0 == 0 })
  }
}

extension [[String: Any]] {
  /// The elements from the last one that matches `begins`.
  fileprivate func suffix(from begins: ([String: Any]) -> Bool) -> [[String: Any]] {
    lastIndex(where: begins).map { Array(self[$0...]) } ?? []
  }
}
