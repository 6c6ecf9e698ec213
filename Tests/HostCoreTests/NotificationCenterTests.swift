// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The notifications of all families that a device keeps over its store.
@Suite struct NotificationCenterTests {
  private static let family = FamilyID("home")
  private static let now = Timestamp(milliseconds: 1_792_360_800_000)

  private let scratch = Scratch()
  private let store: DeviceStore

  init() throws { store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated) }

  private func notifications(due: [Int64], listed: [Int64] = []) -> FamilyNotifications {
    func request(_ id: String) -> NotificationRequest {
      NotificationRequest(id: id, title: "Title", body: "Text", scheduledAt: Self.now)
    }
    return FamilyNotifications(
      pending: Dictionary(
        uniqueKeysWithValues: due.map {
          ("p\($0)", PendingNotification(request("p\($0)"), dueAt: Self.now.advanced(by: $0)))
        }),
      listed: listed.map {
        ListedNotification(request("l\($0)"), number: $0, dueAt: Self.now, firedAt: Self.now)
      }, lastNumber: listed.max() ?? 0)
  }

  @Test func `the next notification is the earliest of all families, and is due at its instant`() throws {
    let center = try store.read { try HostCore.NotificationCenter($0) }
    #expect(center.nextDue == nil && !center.isDue(at: .distantFuture))
    center.change(Self.family) { $0 = notifications(due: [2_000, 1_000]) }
    center.change(FamilyID("work")) { $0 = notifications(due: [500]) }
    #expect(center.nextDue == Self.now.advanced(by: 500))
    #expect(center.isDue(at: Self.now.advanced(by: 500)) && !center.isDue(at: Self.now.advanced(by: 499)))
    center.remove(FamilyID("work"))
    #expect(center.nextDue == Self.now.advanced(by: 1_000) && center.families.keys.sorted() == [Self.family])
  }

  @Test func `a family without notifications is not kept, unless it had some`() throws {
    let center = try store.read { try HostCore.NotificationCenter($0) }
    center.change(Self.family) { $0 = FamilyNotifications() }
    #expect(center.families.isEmpty && !center.hasUnsaved)
    center.change(Self.family) { $0 = notifications(due: [], listed: [1]) }
    center.change(Self.family) { $0 = FamilyNotifications(lastNumber: 1) }
    #expect(center.families == [Self.family: FamilyNotifications(lastNumber: 1)] && center.hasUnsaved)
  }

  @Test func `only the issued notifications were shown, and none of a removed family or after a reload`() throws {
    let center = try store.read { try HostCore.NotificationCenter($0) }
    func announced() -> [Int64] { center[Self.family].listed.filter(\.isAnnounced).map(\.number) }
    func list() { center.change(Self.family) { $0 = notifications(due: [], listed: [1, 2, 3]) } }
    list()
    center.issue(1, of: Self.family)
    center.issue(3, of: Self.family)
    #expect(announced() == [])
    center.commandsWereCarriedOut()
    #expect(announced() == [1, 3])
    list()
    center.commandsWereCarriedOut()
    #expect(announced() == [])
    center.issue(2, of: Self.family)
    center.remove(Self.family)
    list()
    center.commandsWereCarriedOut()
    #expect(announced() == [])
    center.issue(2, of: Self.family)
    try store.read { try center.reload($0) }
    #expect(center.families.isEmpty && !center.hasUnsaved)
    list()
    center.commandsWereCarriedOut()
    #expect(announced() == [])
  }

  @Test func `notifications are saved by family, and removed ones are deleted`() throws {
    func center() throws -> HostCore.NotificationCenter {
      try store.read { try HostCore.NotificationCenter($0) }
    }
    let first = try center()
    first.change(Self.family) { $0 = notifications(due: [1_000], listed: [1]) }
    first.change(FamilyID("work")) { $0 = notifications(due: [500]) }
    try store.transaction { try first.save(in: $0) }
    #expect(!first.hasUnsaved)
    let second = try center()
    #expect(second.families == first.families && second.nextDue == Self.now.advanced(by: 500) && !second.hasUnsaved)
    second.remove(FamilyID("work"))
    #expect(second.hasUnsaved)
    try store.transaction { try second.save(in: $0) }
    #expect(try center().families.keys.sorted() == [Self.family] && !second.hasUnsaved)
  }
}
