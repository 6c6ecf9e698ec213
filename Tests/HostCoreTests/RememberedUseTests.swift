// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Use and time in memory around the host's start, when the clock is set back, and for items that were merged.
@Suite struct RememberedUseTests {
  private static let chess = Item.application("chess")
  private let scratch = Scratch()

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private func store() throws -> DeviceStore {
    try DeviceStore(directory: scratch.path + "/state-\(UUID().uuidString)", durability: .simulated)
  }

  private func memory(in store: DeviceStore, start: Int64) throws -> DeviceMemory {
    try DeviceMemory(store, rules: DeviceRules(), start: at(start), place: CalendarPlace(timeZone: "UTC"))
  }

  @Test(arguments: [1_000, 700] as [Int64])
  func `a host that starts where its state ends, or before, was not down, also once the clock is set back`(
    _ start: Int64
  ) throws {
    let store = try store()
    try self.memory(in: store, start: 1_000).transact { _ in }
    let memory = try self.memory(in: store, start: start)
    #expect(memory.state.now == at(1_000))
    memory.change { _, state in state.now = at(500) }
    _ = memory.advance(through: UseSpan(start: at(500), end: at(2_000), isPresent: false))
    #expect(memory.state.now == at(2_000))
  }

  @Test func `time at which the host was down is not use, whatever is used next`() throws {
    let store = try store()
    try self.memory(in: store, start: 1_000).transact { _ in }
    let memory = try self.memory(in: store, start: 100_000)
    let span = UseSpan(start: at(150_000), end: at(200_000), app: Self.chess, isPresent: true)
    let missed = memory.advance(through: span)
    #expect(missed.counted.isEmpty && memory.state.now == at(100_000))
    let used = memory.advance(through: span)
    #expect(memory.state.now == at(200_000))
    #expect(used.counted.map(\.start) == [at(150_000)] && used.counted.map(\.end) == [at(200_000)])
  }

  @Test func `use that waits is unsaved even if the state is the stored one again`() throws {
    let memory = try self.memory(in: store(), start: 1_000)
    try memory.transact { _ in }
    let before = memory.state
    _ = memory.advance(through: UseSpan(start: at(1_000), end: at(61_000), app: Self.chess, isPresent: true))
    memory.change { _, state in state = before }
    #expect(memory.state.withoutHistory == before.withoutHistory && memory.isUnsaved)
    try memory.transact { _ in }
    #expect(!memory.isUnsaved)
  }

  // MARK: - Merged items

  @Test func `a span is replaced if its application or its website was merged, and is the same otherwise`() throws {
    let life = try PlayedLife(points: [])
    let store = life.facts.store
    let (editor, chess, maps) = (PlayedLife.editor, PlayedLife.chess, Item.application("org.gnome.Maps"))
    let (site, other) = (PlayedLife.site, Item.webDomain("other.example"))
    let desk = try store.read { try ItemDesk(life.facts.owners.configuration, $0) }
    try store.transaction { transaction in
      try desk.change(in: transaction) { book in
        book.merges = [
          editor: ItemBook.Merge(target: chess, at: NotificationBench.start),
          site: ItemBook.Merge(target: other, at: NotificationBench.start),
        ]
      }
    }
    func span(_ app: Item?, _ web: Item?, category: Item? = nil) -> UseSpan {
      UseSpan(
        start: at(1), end: at(2),
        front: RecordedForeground(
          app: app, appCategory: category, web: web, webCategory: category, isPresent: true, presenceKnown: false))
    }
    let games = Item.category("3")
    for (before, after) in [
      (span(editor, nil), span(chess, nil)), (span(maps, site), span(maps, other)),
      (span(nil, site), span(nil, other)), (span(editor, site), span(chess, other)), (span(nil, nil), span(nil, nil)),
      (span(maps, other), span(maps, other)),
      // Categories of recorded use stay.
      (span(maps, other, category: games), span(maps, other, category: games)),
    ] {
      #expect(desk.merged(before) == after)
    }
  }
}
