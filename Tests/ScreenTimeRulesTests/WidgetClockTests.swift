// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// When a timeline asks for the next one, after the clock was set and after timelines without entries.
@Suite struct WidgetClockTests {
  private let now = Bench.time("2026-10-19 08:00Z")

  private func entries(_ offsets: [Int64]) -> [WidgetArchive.Entry] {
    offsets.enumerated().map { WidgetArchive.Entry(date: now.advanced(by: $1), number: $0) }
  }

  private var policies: [ReloadPolicy] { [.atEnd, .never, .after(now.advanced(by: 60_000))] }

  @Test(arguments: [-3_600_000, -1, 1, 3_600_000] as [Int64])
  func `a clock that is set moves the host's own wait, and no date that the family gave`(_ shift: Int64) {
    for policy in policies {
      for offsets in [[], [0], [0, 9_000, 20_000]] as [[Int64]] {
        var archive = WidgetArchive(generation: 1, entries: entries(offsets), policy: policy, digest: "a", at: now)
        let known = archive
        archive.clockWasSet(from: now, to: now.advanced(by: shift))
        let isOwnWait = offsets.isEmpty && policy == .atEnd
        #expect(archive.due == (isOwnWait ? known.due?.advanced(by: shift) : known.due), "\(policy) \(offsets)")
        #expect(archive.entries == known.entries && archive.acceptedAt == known.acceptedAt)
      }
    }
  }

  @Test func `the generations in use are those of both timelines and of the view on screen, without duplicates`() {
    var content = WidgetContent()
    #expect(content.generations == [])
    _ = content.showSnapshot()
    #expect(content.generations == [0])
    _ = content.accept(entries([0]), .never, digest: "a", at: now)
    #expect(content.generations == [1])
    // The second timeline begins later, so the first one is still shown.
    _ = content.accept(entries([5_000]), .never, digest: "b", at: now)
    #expect(content.generations == [2, 1])
    _ = content.advance(to: now.advanced(by: 5_000))
    #expect(content.generations == [2])
  }

  @Test func `the entry that is shown is found in its own timeline, and its trees under the first number with them`() {
    var content = WidgetContent()
    #expect(content.shownEntry == nil && content.shownTree == nil)
    let all = (0..<3).map {
      WidgetArchive.Entry(date: now.advanced(by: Int64($0) * 1_000), number: $0, drawnAs: $0 == 2 ? 1 : $0)
    }
    _ = content.accept(all, .never, digest: "a", at: now)
    for (index, tree) in [0, 1, 1].enumerated() {
      _ = content.advance(to: now.advanced(by: Int64(index) * 1_000))
      #expect(content.shownEntry == all[index])
      #expect(content.shownTree == .init(generation: 1, number: tree))
    }
    // Another timeline waits for its first entry.
    _ = content.accept(entries([9_000]), .never, digest: "b", at: now.advanced(by: 3_000))
    #expect(content.shownEntry == all[2] && content.shownTree == .init(generation: 1, number: 1))
    _ = content.advance(to: now.advanced(by: 9_000))
    #expect(content.shownEntry?.date == now.advanced(by: 9_000) && content.shownTree == .init(generation: 2, number: 0))
  }

  @Test func `a widget is due at its next entry, request or policy, and without its kind only at an entry`() {
    var widget = WidgetInstance(
      id: "i", family: Bench.family, kind: "k", size: "systemSmall", parameters: [], place: 0, at: now)
    _ = widget.content.accept(entries([0, 9_000]), .after(now.advanced(by: 5_000)), digest: "a", at: now)
    #expect(widget.nextDue(from: now) == now.advanced(by: 5_000))
    #expect(widget.nextDue(from: now.advanced(by: 6_000)) == now.advanced(by: 5_000))
    var orphan = widget
    orphan.isOrphan = true
    #expect(orphan.nextDue(from: now) == now.advanced(by: 9_000))
    #expect(orphan.nextDue(from: now.advanced(by: 9_000)) == nil)
    _ = widget.reloads.ask(.person, at: now)
    #expect(widget.nextDue(from: now) == now)
    _ = widget.reloads.begin(at: now)
    #expect(widget.nextDue(from: now) == now.advanced(by: 9_000))
  }

