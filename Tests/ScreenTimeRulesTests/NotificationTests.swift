// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

@Suite struct NotificationTests {
  private let setting = TriggerSetting(place: CalendarPlace(timeZone: "Europe/Berlin"))
  private let now = Bench.time("2026-10-19 08:00Z")

  private func request(_ id: String, _ trigger: NotificationRequest.Trigger?) -> NotificationRequest {
    NotificationRequest(id: id, title: "t", body: "b", trigger: trigger, scheduledAt: now)
  }

  private func code(_ trigger: NotificationRequest.Trigger) -> EffectViolation.Code? {
    var own = FamilyNotifications()
    do throws(EffectViolation) {
      _ = try own.schedule(request("n", trigger), at: now, in: setting)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `is due at once without a trigger, otherwise after its seconds or at its date (Q1)`() throws {
    var own = FamilyNotifications()
    #expect(try own.schedule(request("now", nil), at: now, in: setting))
    #expect(try !own.schedule(request("soon", .after(seconds: 90)), at: now, in: setting))
    #expect(
      try !own.schedule(request("daily", .at(ScheduleComponents(hour: 20), repeats: true)), at: now, in: setting))
    #expect(own.pending["soon"]?.dueAt == now.advanced(by: 90_000))
    #expect(own.pending["daily"]?.dueAt == Bench.time("2026-10-19 18:00Z"))
    #expect(own.fire(at: now, in: setting).shown.map(\.request.id) == ["now"])
    #expect(own.nextDue == now.advanced(by: 90_000))
    // A second is the least.
    #expect(try !own.schedule(request("next", .after(seconds: 1)), at: now, in: setting))
    #expect(own.nextDue == now.advanced(by: 1_000))
  }

  @Test(
    arguments: [
      .after(seconds: 0), .after(seconds: -5), .after(seconds: .max), .at(ScheduleComponents(), repeats: false),
      .at(ScheduleComponents(month: 2, day: 30), repeats: true),
      .at(ScheduleComponents(year: 2026, month: 10, day: 18), repeats: false),
      .at(ScheduleComponents(year: 2026, month: 10, day: 19, hour: 9), repeats: true),
    ] as [NotificationRequest.Trigger])
  func `refuses an interval that is not positive and a date that never comes (Q1)`(
    trigger: NotificationRequest.Trigger
  ) {
    #expect(code(trigger) == .fault(.notificationTrigger))
  }

  @Test func `a date that passed while its callback ran is due at once (Q1)`() throws {
    var own = FamilyNotifications()
    let date = ScheduleComponents(year: 2026, month: 10, day: 19, hour: 9, minute: 59)
    #expect(try own.schedule(request("n", .at(date, repeats: false)), at: now.advanced(by: 30_000), in: setting))
  }

  @Test func `holds 64 pending, not counting a replacement or one due at once (Q6)`() throws {
    var own = FamilyNotifications()
    for number in 0..<64 { _ = try own.schedule(request("\(number)", .after(seconds: 9)), at: now, in: setting) }
    let full = own
    let error = #expect(throws: EffectViolation.self) {
      try own.schedule(request("more", .after(seconds: 9)), at: now, in: setting)
    }
    #expect(error?.code == .limit(.pending) && error?.limit == 64 && error?.actual == 65)
    #expect(own == full)
    #expect(try !own.schedule(request("7", .after(seconds: 20)), at: now, in: setting))
    #expect(own.pending.count == 64 && own.pending["7"]?.dueAt == now.advanced(by: 20_000))
    #expect(try own.schedule(request("now", nil), at: now, in: setting))
  }

