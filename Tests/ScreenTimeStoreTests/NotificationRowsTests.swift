// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing

@Suite struct NotificationRowsTests {
  private let directory = StateDirectory()
  private let family = FamilyID("homework")

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private static let setting = TriggerSetting(place: CalendarPlace(timeZone: "UTC"))

  private func request(_ id: String, _ trigger: NotificationRequest.Trigger?) -> NotificationRequest {
    NotificationRequest(
      id: id, title: "t\"\\", subtitle: "s", body: "b\n", trigger: trigger, level: .timeSensitive, filterCriteria: "c",
      scheduledAt: at(5))
  }

  @Test func `a change writes the rows of the notifications that changed, and no change writes none`() throws {
    var own = FamilyNotifications()
    for id in ["a", "b", "c"] { _ = try own.schedule(request(id, .after(seconds: 1)), at: at(0), in: Self.setting) }
    _ = own.fire(at: at(2_000), in: Self.setting)
    for id in ["d", "e", "f"] { _ = try own.schedule(request(id, .after(seconds: 9)), at: at(2_000), in: Self.setting) }
    let store = try directory.open()
    var saved = own
    try store.transaction { try $0.save(own, replacing: nil, of: family) }
    func written() throws -> Int {
      defer { saved = own }
      return try store.transaction { transaction in
        let before = transaction.rowsWritten
        try transaction.save(own, replacing: saved, of: family)
        return transaction.rowsWritten - before
      }
    }
    #expect(own.listed.count == 3 && own.pending.count == 3)
    #expect(try written() == 0)
    // The row with the badge and the last number is written with every change.
    try own.setBadge(7)
    #expect(try written() == 1)
    own.wereAnnounced([own.listed[1].number])
    #expect(try written() == 2)
    _ = own.remove(own.listed[0].number)
    #expect(try written() == 2)
    own.cancel(["e"], .all)
    #expect(try written() == 2)
    _ = try own.schedule(request("d", .after(seconds: 8)), at: at(2_500), in: Self.setting)
    #expect(try written() == 2)
    #expect(try store.read { try $0.notifications() } == [family: own])
  }

  @Test(arguments: UInt64(0)..<10)
  func `the rows hold the last saved notifications, in this process and after reopening (Q8)`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var (own, saved) = (FamilyNotifications(), FamilyNotifications?.none)
    var now = at(1_000)
    for _ in 0..<30 {
      let id = "n\(Int.random(in: 0..<5, using: &random))"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try own.schedule(request(id, nil), at: now, in: Self.setting)
      case 1:
        _ = try own.schedule(
          request(id, .after(seconds: .random(in: 1...9, using: &random))), at: now, in: Self.setting)
      case 2:
        _ = try own.schedule(
          request(id, .at(ScheduleComponents(minute: 4, second: 2), repeats: true)), at: now, in: Self.setting)
      case 3: own.cancel([id], .all)
      case 4: try own.setBadge(.random(in: 0...99_999, using: &random))
      default: _ = own.listed.randomElement(using: &random).map { own.remove($0.number) }
      }
      now = now.advanced(by: .random(in: 0...4_000, using: &random))
      _ = own.fire(at: now, in: Self.setting)
      own.wereAnnounced(Set(own.listed.map(\.number).filter { _ in Bool.random(using: &random) }))
      let store = try directory.open()
      try store.transaction { try $0.save(own, replacing: saved, of: family) }
      saved = own
      #expect(try store.read { try $0.notifications() } == [family: own])
    }
    let store = try directory.open()
    #expect(try store.read { try $0.notifications() } == [family: own])
    try store.transaction { try $0.save(nil, replacing: own, of: family) }
    #expect(try store.read { try $0.notifications() } == [:])
  }
}
