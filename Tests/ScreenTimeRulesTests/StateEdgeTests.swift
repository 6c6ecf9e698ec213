// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Values of the state at the exact instant, number or order at which they change.
@Suite struct StateEdgeTests {
  private let now = Bench.time("2026-10-19 08:00Z")

  // MARK: Widgets

  private func entries(_ offsets: Int64...) -> [WidgetArchive.Entry] {
    offsets.enumerated().map { WidgetArchive.Entry(date: now.advanced(by: $1), number: $0) }
  }

  @Test func `the entry shown is the last one whose date has come, for every number of entries (WIDGET-W11)`() {
    for count in 0...5 {
      let all = (0..<count).map { WidgetArchive.Entry(date: now.advanced(by: Int64($0) * 1_000), number: $0) }
      let archive = WidgetArchive(generation: 1, entries: all.reversed(), policy: .never, digest: "a", at: now)
      for offset in [-1, 0, 1, 999, 1_000, 1_001, 3_999, 4_000, 9_000] as [Int64] {
        let instant = now.advanced(by: offset)
        #expect(archive.current(at: instant)?.number == all.last { $0.date <= instant }?.number)
        #expect(archive.nextDate(after: instant) == all.first { instant < $0.date }?.date)
      }
    }
  }

  @Test func `a snapshot shows until the first timeline, and has the generation 0 (WIDGET-W9)`() {
    var content = WidgetContent()
    // Another snapshot replaces the first.
    let first = [content.showSnapshot(), content.showSnapshot()]
    #expect(first == [true, true])
    #expect(content.shown == .init(generation: 0, number: 0))
    _ = content.accept(entries(5_000), .never, digest: "a", at: now)
    let second = content.showSnapshot()
    #expect(!second)
    #expect(content.shown == .init(generation: 0, number: 0))
    let isSwitched = content.advance(to: now.advanced(by: 5_000))
    #expect(isSwitched)
    #expect(content.shown == .init(generation: 1, number: 0))
    let third = content.showSnapshot()
    #expect(!third)
  }