  @Test func `a widget needs its store for a request or another timeline, not for the next entry of the one shown`() {
    func widget(_ offsets: [Int64], _ policy: ReloadPolicy = .never) -> WidgetInstance {
      var widget = WidgetInstance(
        id: "i", family: Bench.family, kind: "k", size: "systemSmall", parameters: [], place: 0, at: now)
      _ = widget.content.accept(entries(offsets), policy, digest: "a", at: now)
      return widget
    }
    func needs(_ widget: WidgetInstance) -> [Bool] {
      [1_000, 5_000, 9_000].map { widget.needsStore(at: now.advanced(by: $0)) }
    }
    #expect(needs(widget([0, 5_000])) == [false, false, false])
    #expect(needs(widget([0], .after(now.advanced(by: 5_000)))) == [false, true, true])
    // Without a shown entry the first one of the timeline is a change that is stored.
    #expect(needs(widget([5_000])) == [false, true, true])
    var asked = widget([0], .after(now.advanced(by: 5_000)))
    _ = asked.reloads.ask(.person, at: now)
    #expect(needs(asked) == [true, true, true])
    var orphan = asked
    orphan.isOrphan = true
    #expect(needs(orphan) == [false, false, false])
    _ = asked.reloads.begin(at: now)
    #expect(needs(asked) == [false, false, false])
  }

  @Test func `a widget with damaged trees starts over with new generation numbers`() {
    var content = WidgetContent()
    _ = content.accept(entries([0]), .never, digest: "a", at: now)
    _ = content.accept(entries([5_000]), .never, digest: "b", at: now)
    content.wasLost()
    #expect(content.archive == nil && content.previous == nil && content.shown == nil && content.generations == [])
    _ = content.accept(entries([0]), .never, digest: "b", at: now)
    #expect(content.generations == [3])
  }

  @Test func `an entry can be drawn at any time in a copy, and a stored widget leaves out what the clock tells`() {
    var widget = WidgetInstance(
      id: "i", family: Bench.family, kind: "k", size: "systemSmall", parameters: [], place: 0, at: now)
    _ = widget.content.accept(entries([0, 5_000]), .never, digest: "a", at: now)
    #expect(widget.stored(at: now).content == widget.content.stored(at: now))
    #expect(widget.stored(at: now).content.shown == nil && widget.content.shown != nil)
    var copy = widget
    guard let archive = copy.content.archive else {
      Issue.record("the timeline was not kept")
      return
    }
    copy.content.show(archive.entries[1], of: archive)
    #expect(copy.content.shownEntry == archive.entries[1] && widget.content.shownEntry == archive.entries[0])
  }

  @Test func `a timeline is kept with its policy, also if it is the first and empty`() {
    for policy in policies {
      for offsets in [[], [0], [5_000, 9_000]] as [[Int64]] {
        var content = WidgetContent()
        let first = content.accept(entries(offsets), policy, digest: "a", at: now)
        #expect(!first.isUnchanged && first.remarks.contains(.empty) == offsets.isEmpty)
        let expected = WidgetArchive(generation: 1, entries: entries(offsets), policy: policy, digest: "a", at: now)
        #expect(content.archive == expected && content.lastGeneration == 1 && content.previous == nil)
        // Another empty one replaces the policy alone.
        _ = content.accept([], .after(now.advanced(by: 7_000)), digest: "b", at: now.advanced(by: 1_000))
        #expect(content.archive?.entries == expected.entries && content.lastGeneration == 1)
        #expect(content.archive?.due == now.advanced(by: 7_000))
      }
    }
  }
}
