// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// Parts of the device that are read again from their store, and the actions of a turn that is over.
@Suite struct ReloadedPartTests {
  private static let start = Timestamp(milliseconds: 1_000)

  private let scratch = Scratch()
  private let store: DeviceStore

  init() throws { store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated) }

  @Test func `a notification that was never stored is not due after a reload`() throws {
    let center = try store.read { try HostCore.NotificationCenter($0) }
    let request = NotificationRequest(id: "a", title: "Title", body: "Text", scheduledAt: Self.start)
    center.change(FamilyID("home")) {
      $0 = FamilyNotifications(
        pending: ["a": PendingNotification(request, dueAt: Self.start)], listed: [], lastNumber: 0)
    }
    try #require(center.isDue(at: Self.start))
    try store.read { try center.reload($0) }
    #expect(center.nextDue == nil && !center.isDue(at: .distantFuture))
  }

  @Test func `use whose write failed is counted once when it passes again`() throws {
    let memory = try DeviceMemory(
      store, rules: DeviceRules(), start: Self.start, place: CalendarPlace(timeZone: "UTC"))
    try memory.transact { _ in }
    let span = UseSpan(
      start: Self.start, end: Self.start.advanced(by: 60_000), app: .application("chess"), isPresent: true)
    _ = memory.advance(through: span)
    #expect(throws: CancellationError.self) { try memory.transact { _ in throw CancellationError() } }
    try memory.reload()
    #expect(!memory.isUnsaved && memory.state.now == Self.start)
    _ = memory.advance(through: span)
    try memory.transact { _ in }
    let written = try store.read { try $0.use(from: .distantPast, to: .distantFuture) }.filter(\.isPresent)
    #expect(written.map { $0.end.milliseconds(since: $0.start) } == [60_000])
  }

  @Test func `a turn that has ended runs none of its actions again`() throws {
    var count = 0
    try store.transaction { transaction in
      let turn = Turn(transaction)
      turn.afterCommit { count += 1 }
      try turn.wasCommitted()
      turn.end()
      try turn.wasCommitted()
    }
    #expect(count == 1)
  }
}
