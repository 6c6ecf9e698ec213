// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Relevance of entries, and the stacks that rotate by it.
@Suite struct WidgetStackTests {
  private let now = Bench.time("2026-10-19 08:00Z")
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 60 * minute

  private func after(minutes: Int64) -> Timestamp { now.advanced(by: minutes * Self.minute) }

  /// A widget whose entries come up at these minutes with these scores.
  private func content(_ entries: (minute: Int64, score: Int64?, seconds: Int64)...) -> WidgetContent {
    var content = WidgetContent()
    accept(entries, into: &content, at: now)
    return content
  }

  private func accept(
    _ entries: [(minute: Int64, score: Int64?, seconds: Int64)], into content: inout WidgetContent, at time: Timestamp
  ) {
    _ = content.accept(
      entries.enumerated().map { number, entry in
        WidgetArchive.Entry(
          date: after(minutes: entry.minute), score: entry.score, durationS: entry.seconds, number: number)
      }, .never, digest: "\(time.milliseconds)", at: time)
  }

  private func scores(_ content: WidgetContent, _ minutes: Int64...) -> [Int64?] {
    minutes.map { content.relevance(at: after(minutes: $0))?.score }
  }

  // MARK: - Relevance

  @Test func `a window lasts for its duration, and without one while the entry is current (WIDGET-W36)`() {
    let own = content((0, 5_000, 600), (60, 3_000, 0), (120, 1_000, 0))
    #expect(scores(own, 0, 9, 10, 59, 60, 119, 120, 9_999) == [5_000, 5_000, nil, nil, 3_000, 3_000, 1_000, 1_000])
  }

  @Test func `an entry without relevance lets the earlier one go on, also that of the last timeline (WIDGET-W36)`() {
    var own = content((0, 5_000, 7_200), (60, nil, 0))
    #expect(scores(own, 60, 119, 120) == [5_000, 5_000, nil])
    let later = after(minutes: 90)
    accept([(90, nil, 0), (200, 2_000, 0)], into: &own, at: later)
    #expect(scores(own, 90, 119, 120, 199, 200) == [5_000, 5_000, nil, nil, 2_000])
  }

  @Test func `a timeline that starts later leaves the relevance of the one before until then (WIDGET-W36)`() {
    var own = content((0, 5_000, 0))
    accept([(30, 1_000, 0)], into: &own, at: after(minutes: 10))
    #expect(scores(own, 10, 29, 30) == [5_000, 5_000, 1_000])
    _ = own.advance(to: after(minutes: 30))
    #expect(scores(own, 30, 90) == [1_000, 1_000])
  }

  @Test func `the largest score of seven days counts, and is forgotten after them (WIDGET-W37)`() {
    var own = content((0, 9_000, 0))
    accept([(60, 2_000, 0)], into: &own, at: after(minutes: 60))
    let week: Int64 = 7 * 24 * 60
    #expect(own.largestScore(at: after(minutes: 60 + week)) == 9_000)
    #expect(own.largestScore(at: after(minutes: 61 + week)) == 2_000)
    // It is forgotten for good with the next timeline.
    accept([(90 + week, 1_000, 0)], into: &own, at: after(minutes: 90 + week))
    #expect(own.record?.peaks.map(\.score) == [2_000])
  }

  @Test func `a window counts from its start until just before its end, if its score is positive`() {
    for score in [-1, 0, 1] as [Int64] {
      for end in [nil, after(minutes: 9)] {
        let window = RelevanceWindow(score: score, start: after(minutes: 5), end: end)
        for offset in [-1, 0, 1, 4 * Self.minute - 1, 4 * Self.minute, 5 * Self.minute] as [Int64] {
          let instant = window.start.advanced(by: offset)
          #expect(window.counts(at: instant) == (score > 0 && offset >= 0 && (end == nil || offset < 4 * Self.minute)))
        }
      }
    }
  }

  @Test func `the scores of one timeline count for seven days after their windows, to the millisecond`() {
    let week: Int64 = 7 * 24 * 60
    // The first window ends with the next entry, the second after its own ten minutes.
    for own in [content((0, 9_000, 0), (60, 2_000, 0)), content((0, 1, 0), (50, 9_000, 600), (70, 2_000, 0))] {
      let last = after(minutes: 60 + week)
      #expect(own.largestScore(at: last.advanced(by: -1)) == 9_000)
      #expect(own.largestScore(at: last) == 9_000)
      #expect(own.largestScore(at: last.advanced(by: 1)) == 2_000)
    }
  }