  @Test func `lists 256, the newest of each identifier, and drops the oldest (Q4, Q6)`() throws {
    var own = FamilyNotifications()
    var left = 0
    for number in 0..<300 {
      _ = try own.schedule(request("\(number)", nil), at: now, in: setting)
      left += own.fire(at: now, in: setting).left
    }
    #expect(own.listed.count == 256 && left == 44)
    #expect(own.listed.first?.request.id == "44")
    _ = try own.schedule(request("100", nil), at: now.advanced(by: 5), in: setting)
    #expect(own.fire(at: now.advanced(by: 5), in: setting).left == 0)
    #expect(own.listed.count == 256 && own.listed.last?.request.id == "100" && own.listed.last?.number == 301)
  }

  @Test func `cancels one or all, of the pending, the listed or both (Q7)`() throws {
    var own = FamilyNotifications()
    for id in ["a", "b"] {
      _ = try own.schedule(request(id, nil), at: now, in: setting)
      _ = own.fire(at: now, in: setting)
      _ = try own.schedule(request(id, .after(seconds: 5)), at: now, in: setting)
    }
    func after(_ ids: [String], _ part: NotificationPart) -> [[String]] {
      var copy = own
      copy.cancel(ids, part)
      return [copy.pending.keys.sorted(), copy.listed.map(\.request.id)]
    }
    #expect(after(["a"], .pending) == [["b"], ["a", "b"]])
    #expect(after(["a"], .listed) == [["a", "b"], ["b"]])
    #expect(after(["a", "unknown"], .all) == [["b"], ["b"]])
    #expect(after([], .pending) == [[], ["a", "b"]])
    #expect(after([], .listed) == [["a", "b"], []])
    #expect(after([], .all) == [[], []])
  }

  @Test func `a notification leaves the list by its number, once`() throws {
    var own = FamilyNotifications()
    for id in ["a", "b", "c"] { _ = try own.schedule(request(id, nil), at: now, in: setting) }
    _ = own.fire(at: now, in: setting)
    #expect(own.remove(2)?.request.id == "b" && own.listed.map(\.request.id) == ["a", "c"])
    #expect(own.remove(2) == nil && own.remove(9) == nil && own.listed.count == 2)
  }

  @Test func `a family's triggers follow the device's zone and the family's own behaviour`() {
    var state = Bench(at: "2026-10-19 08:00").state
    for mode in [FamilyMode.strict, .appleCompatible] {
      state.families[Bench.family]?.mode = mode
      let setting = TriggerSetting(of: Bench.family, in: state)
      #expect(setting.place == state.place && setting.allowsMixed == (mode == .appleCompatible))
    }
    #expect(!TriggerSetting(of: FamilyID("unknown"), in: state).allowsMixed)
  }

  @Test func `only the notifications whose commands were carried out count as announced`() throws {
    var own = FamilyNotifications()
    for id in ["a", "b", "c", "d"] { _ = try own.schedule(request(id, nil), at: now, in: setting) }
    _ = own.fire(at: now, in: setting)
    #expect(own.listed.map(\.isAnnounced) == [false, false, false, false])
    own.wereAnnounced([])
    own.wereAnnounced([2, 4, 99])
    #expect(own.listed.map(\.isAnnounced) == [false, true, false, true])
    own.wereAnnounced([1])
    #expect(own.listed.map(\.isAnnounced) == [true, true, false, true])
  }

  @Test(arguments: [Int64.min, -1, 100_000, .max]) func `refuses a badge out of range (Q10)`(count: Int64) throws {
    var own = FamilyNotifications(badge: 3)
    let error = #expect(throws: EffectViolation.self) { try own.setBadge(count) }
    #expect(error?.code == .fault(.badgeRange) && own.badge == 3)
    try own.setBadge(0)
    #expect(own.isEmpty)
  }

  @Test func `a repeating notification is shown once after downtime, then at its next date (Q8)`() throws {
    var own = FamilyNotifications()
    _ = try own.schedule(request("daily", .at(ScheduleComponents(hour: 20), repeats: true)), at: now, in: setting)
    let back = Bench.time("2026-10-24 12:00Z")
    let shown = own.fire(at: back, in: setting).shown
    #expect(shown.map(\.dueAt) == [Bench.time("2026-10-19 18:00Z")] && shown.map(\.firedAt) == [back])
    #expect(own.nextDue == Bench.time("2026-10-24 18:00Z"))
    // The clocks go back that night, so eight in the evening is an hour later in UTC.
    _ = own.fire(at: Bench.time("2026-10-24 18:00Z"), in: setting)
    #expect(own.nextDue == Bench.time("2026-10-25 19:00Z"))
  }