  @Test func `stored entries are read only if each of them is five numbers, the last of which may be missing`() throws {
    func read(_ words: [String]...) throws -> [WidgetArchive.Entry] {
      try JSONCopy.read(StoredEntries.self, from: [words.map { $0.joined(separator: " ") }.joined(separator: ";")]).all
    }
    let entry = ["1000", "2", "3", "60", "-"]
    let scored = ["2000", "4", "4", "0", "-7"]
    let known = try read(entry, scored)
    #expect(known.map(\.number) == [2, 4] && known.map(\.score) == [nil, -7] && known.map(\.durationS) == [60, 0])
    #expect(try JSONCopy.of(StoredEntries(known)).all == known)
    for count in 0..<5 {
      var damaged = entry
      damaged[count] = "x"
      #expect(throws: DecodingError.self) { try read(scored, damaged) }
      damaged[count] = ""
      #expect(throws: DecodingError.self) { try read(damaged, scored) }
      if count > 0 { #expect(throws: DecodingError.self) { try read(scored, Array(entry[..<count])) } }
    }
    for word in ["", "-", "1", "x"] { #expect(throws: DecodingError.self) { try read(entry + [word]) } }
  }

  @Test func `only a switch within the timeline on screen needs no store`() {
    var content = WidgetContent()
    _ = content.accept(entries(0, 1_000), .never, digest: "a", at: now)
    #expect(content.isSwitchStored(at: now.advanced(by: 1_000)))
    #expect(content.isSwitchDue(at: now.advanced(by: 1_000)) && !content.isSwitchDue(at: now.advanced(by: 999)))
    _ = content.accept(entries(2_000), .never, digest: "b", at: now.advanced(by: 1_000))
    #expect(content.isSwitchStored(at: now.advanced(by: 1_999)))
    #expect(!content.isSwitchStored(at: now.advanced(by: 2_000)))
  }

  @Test func `a retry is asked for at its instant, before the policy (WIDGET-W16)`() {
    var widget = WidgetInstance(
      id: "i", family: Bench.family, kind: "k", size: "systemSmall", parameters: [], place: 0, at: now)
    _ = widget.reloads.ask(.person, at: now)
    _ = widget.reloads.begin(at: now)
    let running = widget.askDue(at: now.advanced(by: 900_000))
    #expect(running.isEmpty)
    widget.reloads.end(isSuccess: false, at: now)
    let retry = now.advanced(by: 300_000)
    #expect(widget.reloads.retryAt == retry)
    let early = widget.askDue(at: retry.advanced(by: -1))
    #expect(early.isEmpty)
    var orphan = widget
    orphan.isOrphan = true
    let ofOrphan = orphan.askDue(at: retry)
    #expect(ofOrphan.isEmpty)
    let asked = widget.askDue(at: retry).map(\.0)
    #expect(asked == [.retry])
  }

  @Test(arguments: [ReloadPolicy.atEnd, .after(Bench.time("2026-10-19 09:00Z"))])
  func `a policy is asked for at its instant and once (WIDGET-W13)`(_ policy: ReloadPolicy) throws {
    var widget = WidgetInstance(
      id: "i", family: Bench.family, kind: "k", size: "systemSmall", parameters: [], place: 0, at: now)
    _ = widget.content.accept(entries(0, 600_000), policy, digest: "a", at: now)
    let due = try #require(widget.content.due)
    #expect(due > now)
    let early = widget.askDue(at: due.advanced(by: -1)).map(\.0)
    let asked = widget.askDue(at: due).map(\.0)
    let again = widget.askDue(at: due.advanced(by: 1)).map(\.0)
    #expect(early == [] && asked == [.policy] && again == [])
  }

  @Test func `a stack without a member keeps its front, or shows the one that follows (WIDGET-W37)`() {
    for count in 1...4 {
      let ids = (0..<count).map { "w\($0)" }
      for front in 0..<count {
        for gone in 0...count {
          var stack = WidgetStack(of: ids, front: ids[0], at: now)
          stack.choose(ids[front], at: now)
          let (before, held) = (stack, stack.heldUntil)
          let later = now.advanced(by: 1_000)
          stack.remove("w\(gone)", at: later)
          guard gone < count else {
            #expect(stack == before)
            continue
          }
          var rest = ids
          rest.remove(at: gone)
          #expect(stack.members == rest)
          if gone == front, !rest.isEmpty {
            #expect(stack.front == rest[min(gone, rest.count - 1)] && stack.heldUntil == nil)
          } else {
            #expect(stack.front == ids[front] && stack.heldUntil == held)
          }
        }
      }
    }
  }

  @Test func `a score is remembered for seven days after its window, to the millisecond (WIDGET-W37)`() {
    for (late, isKept) in [(-1, true), (0, true), (1, false)] as [(Int64, Bool)] {
      var relevance = RelevanceRecord()
      relevance.take(
        [RelevanceWindow(score: 9, start: now, end: now.advanced(by: 1_000))], until: now.advanced(by: 2_000))
      #expect(relevance.peaks.count == 1)
      relevance.take([], until: now.advanced(by: 1_000 + RelevanceRecord.memory + late))
      #expect(relevance.peaks.isEmpty == !isKept, "\(late)")
    }
  }

  @Test func `a window without relevance does not extend an earlier one (WIDGET-W37)`() {
    let (middle, end) = (now.advanced(by: 60_000), now.advanced(by: 120_000))
    var relevance = RelevanceRecord()
    relevance.take(
      [RelevanceWindow(score: 9, start: now, end: middle), RelevanceWindow(score: 0, start: middle, end: end)],
      until: end)
    #expect(relevance.peaks.map(\.score) == [9] && relevance.peaks.map(\.until) == [middle])
  }

  // MARK: Shields and activities

  @Test func `a clock that is set back moves the questions of a shield back, and one set forward moves none (S5)`() {
    var shield = Shield(item: .application("a"), hit: .direct, family: Bench.family, since: now)
    let wanted = shield
    let isEarly = shield.askAgain(as: wanted, at: now.advanced(by: 999))
    #expect(!isEarly)
    #expect(shield.asksAgainAt == now.advanced(by: 1_000))
    var later = shield
    later.clampQuestions(to: now.advanced(by: 60_000))
    #expect(later == shield)
    let earlier = now.advanced(by: -60_000)
    shield.clampQuestions(to: earlier)
    #expect(shield.since == earlier)
    #expect(shield.asksAgainAt == earlier.advanced(by: 1_000))
    let isAsked = shield.askAgain(as: wanted, at: earlier.advanced(by: 1_000))
    #expect(isAsked)
    #expect(shield.askedAgainAt == earlier.advanced(by: 1_000) && shield.asksAgainAt == nil)
    shield.clampQuestions(to: earlier)
    #expect(shield.askedAgainAt == earlier)
  }

  @Test func `old starts at most 31 days apart are one run (D17)`() throws {
    let day: Int64 = 86_400_000
    var bench = Bench(at: "2026-08-13 10:00")
    try bench.apply([.startMonitoring(activity: "a", schedule: .wholeDay, events: [])])
    var activity = try #require(bench.state.families[Bench.family]?.activities["a"])
    activity.settledStarts = []
    activity.settledRuns = nil
    let starts = (0..<32).map { now.advanced(by: Int64($0) * 31 * day) }
    for start in starts { activity.rememberStart(start) }
    #expect(activity.settledStarts == starts && activity.settledRuns == nil)
    let more = (1...4).map { starts[31].advanced(by: Int64($0) * (31 * day + 1)) }
    for start in more { activity.rememberStart(start) }
    #expect(activity.settledStarts == Array((starts + more).suffix(32)))
    #expect(activity.settledRuns == [TimeSpan(start: starts[0], end: starts[3])])
    for index in 0..<32 { activity.rememberStart(more[3].advanced(by: Int64(index + 1) * 1_000)) }
    let runs = try #require(activity.settledRuns)
    #expect(runs.map(\.start) == [starts[0]] + more)
    #expect(activity.settledRun(around: starts[2]) == runs[0])
    #expect(activity.settledRun(around: runs[0].end) == runs[0] && activity.settledRun(around: starts[0]) == runs[0])
    #expect(activity.settledRun(around: runs[0].end.advanced(by: 1)) == nil)
    #expect(activity.settledRun(around: starts[0].advanced(by: -1)) == nil)
  }

  @Test func `an event matches nothing only if tokens were given and none is known (E2)`() {
    func event(_ items: Set<Item>, unresolved: Int) -> ActivityEvent {
      var selection = ItemSelection(applications: ItemSet(items))
      selection.unresolvedTokens = unresolved
      return ActivityEvent(name: "e", selection: selection, threshold: .minutes(5))
    }
    #expect(!event([], unresolved: 0).matchesNothing)
    #expect(event([], unresolved: 2).matchesNothing)
    #expect(!event([.application("a")], unresolved: 0).matchesNothing)
    #expect(!event([.application("a")], unresolved: 1).matchesNothing)
  }

  @Test func `a set of items contains what it was made of, once, in order`() {
    for count in [0, 1, 7, 8, 9, 20] {
      let items = (0..<count).map { Item.application("a\($0)") }
      let set = ItemSet(items.shuffled() + items)
      #expect(set.items == items.sorted())
      #expect(set.count == count && set.isEmpty == (count == 0))
      for item in items { #expect(set.contains(item)) }
      for other in [Item.application("a"), .application("a1x"), .application("z"), .webDomain("a0")] {
        #expect(!set.contains(other))
      }
      #expect(set.union(ItemSet(items.prefix(2) + [.application("z")])).items == (items + [.application("z")]).sorted())
    }
  }

  @Test func `the plans of a thousand foregrounds are kept, and one more begins anew`() {
    func front(_ number: Int) -> Foreground { Foreground(app: .application("a\(number)"), isInUse: true) }
    let plan = ForegroundPlan(meters: [], verdicts: [], counted: RecordedForeground(isPresent: true))
    var plans = ForegroundPlanCache()
    for number in 0..<1_000 { plans[front(number)] = plan }
    #expect(plans[front(0)] === plan && plans[front(999)] === plan)
    plans[front(1_000)] = plan
    #expect(plans[front(0)] == nil && plans[front(999)] == nil && plans[front(1_000)] === plan)
  }
}