  @Test func `a family that states scores without end is remembered in bounded space (WIDGET-W37)`() {
    var own = WidgetContent()
    for round in 0..<2_000 {
      let minute = Int64(round) * 5
      accept([(minute, 1_000_000 - Int64(round), 0)], into: &own, at: after(minutes: minute))
    }
    #expect((own.record?.peaks.count ?? 0) <= 170)
    #expect(own.largestScore(at: after(minutes: 10_000)) == 1_000_000)
  }

  /// Timelines that replace one another at random intervals, from minutes to hours.
  @Test(arguments: Array(UInt64(1)...8))
  func `the largest score was in force in the last seven days, give or take an hour (WIDGET-W37)`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var own = WidgetContent()
    var spoken: [(score: Int64, until: Int64)] = []
    var minute: Int64 = 0
    let week: Int64 = 7 * 24 * 60
    for _ in 0..<600 {
      let score = Int64.random(in: 1...(Int.random(in: 0..<40, using: &random) == 0 ? 1_000 : 20), using: &random)
      accept([(minute, score, 0)], into: &own, at: after(minutes: minute))
      minute += Int64.random(in: 1...(seed.isMultiple(of: 2) ? 50 : 150), using: &random)
      spoken.append((score, minute))
      let largest = own.largestScore(at: after(minutes: minute))
      let least = spoken.filter { minute - $0.until <= week }.map(\.score).max() ?? 0
      let most = spoken.filter { minute - $0.until <= week + 60 }.map(\.score).max() ?? 0
      #expect((least...most).contains(largest), "minute \(minute)")
      // An earlier score that is not higher than a later one is not kept.
      let peaks = own.record?.peaks.map(\.score) ?? []
      #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 > $1 }, "minute \(minute)")
    }
    #expect((own.record?.peaks.count ?? 0) <= 170)
  }

  // MARK: - Rotation

  private func stack(_ contents: [String: WidgetContent], front: String = "a") -> WidgetStack {
    WidgetStack(of: contents.keys.sorted(), front: front, at: now)
  }

  /// The instants and widgets of the rotations up to a minute.
  private func rotations(
    of stack: inout WidgetStack, _ contents: [String: WidgetContent], until end: Int64
  ) -> [String] {
    var told: [String] = []
    while let due = stack.nextLook({ contents[$0] }), due <= after(minutes: end) {
      let next = stack.next({ contents[$0] }, at: due)
      stack.look(next, at: due)
      if let next { told.append("\(due.milliseconds(since: now) / Self.minute) \(next)") }
    }
    return told
  }

  @Test func `a look brings only a member of the stack to the front`() {
    let first = stack(["a": content((0, 1_000, 0)), "b": content((0, 2_000, 0))])
    for next in [nil, "c", "", "a", "b"] {
      var stack = first
      stack.look(next, at: after(minutes: 5))
      #expect(stack.front == (next == "b" ? "b" : "a"))
    }
  }

  @Test func `the score nearest to its widget's largest wins, and the first in the stack of equal ones (WIDGET-W37)`() {
    // 40 of 100 loses against 3 of 4.
    let contents = [
      "a": content((-60, 100_000, 0), (10, 40_000, 0)), "b": content((-60, 4_000, 0), (10, 3_000, 0)),
      "c": content((-60, 8_000, 0), (10, 6_000, 0)),
    ]
    var own = stack(contents)
    #expect(rotations(of: &own, contents, until: 60) == ["10 b"])
  }

  @Test func `a score of zero or less is never rotated to (WIDGET-W36)`() {
    let contents = ["a": content((0, nil, 0)), "b": content((10, 0, 0), (50, -1_000, 0)), "c": content((90, 1, 0))]
    var own = stack(contents)
    #expect(rotations(of: &own, contents, until: 60).isEmpty)
    #expect(rotations(of: &own, contents, until: 120) == ["90 c"])
  }

  @Test func `a rotation lasts half an hour, and what began meanwhile is looked at then (WIDGET-W37)`() {
    let contents = [
      "a": content((0, nil, 0)), "b": content((-60, 10_000, 0), (10, 5_000, 0)),
      "c": content((20, 1_000, 0)),
    ]
    var own = stack(contents)
    #expect(rotations(of: &own, contents, until: 39) == ["10 b"])
    #expect(rotations(of: &own, contents, until: 90) == ["40 c"])
  }

  @Test func `the person's own choice lasts an hour (WIDGET-W37)`() {
    let contents = ["a": content((0, nil, 0)), "b": content((10, 5_000, 0))]
    var own = stack(contents, front: "b")
    own.choose("a", at: after(minutes: 5))
    #expect(rotations(of: &own, contents, until: 64).isEmpty)
    #expect(rotations(of: &own, contents, until: 120) == ["65 b"])
  }

  @Test func `nothing rotates between the starts and ends of windows (WIDGET-W37)`() {
    let contents = ["a": content((0, nil, 0)), "b": content((10, 5_000, 0))]
    var own = stack(contents)
    #expect(rotations(of: &own, contents, until: 10) == ["10 b"])
    own.choose("a", at: after(minutes: 11))
    // The window of “b” has no other start or end.
    #expect(own.nextLook { contents[$0] } == nil)
  }

  @Test func `a stack looked at late does what it would have done in time (WIDGET-W37)`() {
    let contents = [
      "a": content((0, 1_000, 0)), "b": content((10, 5_000, 600)), "c": content((-60, 9_000, 0), (15, 3_000, 1_200)),
    ]
    let late = after(minutes: 18)
    var own = WidgetStack(of: ["b", "c", "a"], front: "a", at: now)
    #expect(own.next({ contents[$0] }, at: late) == "b")
    own.look("b", at: late)
    #expect(own.front == "b" && own.heldUntil == late.advanced(by: WidgetStack.rotationLasts))
  }

  @Test func `taking out the front shows the one behind it (WIDGET-W37)`() {
    var own = WidgetStack(of: ["a", "b", "c"], front: "c", at: now)
    own.remove("c", at: now)
    #expect(own.front == "b" && own.members == ["a", "b"])
    own.remove("a", at: now)
    #expect(own.front == "b")
  }

  @Test func `when the widget that has just come to the front is removed, the others are compared at once`() {
    let contents = [
      "a": content((0, nil, 0)), "b": content((10, 5_000, 0)), "c": content((-60, 9_000, 0), (10, 3_000, 0)),
    ]
    let time = after(minutes: 10)
    var own = stack(contents)
    #expect(rotations(of: &own, contents, until: 10) == ["10 b"])
    own.remove("b", at: time)
    #expect(own.front == "c" && own.heldUntil == nil && own.nextLook { contents[$0] } == time)
    own = WidgetStack(of: ["b", "a", "c"], front: "b", at: time)
    own.remove("b", at: time)
    #expect(own.front == "a" && own.next({ contents[$0] }, at: time) == "c")
  }

  @Test func `an entry that began before a widget was removed is not compared again`() {
    let contents = ["a": content((0, nil, 0)), "b": content((0, nil, 0)), "c": content((10, 3_000, 0))]
    for late in [0, 1, 2] as [Int64] {
      let time = after(minutes: 10).advanced(by: late)
      var own = WidgetStack(of: ["b", "a", "c"], front: "b", at: time)
      own.remove("b", at: time)
      #expect(own.nextLook { contents[$0] } == (late == 0 ? time : nil), "\(late) ms later")
    }
  }

  @Test func `a widget that the person adds comes last in the stack, in front, and stays an hour`() {
    let time = after(minutes: 10)
    var own = WidgetStack(of: ["a", "b"], front: "a", at: now)
    own.add("c", at: time)
    #expect(own.members == ["a", "b", "c"] && own.front == "c")
    #expect(own.heldUntil == time.advanced(by: WidgetStack.choiceLasts))
    own.choose("x", at: time)
    #expect(own.front == "c" && own.members.count == 3)
  }

  @Test func `a single widget is never looked at, since there is nothing to rotate to`() {
    let contents = ["a": content((10, 5_000, 0))]
    #expect(stack(contents).nextLook { contents[$0] } == nil)
    var own = stack(["a": content((10, 5_000, 0)), "b": content((10, 1, 0))])
    own.remove("b", at: now)
    #expect(own.nextLook { contents[$0] } == nil)
  }

  @Test func `setting the clock keeps what is left of a wait (WIDGET-W17, WIDGET-W37)`() {
    var own = WidgetStack(of: ["a", "b"], front: "a", at: now)
    own.choose("a", at: now)
    own.clockWasSet(from: after(minutes: 10), to: after(minutes: -500))
    #expect(own.heldUntil == after(minutes: -450))
  }
}
