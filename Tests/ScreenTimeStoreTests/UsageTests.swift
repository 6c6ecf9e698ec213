// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@Suite struct UsageTests {
  private let directory = StateDirectory()

  private func sample(_ start: Int64, _ end: Int64, _ identity: String = "app:a") -> SampleRow {
    SampleRow(
      stream: "aw/0", track: "focus", start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end),
      identity: identity, body: Array(identity.utf8))
  }

  private func use(_ start: Int64, _ end: Int64, app: String?, web: String? = nil) -> UseSpan {
    UseSpan(
      start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end), app: app.map(Item.application),
      web: web.map(Item.webDomain), isPresent: true)
  }

  @Test func `importing the same samples twice changes nothing`() throws {
    let store = try directory.open()
    let samples = [sample(0, 10), sample(10, 30), sample(30, 40, "none")]
    #expect(try store.transaction { try $0.importSamples(samples) }.added == 3)
    let again = try store.transaction { try $0.importSamples(samples) }
    #expect(again.added == 0)
    #expect(again.unchanged == 3)
    #expect(
      try store.read { try $0.samples(from: Timestamp(milliseconds: 10), to: Timestamp(milliseconds: 31)) }
        == Array(samples[1...]))
  }

  @Test func `a repeated sample may grow but not shrink or change its identity`() throws {
    let store = try directory.open()
    _ = try store.transaction { try $0.importSamples([sample(0, 10)]) }
    let result = try store.transaction {
      try $0.importSamples([sample(0, 20), sample(0, 15), sample(0, 30, "app:b")])
    }
    #expect(result.extended == 1)
    #expect(result.shrunk == [sample(0, 15)])
    #expect(result.conflicting == [sample(0, 30, "app:b")])
    #expect(try store.read { try $0.samples(from: .distantPast, to: .distantFuture) } == [sample(0, 20)])
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
