// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Compares the demo week with a transcript made by an earlier, single-loop host: the settings, callbacks and ledger
/// are the same.
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
    #expect(try Self.counted(Self.entries(of: state)) == Self.lines("ledger.txt"))
  }

  private static let kills = ProcessInfo.processInfo.environment["SALLYPORT_KILLED_WEEK"].flatMap(Int.init) ?? 12

  /// The number of kills. `SALLYPORT_KILLED_WEEK=200` sets it to 200; the ordinary tests use a few.
  @Test func `a week whose host is killed repeatedly has the same settings, callbacks and ledger (H1)`() throws {
    let scratch = Scratch()
    let calm = scratch.path + "/calm"
    let watch = try Self.week(calm, upTo: .max)
    try #require(watch.isOver)
    var random = SeededGenerator(state: 200)
    let state = scratch.path + "/killed"
    var (kills, isOver) = (0, false)
    var opening = WindowReport.pending
    // On average each run writes enough for all runs together to make one week.
    let longest = max(2, 2 * watch.writes / (Self.kills + 1))
    while !isOver {
      let life = try Self.week(state, upTo: kills < Self.kills ? Int.random(in: 1...longest, using: &random) : .max)
      isOver = life.isOver
      kills += isOver ? 0 : 1
      if !isOver, opening == .pending { opening = try Self.windowReport(of: state, in: scratch) }
    }
    #expect(kills >= Self.kills / 2)
    let (killed, undisturbed) = (try StateFacts(state), try StateFacts(calm))
    #expect(killed.state?.families.mapValues(\.stores) == undisturbed.state?.families.mapValues(\.stores))
    #expect(killed.state?.families.mapValues(\.defaults) == undisturbed.state?.families.mapValues(\.defaults))
    #expect(
      killed.state?.families.mapValues { $0.activities.mapValues(\.unnumbered) }
        == undisturbed.state?.families.mapValues { $0.activities.mapValues(\.unnumbered) })
    #expect(killed.use == undisturbed.use)
    #expect(try Self.callbacks(of: state) == Self.lines("callbacks.txt"))
    for state in [state, calm] {
      let report = try HostProgram.run(["report", "worklog", "pie", "--state", state])
      #expect(report.status == 0, "\(report.complaints)")
    }
    let entries = try Self.entries(of: state)
    let expected = try Self.entries(of: calm).filter { opening != .lost || $0.group != Self.windowReport }
    #expect(Self.counted(entries.filter { !$0.isRepeatable }) == Self.counted(expected.filter { !$0.isRepeatable }))
    // Each answer and each commit is an entry of its own, and says the same as the first.
    #expect(
      Set(entries.filter(\.isRepeatable).map(\.sentence)) == Set(expected.filter(\.isRepeatable).map(\.sentence)))
    print("a week with \(kills) kills, \(watch.writes) writes undisturbed, report in the window \(opening)")
  }

  /// Runs the week's host once and kills it after the given number of writes.
  private static func week(_ state: String, upTo writes: Int) throws -> (isOver: Bool, writes: Int) {
    try FileManager.default.createDirectory(
      atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let watch = WriteWatch(directory: state)
    let process = HostProgram.process(
      try HostProgram.examples(state: state, press: "secondary,primary") + ["--synthetic-week", "--quiet"])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let written = watch.wait(for: writes) { !process.isRunning }
    if written >= writes { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let isKilled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    try #require(isKilled || process.terminationStatus == 0)
    return (!isKilled, written)
  }

  private static func lines(_ name: String) throws -> [String] {
    try String(contentsOfFile: transcript + name, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Counts the callbacks by kind and outcome, each with a digest of their intervals and instants.
  private static func callbacks(of state: String) throws -> [String] {
    counted(
      try StateFacts(state).told.map { told in
        (
          "\(told.family).\(told.point) \(told.callback) \(told.subject) \(told.outcome) \(told.reason)",
          "\(told.interval) \(told.owedAt)"
        )
      })
  }

  /// The report that Worklog's app shows in its window, a second after it opened.
  private enum WindowReport {
    case pending
    case shown
    /// The host was killed within that second. The window is gone, and the person doesn't open the app again.
    case lost
  }

  private static let windowReport = "2026-10-19 worklog reportShown"

  /// Looks at a copy of a killed host's store, so that only a host ever recovers the store itself.
  private static func windowReport(of state: String, in scratch: Scratch) throws -> WindowReport {
    let copy = scratch.path + "/copy"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.createDirectory(
      atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let names = try FileManager.default.contentsOfDirectory(atPath: state).filter {
      $0.hasPrefix(DeviceStore.fileName)
    }
    guard names.contains(DeviceStore.fileName) else { return .pending }
    for name in names { try FileManager.default.copyItem(atPath: state + "/" + name, toPath: copy + "/" + name) }
    if try entries(of: copy).contains(where: { $0.group == windowReport }) { return .shown }
    let isOpened = try StateFacts(copy).told.contains {
      $0.family == "worklog" && $0.callback == "activate" && $0.outcome == "applied"
    }
    return isOpened ? .lost : .pending
  }

  private struct Entry {
    let group: String
    let slot: String
    let says: String
    /// Whether an app that was killed while it opened makes the entry again: it opens again, asks the person again, and
    /// repeats what it commits by itself.
    let isRepeatable: Bool

    var sentence: [String] { [group, says] }
  }

  private static func entries(of state: String) throws -> [Entry] {
    let store = try DeviceStore(directory: state, durability: .simulated)
    return try store.read { try PrivacyLedger.entries(in: $0, name: \.id) }.map { entry in
      Entry(
        group: "\(entry.day) \(entry.family ?? "-") \(entry.kind.rawValue)", slot: "\(entry.slot)", says: entry.says,
        isRepeatable: [.picker, .grant, .rulesApplied, .widget].contains(entry.kind))
    }
  }

  /// Counts the entries by day, family and kind, each with a digest of their slots and sentences.
  private static func counted(_ entries: [Entry]) -> [String] {
    counted(entries.map { ($0.group, "\($0.slot) \($0.says)") })
  }

  private static func counted(_ facts: [(group: String, detail: String)]) -> [String] {
    Dictionary(grouping: facts, by: \.group).map { group, facts in
      "\(group): \(facts.count), \(digest(of: facts.map(\.detail).sorted()))"
    }.sorted()
  }

  /// FNV-1a over lines: enough to distinguish two transcripts.
  private static func digest(of lines: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in lines.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
