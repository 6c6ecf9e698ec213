// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// Timelines that replace one another, how they are judged and how they are stored.
@Suite struct TimelineEdgeTests {
  private let now = Bench.time("2026-10-19 08:00Z")

  private func later(_ milliseconds: Int64) -> Timestamp { now.advanced(by: milliseconds) }

  private func entries(_ offsets: Int64...) -> [WidgetArchive.Entry] {
    offsets.enumerated().map { WidgetArchive.Entry(date: later($1), number: $0) }
  }

  @Test(
    arguments: [
      ([], [.empty]), ([0], []), ([0, 299_999], [.dense]), ([0, 300_000], []), ([0, 300_001], []),
      ([0, 300_000, 600_000], []), ([0, 300_000, 599_999], [.dense]), ([0, 0], [.duplicateDate]),
      ([0, 0, 300_000], [.duplicateDate]), ([0, 0, 299_999], [.duplicateDate, .dense]),
    ] as [([Int64], [WidgetArchive.Remark])])
  func `entries less than five minutes apart are dense, and each oddity of a timeline is remarked`(
    _ offsets: [Int64], _ remarks: [WidgetArchive.Remark]
  ) {
    let all = offsets.enumerated().map { WidgetArchive.Entry(date: later($1), number: $0) }
    let archive = WidgetArchive(generation: 1, entries: all, policy: .never, digest: "a", at: now)
    #expect(archive.remarks == remarks)
  }

  @Test func `an entry has no score and no duration unless it states them`() {
    let entry = WidgetArchive.Entry(date: now, number: 3)
    #expect(entry == WidgetArchive.Entry(date: now, score: nil, durationS: 0, number: 3, drawnAs: nil))
    #expect(entry.durationS == 0 && entry.tree == 3)
  }

  @Test func `entries are stored as five numbers each, with a semicolon between two`() throws {
    func text(_ entries: [WidgetArchive.Entry]) throws -> String {
      String(decoding: try JSONEncoder().encode(StoredEntries(entries)), as: UTF8.self)
    }
    let first = WidgetArchive.Entry(date: Timestamp(milliseconds: 1_000), durationS: 60, number: 0)
    let second = WidgetArchive.Entry(date: Timestamp(milliseconds: 2_000), score: -7, number: 1, drawnAs: 0)
    #expect(try text([]) == "\"\"")
    #expect(try text([first]) == "\"1000 0 0 60 -\"")
    #expect(try text([first, second]) == "\"1000 0 0 60 -;2000 1 0 0 -7\"")
  }

  @Test func `the first timeline with entries is new, whatever the digest of an empty one before it`() {
    var content = WidgetContent()
    let empty = content.accept([], .never, digest: "a", at: now).isUnchanged
    let first = content.accept(entries(0), .never, digest: "a", at: now).isUnchanged
    let second = content.accept(entries(0), .never, digest: "a", at: now).isUnchanged
    #expect([empty, first, second] == [false, false, true])
  }

  @Test func `of two timelines that wait, the later one replaces the earlier, and the one on screen stays`() {
    var content = WidgetContent()
    _ = content.accept(entries(0, 1_000), .never, digest: "a", at: now)
    _ = content.accept(entries(5_000), .never, digest: "b", at: now)
    _ = content.accept(entries(9_000), .never, digest: "c", at: now)
    #expect(content.generations == [3, 1] && content.previous?.digest == "a")
    // The first timeline still has an entry to come.
    _ = content.advance(to: later(1_000))
    #expect(content.shown == WidgetContent.Shown(generation: 1, number: 1))
    let isReplacedEarly = content.advance(to: later(8_999))
    let isReplaced = content.advance(to: later(9_000))
    #expect(!isReplacedEarly && isReplaced)
    #expect(content.generations == [3] && content.previous == nil)
  }

  @Test func `a clock that is set asks for a timeline only if something was shown and no entry is of the past`() {
    func isStranded(_ timelines: [[Int64]], by shift: Int64) -> Bool {
      var content = WidgetContent()
      for offsets in timelines {
        let all = offsets.enumerated().map { WidgetArchive.Entry(date: later($1), number: $0) }
        _ = content.accept(all, .never, digest: "\(offsets)", at: now)
      }
      return content.clockWasSet(from: now, to: later(shift))
    }
    let cases: [(timelines: [[Int64]], shift: Int64, isStranded: Bool)] = [
      ([], -1, false), ([], 1, false), ([[5_000]], -1, false), ([[5_000]], 5_000, false),
      ([[0]], -1, true), ([[0]], 0, false), ([[0]], 1, false),
      // The second timeline waits, and the first one is on screen.
      ([[0], [5_000]], -1, true), ([[0], [5_000]], 0, false), ([[0], [5_000]], 4_999, false),
      ([[0], [5_000]], 5_000, false),
    ]
    for (timelines, shift, expected) in cases {
      #expect(isStranded(timelines, by: shift) == expected, "\(timelines) by \(shift)")
    }
  }
}
