// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// What a store remembers of use between transactions changes nothing that it records.
@Suite struct ForgottenUseTests {
  private static let tables = ["usage", "run", "front", "useByQuarter", "useByDay", "useByDayAndCategory"]

  private func contents(_ directory: StateDirectory) throws -> [String: String] {
    var contents: [String: String] = [:]
    for table in Self.tables {
      let columns = try execute(
        "SELECT group_concat('quote(\"' || name || '\")', '||'' ''||') FROM pragma_table_info('\(table)')",
        on: directory.database)
      contents[table] = try execute(
        "SELECT group_concat(line, x'0a') FROM (SELECT \(columns) AS line FROM \(table) ORDER BY 1)",
        on: directory.database)
    }
    return contents
  }

  /// The use of each foreground in a table of sums.
  private func sums(_ table: String, _ directory: StateDirectory) throws -> String {
    try execute(
      """
      SELECT group_concat(line, ' ') FROM
      (SELECT front || ':' || sum(milliseconds) AS line FROM \(table) GROUP BY front ORDER BY front)
      """, on: directory.database)
  }

  /// Recording, forgetting, failed transactions and journeys in a random order.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `a store that stays open records the same as one that is opened for each transaction`(_ seed: UInt64) throws {
    struct Refusal: Error {}
    let (lasting, fresh) = (StateDirectory(), StateDirectory())
    let store = try lasting.open()
    var use = GeneratedUse(seed: seed)
    var zone = "Europe/Berlin"
    for step in 0..<25 {
      let choice = use.number(0...9)
      if choice == 0 { zone = use.number(0...1) == 0 ? "Europe/Berlin" : "Australia/Lord_Howe" }
      let spans = use.spans(use.number(1...12))
      let isForgotten = (1...3).contains(choice)
      let limit = use.instant(in: spans)
      let fails = choice == 4
      for store in [store, try fresh.open()] {
        do {
          try store.transaction { transaction in
            if isForgotten { try transaction.forgetUse(before: limit) }
            try transaction.recordUse(spans, in: zone)
            if fails { throw Refusal() }
          }
        } catch is Refusal {}
        if isForgotten, choice == 3 { try store.transaction { try $0.forgetUse(before: limit.advanced(by: 1)) } }
      }
      #expect(try contents(lasting) == contents(fresh), "step \(step)")
      let (days, quarters) = (try sums("useByDay", lasting), try sums("useByQuarter", lasting))
      #expect(days == quarters, "step \(step)")
    }
  }

  @Test func `spans without time and time out of use leave nothing`() throws {
    let directory = StateDirectory()
    let store = try directory.open()
    func span(_ start: Int64, _ end: Int64, _ app: String, isPresent: Bool = true) -> UseSpan {
      UseSpan(
        start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end), app: .application(app),
        isPresent: isPresent)
    }
    try store.transaction { try $0.recordUse([span(0, 5, "a")], in: "GMT") }
    let before = try contents(directory)
    for spans in [[], [span(5, 5, "b")], [span(9, 7, "c")], [span(10, 20, "d", isPresent: false)]] {
      try store.transaction { try $0.recordUse(spans, in: "Asia/Karachi") }
      #expect(try contents(directory) == before)
    }
  }

  @Test func `an app whose use was forgotten is counted again from its next use`() throws {
    let directory = StateDirectory()
    let store = try directory.open()
    let day: Int64 = 86_400_000
    func span(_ start: Int64) -> UseSpan {
      UseSpan(
        start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: start + 1_000), app: .application("a"),
        web: .webDomain("example.org"), isPresent: true)
    }
    try store.transaction { try $0.recordUse([span(5 * day)], in: "GMT") }
    try store.transaction { try $0.forgetUse(before: Timestamp(milliseconds: 9 * day)) }
    #expect(try store.read { try $0.useTotals(from: .distantPast, to: .distantFuture) }.isEmpty)
    // Its name is forgotten with its use.
    #expect(try contents(directory).allSatisfy { $0.value.isEmpty })
    try store.transaction { try $0.recordUse([span(10 * day)], in: "GMT") }
    let range = (Timestamp(milliseconds: 9 * day), Timestamp(milliseconds: 11 * day))
    #expect(
      try store.read { try $0.useTotals(from: range.0, to: range.1) }
        == [.application("a"): 1_000, .webDomain("example.org"): 1_000])
    #expect(try store.read { try $0.use(from: range.0, to: range.1) } == [span(10 * day)])
  }
}
