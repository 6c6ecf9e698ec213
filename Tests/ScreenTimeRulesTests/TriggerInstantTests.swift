// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// When a trigger that names a date or a time of day is due, at and around the instants at which the answer changes.
@Suite struct TriggerInstantTests {
  private let setting = TriggerSetting(place: CalendarPlace(timeZone: "Europe/Berlin"))
  private let date = Bench.time("2026-10-19 07:59Z")
  private let absolute = NotificationRequest.Trigger.at(
    ScheduleComponents(year: 2026, month: 10, day: 19, hour: 9, minute: 59), repeats: false)
  private let daily = NotificationRequest.Trigger.at(ScheduleComponents(hour: 9, minute: 59), repeats: true)

  private func request(_ trigger: NotificationRequest.Trigger) -> NotificationRequest {
    NotificationRequest(id: "n", title: "t", body: "b", trigger: trigger, scheduledAt: date)
  }

  @Test func `a date that is ahead is due then, and one that passed less than two minutes ago is due at once`() throws {
    for early in [1, 60_000, 86_400_000] as [Int64] {
      #expect(try setting.due(of: request(absolute), at: date.advanced(by: -early)) == date)
    }
    for late in [0, 1, 119_999] as [Int64] {
      let now = date.advanced(by: late)
      #expect(try setting.due(of: request(absolute), at: now) == now)
    }
    for late in [120_000, 120_001] as [Int64] {
      #expect(throws: EffectViolation.self) {
        try setting.due(of: request(absolute), at: date.advanced(by: late))
      }
    }
  }

  @Test func `a time of day that has just passed is due on the next day`() throws {
    #expect(try setting.due(of: request(daily), at: date.advanced(by: -1)) == date)
    #expect(try setting.due(of: request(daily), at: date.advanced(by: 30_000)) == date.advanced(by: 86_400_000))
  }

  @Test func `a notification that is shown at its following instant waits for the one after that`() {
    let item = PendingNotification(request(daily), dueAt: date)
    let day: Int64 = 86_400_000
    for (late, next) in [(0, day), (day - 1, day), (day, 2 * day), (day + 1, 2 * day)] as [(Int64, Int64)] {
      #expect(setting.next(of: item, at: date.advanced(by: late)) == date.advanced(by: next), "\(late)")
    }
  }

  @Test func `a setting and a listed notification hold nothing special unless it is given`() {
    #expect(!setting.allowsMixed)
    let listed = ListedNotification(request(daily), number: 1, dueAt: date, firedAt: date)
    #expect(!listed.isAnnounced && !listed.isSilenced && listed.reason == .noFocus)
  }
}
