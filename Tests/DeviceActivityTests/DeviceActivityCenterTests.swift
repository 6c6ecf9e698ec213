// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import ManagedSettings
import SDKTestSupport
import Testing

@Suite struct DeviceActivityCenterTests {
  private typealias Failure = DeviceActivityCenter.MonitoringError

  private static let approved = Snapshot(environment: CallbackHarness.environment, authorization: .approved)

  private static func day(_ start: DateComponents, _ end: DateComponents) -> DeviceActivitySchedule {
    DeviceActivitySchedule(intervalStart: start, intervalEnd: end, repeats: true)
  }

  private static let afternoon = day(DateComponents(hour: 16), DateComponents(hour: 20))

  private static func full(_ authorization: Authorization) -> Snapshot {
    var snapshot = Snapshot(environment: CallbackHarness.environment, authorization: authorization)
    let schedule = MonitoringSchedule(
      start: DateComponentsValue([.hour: 9]), end: DateComponentsValue([.hour: 17]), repeats: true)
    snapshot.activities = (10..<30).map { ActivitySnapshot(name: "a\($0)", schedule: schedule, events: []) }
    return snapshot
  }

  /// The name of the error that `startMonitoring` throws for a schedule, or `nil`.
  private static func failure(
    _ schedule: DeviceActivitySchedule, named name: String = "new", snapshot: Snapshot = approved,
    behaviour: Behaviour = .strict, events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:]
  ) throws -> String? {
    var thrown: String?
    _ = try CallbackHarness.run(behaviour: behaviour, snapshot: snapshot) {
      do { try DeviceActivityCenter().startMonitoring(.init(name), during: schedule, events: events) } catch {
        thrown = (error as? EffectViolation)?.code.rawValue ?? "\(error)"
      }
    }
    return thrown
  }

  @Test func `checks the shape of a schedule before its length (L1–L11, D1, D6)`() throws {
    let time = { DateComponents(hour: $0, minute: $1, second: $2) }
    #expect(try Self.failure(Self.day(time(9, 0, 0), time(9, 14, 59))) == "intervalTooShort")
    #expect(try Self.failure(Self.day(time(9, 0, 0), time(9, 15, 0))) == nil)
    let monday = DateComponents(hour: 9, weekday: 2)
    #expect(try Self.failure(Self.day(monday, monday)) == nil)
    let long = DeviceActivitySchedule(
      intervalStart: DateComponents(year: 2026, month: 9, day: 1, hour: 9),
      intervalEnd: DateComponents(year: 2026, month: 9, day: 9, hour: 9), repeats: false)
    #expect(try Self.failure(long) == "intervalTooLong")
    let past = DeviceActivitySchedule(
      intervalStart: DateComponents(year: 2026, month: 8, day: 12, hour: 9),
      intervalEnd: DateComponents(year: 2026, month: 8, day: 12, hour: 10), repeats: false)
    #expect(try Self.failure(past) == "invalidDateComponents")
    let mixed = Self.day(DateComponents(hour: 9), DateComponents(hour: 17, weekday: 6))
    #expect(try Self.failure(mixed) == "invalidDateComponents")
    #expect(try Self.failure(Self.day(DateComponents(), DateComponents())) == "invalidDateComponents")
    #expect(try Self.failure(Self.day(time(25, 0, 0), time(26, 0, 0))) == "invalidDateComponents")
    let fortnight = Self.day(
      DateComponents(hour: 9, weekday: 1), DateComponents(year: 2026, month: 8, day: 21, hour: 9))
    #expect(try Self.failure(fortnight, snapshot: Self.full(.denied)) == "invalidDateComponents", "V7")
    let february = DateComponents(month: 2, day: 30)
    #expect(try Self.failure(Self.day(february, february)) == "invalidDateComponents")
  }

  @Test func `measures length in nominal time on the day the clocks change (L3, D6)`() throws {
    let start = try Date("2026-03-08T08:30:00Z", strategy: .iso8601)
    _ = try CallbackHarness.run(snapshot: Self.approved, now: Int64(start.timeIntervalSince1970 * 1_000)) {
      let schedule = Self.day(DateComponents(hour: 1, minute: 55), DateComponents(hour: 3, minute: 5))
      #expect(throws: Never.self) { try DeviceActivityCenter().startMonitoring(.init("l3"), during: schedule) }
    }
  }

  @Test func `checks the length before approval, and approval before the number of activities (V1–V6, D7)`() throws {
    let denied = Snapshot(environment: CallbackHarness.environment, authorization: .denied)
    let short = Self.day(DateComponents(hour: 9), DateComponents(hour: 9, minute: 14))
    let quarter = Self.day(DateComponents(hour: 9), DateComponents(hour: 9, minute: 15))
    #expect(try Self.failure(short, snapshot: denied) == "intervalTooShort")
    #expect(try Self.failure(quarter, snapshot: denied) == "unauthorized")
    #expect(try Self.failure(quarter, snapshot: Self.full(.approved)) == "excessiveActivities")
    #expect(try Self.failure(quarter, named: "a10", snapshot: Self.full(.approved)) == nil)
    #expect(try Self.failure(short, snapshot: Self.full(.approved)) == "intervalTooShort")
    #expect(try Self.failure(quarter, snapshot: Self.full(.denied)) == "unauthorized")
  }

  @Test func `refuses a threshold under a minute, which compat raises (E9, §4, §8)`() throws {
    let event = { DeviceActivityEvent(threshold: DateComponents(second: $0)) }
    #expect(try Self.failure(Self.afternoon, events: [.init("e"): event(59)]) == "invalidDateComponents")
    #expect(try Self.failure(Self.afternoon, events: [.init("e"): event(60)]) == nil)
    #expect(try Self.failure(Self.afternoon, behaviour: .appleCompatible, events: [.init("e"): event(5)]) == nil)
    let almost = DeviceActivityEvent(threshold: DateComponents(second: 59, nanosecond: 999_999_999))
    #expect(try Self.failure(Self.afternoon, events: [.init("e"): almost]) == "invalidDateComponents")
    let months = DeviceActivityEvent(threshold: DateComponents(month: 1))
    #expect(try Self.failure(Self.afternoon, events: [.init("e"): months]) == "invalidDateComponents")
  }

  @Test func `refuses a name with a line feed and the 257th event (§4)`() throws {
    #expect(try Self.failure(Self.afternoon, named: "a\nb") == "name.invalid")
    let hour = DeviceActivityEvent(threshold: DateComponents(hour: 1))
    let events = (0...256).map { (DeviceActivityEvent.Name("\($0)"), hour) }
    #expect(
      try Self.failure(Self.afternoon, events: Dictionary(uniqueKeysWithValues: events)) == "limit.events")
  }

  @Test func `reads back the activities started and stopped in the same callback`() throws {
    let outcome = try CallbackHarness.run(snapshot: Self.approved) {
      let center = DeviceActivityCenter()
      let event = DeviceActivityEvent(threshold: DateComponents(minute: 90))
      try center.startMonitoring(.init("b"), during: Self.afternoon, events: [.init("e"): event])
      try center.startMonitoring(.init("a"), during: Self.afternoon)
      #expect(center.activities == [.init("a"), .init("b")])
      #expect(center.schedule(for: .init("b")) == Self.afternoon)
      #expect(center.events(for: .init("b")) == [.init("e"): event])
      center.stopMonitoring([.init("b"), .init("unknown")])
      #expect(center.activities == [.init("a")])
      center.stopMonitoring()
    }
    #expect(outcome.commits.isEmpty)
    #expect(outcome.effects.map(\.kind) == [.startMonitoring, .startMonitoring, .stopMonitoring, .stopMonitoring])
    #expect(outcome.effects.last == .stopMonitoring(activities: []))
  }

  @Test func `sends tokens to the host for validation, with the effects collected before (V8, C3)`() throws {
    let token = try JSONDecoder().decode(
      ApplicationToken.self, from: Data(#"{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gV/HOn0"}"#.utf8))
    let event = DeviceActivityEvent(applications: [token], threshold: DateComponents(minute: 30))
    let accepted = try CallbackHarness.run(
      snapshot: Self.approved,
      answer: { _, _ in .success(CommitResult(revision: 2, snapshot: Self.approved).wire) }
    ) {
      DeviceActivityCenter().stopMonitoring([.init("old")])
      try DeviceActivityCenter().startMonitoring(.init("x"), during: Self.afternoon, events: [.init("e"): event])
    }
    #expect(accepted.commits.first?.effects.map(\.kind) == [.stopMonitoring, .startMonitoring])
    #expect(accepted.effects.isEmpty)

    let refused = try CallbackHarness.run(
      snapshot: Self.approved,
      answer: { _, _ in .failure(HandlerFailure(ErrorObject(.unknownToken, "No such token."))) }
    ) {
      let error = #expect(throws: EffectViolation.self) {
        try DeviceActivityCenter().startMonitoring(.init("x"), during: Self.afternoon, events: [.init("e"): event])
      }
      #expect(error?.code == .tokenUnknown)
    }
    #expect(refused.error == nil)
  }

  @Test func `a sealed process may not start monitoring (C16)`() throws {
    let item = ShieldConfigurationArguments.Item(
      kind: .application, token: try #require(WireToken("AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0")), name: "Game")
    _ = try CallbackHarness.run(
      point: .shieldConfiguration,
      callback: .shieldConfiguration(.init(item: item, category: nil, isRedraw: false))
    ) {
      #expect(throws: Failure.unauthorized) {
        try DeviceActivityCenter().startMonitoring(.init("x"), during: Self.afternoon)
      }
    }
  }
}
