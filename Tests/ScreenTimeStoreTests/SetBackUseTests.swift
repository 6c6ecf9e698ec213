// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// Which rows of use grow and which are read as one run, also after the clock was set back.
@Suite struct SetBackUseTests {
  private static let day: Int64 = 86_400_000
  private let directory = StateDirectory()

  private func use(_ start: Int64, _ end: Int64, _ app: String) -> UseSpan {
    UseSpan(
      start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end), app: .application(app), isPresent: true)
  }

  private func rows(_ table: String) throws -> String {
    let list = "SELECT start || '–' || finish AS line FROM \(table) ORDER BY seq"
    return try execute("SELECT group_concat(line, ' ') FROM (\(list))", on: directory.database)
  }

  private func runs(_ store: DeviceStore, from start: Int64 = 0) throws -> [UseRun] {
    try store.read { try $0.runs(from: Timestamp(milliseconds: start), to: Timestamp(milliseconds: 400 * Self.day)) }
  }

  private func run(_ start: Int64, _ end: Int64, _ app: String, isWhole: Bool) -> UseRun {
    UseRun(
      isWhole: isWhole, start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end),
      app: .application(app), appCategory: nil)
  }

  @Test func `a row keeps growing over several transactions, whatever the number of the last row of the other table`()
    throws
  {
    let store = try directory.open()
    // The run has the number of the first span, so growing the wrong row would be seen.
    for spans in [
      [use(0, 10, "a"), use(10, 20, "b")], [use(20, 30, "b")], [use(30, 40, "b")], [use(40, 50, "c")],
      [use(50, 60, "c")], [use(60, 70, "c")],
    ] {
      try store.transaction { try $0.recordUse(spans, in: "GMT") }
    }
    #expect(try rows("usage") == "0–10 10–40 40–70")
    #expect(try rows("run") == "0–70")
  }

  @Test func `a run that begins when another one ended is a pickup, if the clock was set back in between`() throws {
    let store = try directory.open()
    try store.transaction {
      try $0.recordUse([use(100, 200, "a"), use(50, 80, "b"), use(200, 300, "a")], in: "GMT")
    }
    let all = [
      run(100, 200, "a", isWhole: true), run(50, 80, "b", isWhole: true), run(200, 300, "a", isWhole: true),
    ]
    #expect(try runs(store) == all)
    // The run in between has ended before the range.
    #expect(try runs(store, from: 90) == [all[0], all[2]])
  }

  @Test func `two runs over one midnight are two, also when what was before the midnight is forgotten`() throws {
    let store = try directory.open()
    let midnight = 20 * Self.day
    try store.transaction {
      try $0.recordUse([use(midnight - 10, midnight + 100, "a"), use(midnight - 5, midnight + 50, "b")], in: "GMT")
    }
    try store.transaction { try $0.forgetUse(before: Timestamp(milliseconds: midnight)) }
    #expect(
      try runs(store) == [
        run(midnight, midnight + 100, "a", isWhole: false), run(midnight, midnight + 50, "b", isWhole: false),
      ])
  }
}
