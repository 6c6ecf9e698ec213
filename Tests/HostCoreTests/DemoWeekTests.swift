// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// The demo's week against a transcript of it that was made when the host was still one loop: the same settings, the same
/// callbacks and the same ledger.
@Suite struct DemoWeekTests {
  private static let transcript = HostProgram.root + "/Tests/Fixtures/DemoWeek/"

  @Test func `the demo's week has the settings, callbacks and ledger of its transcript`() throws {
    let scratch = Scratch()
    let state = scratch.path + "/state"
    let run = try HostProgram.run(
      HostProgram.examples(state: state, press: "secondary,primary") + ["--synthetic-week"])
    #expect(run.status == 0, "\(run.complaints)")
    let report = try HostProgram.run(["report", "worklog", "pie", "--state", state])
    #expect(report.status == 0, "\(report.complaints)")
    let shown = try HostProgram.run(["state", "--state", state, "--format", "json"])
    #expect(shown.output == (try String(contentsOfFile: Self.transcript + "state.json", encoding: .utf8)))
    #expect(try Self.callbacks(of: state) == Self.lines("callbacks.txt"))
    #expect(try Self.ledger(of: state) == Self.lines("ledger.txt"))
  }

  private static func lines(_ name: String) throws -> [String] {
    try String(contentsOfFile: transcript + name, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// How many callbacks of a kind ended in a way, and a digest of their intervals and instants.
  private static func callbacks(of state: String) throws -> [String] {
    counted(
      try StateFacts(state).told.map { told in
        (
          "\(told.family).\(told.point) \(told.callback) \(told.subject) \(told.outcome) \(told.reason)",
          "\(told.interval) \(told.owedAt)"
        )
      })
  }

  /// How many entries of a kind a family has on a day, and a digest of their slots and sentences.
  private static func ledger(of state: String) throws -> [String] {
    let store = try DeviceStore(directory: state, durability: .simulated)
    let entries = try store.read { try PrivacyLedger.entries(in: $0, name: \.id) }
    return counted(entries.map { ("\($0.day) \($0.family ?? "-") \($0.kind.rawValue)", "\($0.slot) \($0.says)") })
  }

  private static func counted(_ facts: [(group: String, detail: String)]) -> [String] {
    Dictionary(grouping: facts, by: \.group).map { group, facts in
      "\(group): \(facts.count), \(digest(of: facts.map(\.detail).sorted()))"
    }.sorted()
  }

  /// FNV-1a over lines: enough to tell two transcripts apart.
  private static func digest(of lines: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in lines.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
