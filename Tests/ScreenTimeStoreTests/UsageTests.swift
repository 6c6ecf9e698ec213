// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing
import WrittenCodes

@testable import ScreenTimeStore

@Suite struct UsageTests {
  private let directory = StateDirectory()

  private func use(_ start: Int64, _ end: Int64, app: String?, web: String? = nil) -> UseSpan {
    UseSpan(
      start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end), app: app.map(Item.application),
      web: web.map(Item.webDomain), isPresent: true)
  }

  @Test func `totals are clipped to the range and count an app and its page`() throws {
    let store = try directory.open()
    try store.transaction {
      try $0.recordUse([use(0, 100, app: "firefox", web: "example.org"), use(100, 160, app: "editor")], in: "GMT")
      try $0.recordUse([use(200, 300, app: "firefox")], in: "GMT")
    }
    let totals = try store.read {
      try $0.useTotals(from: Timestamp(milliseconds: 50), to: Timestamp(milliseconds: 250))
    }
    #expect(totals == [.application("firefox"): 100, .webDomain("example.org"): 50, .application("editor"): 60])
  }

  @Test(arguments: [(50, 50), (900_000, 900_000), (60, 50), (900_001, 10)] as [(Int64, Int64)])
  func `an empty range has no use, also within a span`(_ start: Int64, _ end: Int64) throws {
    let store = try directory.open()
    try store.transaction { try $0.recordUse([use(0, 2_000_000, app: "editor")], in: "GMT") }
    #expect(
      try store.read { try $0.useTotals(from: Timestamp(milliseconds: start), to: Timestamp(milliseconds: end)) }
        == [:])
  }

  @Test func `merges contiguous use and skips idle time`() throws {
    let store = try directory.open()
    try store.transaction { try $0.recordUse([use(0, 10, app: "a")], in: "GMT") }
    try store.transaction {
      try $0.recordUse([use(10, 20, app: "a"), use(20, 25, app: "b"), use(25, 30, app: "a")], in: "GMT")
    }
    try store.transaction {
      try $0.recordUse(
        [UseSpan(start: Timestamp(milliseconds: 30), end: Timestamp(milliseconds: 40), isPresent: false)], in: "GMT")
    }
    #expect(
      try store.read { try $0.use(from: .distantPast, to: .distantFuture) }
        == [use(0, 20, app: "a"), use(20, 25, app: "b"), use(25, 30, app: "a")])
  }

  @Test(arguments: [(0, 1), (1, 2)] as [(Int64, Int)])
  func `a row of use and a run last a day at most`(_ more: Int64, _ rows: Int) throws {
    let (noon, midnight) = (UseRecorder.longestRow / 2, UseRecorder.longestRow)
    let store = try directory.open()
    try store.transaction { try $0.recordUse([use(0, noon, app: "a")], in: "GMT") }
    try store.transaction { try $0.recordUse([use(noon, midnight + more, app: "a")], in: "GMT") }
    for table in ["usage", "run"] {
      #expect(try execute("SELECT count(*) FROM \(table)", on: directory.database) == "\(rows)", "\(table)")
    }
  }

  @Test func `a row that SQLite refuses is reported with SQLite's message`() throws {
    do { _ = try directory.open() }
    _ = try execute(
      "CREATE TRIGGER refusal BEFORE INSERT ON usage BEGIN SELECT RAISE(ABORT, 'not today'); END; SELECT 1",
      on: directory.database)
    let store = try directory.open()
    let error = #expect(throws: StoreError.self) {
      try store.transaction { try $0.recordUse([use(0, 10, app: "a")], in: "GMT") }
    }
    #expect(error?.description == "Could not use \(directory.database): not today.")
    #expect(try store.read { try $0.use(from: .distantPast, to: .distantFuture) }.isEmpty)
  }

  @Test func `the journal is in order, by family and time`() throws {
    let store = try directory.open()
    let entries = [
      JournalEntry(
        at: Timestamp(milliseconds: 2), family: "homework", extension: "monitor", before: "cold", after: "launching",
        reason: "demand"),
      JournalEntry(at: Timestamp(milliseconds: 1), reason: "clock_jump", detail: "back by 3 s"),
    ]
    try store.transaction { for entry in entries { try $0.note(entry) } }
    #expect(try store.read { try $0.journal() } == entries)
    #expect(try store.read { try $0.journal(family: "homework") } == [entries[0]])
    #expect(try store.read { try $0.journal(since: Timestamp(milliseconds: 2)) } == [entries[0]])
  }
}