  @Test func `a change of zone or a clock set back computes dates again (Q8)`() throws {
    var own = FamilyNotifications()
    _ = try own.schedule(request("date", .at(ScheduleComponents(hour: 20), repeats: true)), at: now, in: setting)
    _ = try own.schedule(
      request("fixed", .at(ScheduleComponents(timeZone: "UTC", hour: 20), repeats: true)), at: now, in: setting)
    _ = try own.schedule(request("timer", .after(seconds: 600)), at: now, in: setting)
    own.findAgain(at: now, in: TriggerSetting(place: CalendarPlace(timeZone: "America/New_York")))
    #expect(own.pending["date"]?.dueAt == Bench.time("2026-10-20 00:00Z"))
    #expect(own.pending["fixed"]?.dueAt == Bench.time("2026-10-19 20:00Z"))
    own.findAgain(at: now.advanced(by: -7 * 86_400_000), in: setting)
    #expect(own.pending["date"]?.dueAt == Bench.time("2026-10-12 18:00Z"))
    #expect(own.pending["timer"]?.dueAt == now.advanced(by: -7 * 86_400_000 + 600_000))
  }

  @Test func `a notification that is due at the instant of a change stays due (Q8)`() throws {
    var own = FamilyNotifications()
    _ = try own.schedule(request("date", .at(ScheduleComponents(hour: 20), repeats: true)), at: now, in: setting)
    let due = try #require(own.nextDue)
    own.findAgain(at: due, in: setting)
    #expect(own.nextDue == due)
    own.findAgain(at: due.advanced(by: 1), in: setting)
    #expect(own.fire(at: due.advanced(by: 1), in: setting).shown.map(\.dueAt) == [due])
  }

  /// Generated days of scheduling and time, run in small steps and in large ones.
  @Test(arguments: UInt64(0)..<40)
  func `shows each instant once and on time, however time is divided (Q5, Q8)`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scene = LocalTimeOracle.scenes[Int(seed) % LocalTimeOracle.scenes.count]
    let setting = TriggerSetting(place: scene.place)
    let start = scene.instant.advanced(by: -3 * 86_400_000)
    var (fine, coarse) = (FamilyNotifications(), FamilyNotifications())
    for number in 0..<20 {
      let trigger: NotificationRequest.Trigger =
        Bool.random(using: &random)
        ? .after(seconds: Int64.random(in: 1...500_000, using: &random))
        : .at(IntervalOracleTests.ends(&random).0, repeats: Bool.random(using: &random))
      _ = try fine.schedule(request("\(number)", trigger), at: start, in: setting)
      _ = try coarse.schedule(request("\(number)", trigger), at: start, in: setting)
    }
    func run(_ own: inout FamilyNotifications, step: () -> Int64) -> [String: [Timestamp]] {
      var shown: [String: [Timestamp]] = [:]
      var time = start
      let end = start.advanced(by: 6 * 86_400_000)
      while time < end {
        time = min(time.advanced(by: step()), own.nextDue ?? end, end)
        for item in own.fire(at: time, in: setting).shown {
          shown[item.request.id, default: []].append(item.firedAt)
          if item.dueAt != item.firedAt { Issue.record("\(item) is late") }
        }
      }
      return shown
    }
    let shown = run(&fine) { Int64.random(in: 1...3_600_000, using: &random) }
    #expect(shown == run(&coarse) { 40 * 86_400_000 })
    for (id, times) in shown { #expect(Set(times).count == times.count && times == times.sorted(), "\(id)") }
    #expect(fine == coarse && !shown.isEmpty)
  }
}
