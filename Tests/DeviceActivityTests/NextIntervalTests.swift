// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionProtocol
import Foundation
import SDKTestSupport
import Testing

/// The vectors of `screen-time.md`, computed in a callback so that `now` and the time zone are those of the request.
@Suite struct NextIntervalTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let id: String
    let start: DateComponents
    let end: DateComponents
    let now: String
    let expected: String?
    var zone = "America/Los_Angeles"

    var testDescription: String { id }
  }

  private static func time(_ hour: Int, _ minute: Int = 0) -> DateComponents {
    DateComponents(hour: hour, minute: minute)
  }

  private static func date(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) -> DateComponents {
    DateComponents(year: 2026, month: month, day: day, hour: hour, minute: minute)
  }

  /// N3 to N9: 09:00 to 17:00 on a weekday, searched on Thursday 2026-08-13 at 13:26.
  private static func weekday(_ index: Int, _ day: Int) -> Vector {
    Vector(
      id: "N\(index + 2)", start: DateComponents(hour: 9, weekday: index),
      end: DateComponents(hour: 17, weekday: index),
      now: "2026-08-13T20:26:00Z", expected: "2026-08-\(day)T16:00:00Z/2026-08-\(day + 1)T00:00:00Z")
  }

  static let vectors: [Vector] = [
    Vector(
      id: "N1", start: time(6), end: time(5, 59), now: "2026-08-22T15:00:00Z",
      expected: "2026-08-22T13:00:00Z/2026-08-23T12:59:00Z"),
    Vector(
      id: "N2", start: time(0), end: time(23, 59), now: "2026-08-22T15:00:00Z",
      expected: "2026-08-22T07:00:00Z/2026-08-23T06:59:00Z"),
    Vector(
      id: "N10", start: time(0), end: time(0), now: "2026-08-22T15:00:00Z",
      expected: "2026-08-22T07:00:00Z/2026-08-23T07:00:00Z"),
    weekday(1, 16), weekday(2, 17), weekday(3, 18), weekday(4, 19), weekday(5, 13), weekday(6, 14), weekday(7, 15),
    Vector(
      id: "N11a", start: DateComponents(hour: 9, weekday: 2), end: DateComponents(hour: 17, weekday: 6),
      now: "2026-08-12T20:00:00Z", expected: "2026-08-10T16:00:00Z/2026-08-15T00:00:00Z"),
    Vector(
      id: "N11b", start: DateComponents(hour: 9, weekday: 2), end: DateComponents(hour: 17, weekday: 6),
      now: "2026-08-15T20:00:00Z", expected: "2026-08-17T16:00:00Z/2026-08-22T00:00:00Z"),
    Vector(
      id: "N12a", start: time(9), end: time(17), now: "2026-08-13T16:00:00Z",
      expected: "2026-08-13T16:00:00Z/2026-08-14T00:00:00Z"),
    Vector(
      id: "N12b", start: time(9), end: time(17), now: "2026-08-14T00:00:00Z",
      expected: "2026-08-14T16:00:00Z/2026-08-15T00:00:00Z"),
    Vector(
      id: "N13", start: date(8, 13, 13, 30), end: date(8, 13, 14), now: "2026-08-13T20:26:00Z",
      expected: "2026-08-13T20:30:00Z/2026-08-13T21:00:00Z"),
    Vector(id: "N14", start: date(8, 12, 9), end: date(8, 12, 10), now: "2026-08-13T20:26:00Z", expected: nil),
    Vector(id: "N15", start: date(8, 13, 15), end: date(8, 13, 14), now: "2026-08-13T20:26:00Z", expected: nil),
    Vector(
      id: "N16", start: DateComponents(minute: 0), end: DateComponents(minute: 15), now: "2026-08-13T20:26:00Z",
      expected: "2026-08-13T21:00:00Z/2026-08-13T21:15:00Z"),
    Vector(
      id: "N17", start: DateComponents(day: 31, hour: 9), end: DateComponents(day: 31, hour: 10),
      now: "2026-09-01T19:00:00Z", expected: "2026-10-01T16:00:00Z/2026-10-01T17:00:00Z"),
    Vector(
      id: "N18", start: time(2, 30), end: time(4), now: "2026-03-08T08:30:00Z",
      expected: "2026-03-08T10:30:00Z/2026-03-08T11:00:00Z"),
    Vector(
      id: "N19", start: time(2), end: time(2, 20), now: "2026-03-08T08:30:00Z",
      expected: "2026-03-08T10:00:00Z/2026-03-08T10:20:00Z"),
    Vector(
      id: "N20", start: time(1), end: time(2, 30), now: "2026-03-08T08:30:00Z",
      expected: "2026-03-08T09:00:00Z/2026-03-08T10:30:00Z"),
    Vector(
      id: "N21", start: time(1), end: time(3), now: "2026-03-08T08:30:00Z",
      expected: "2026-03-08T09:00:00Z/2026-03-08T10:00:00Z"),
    Vector(
      id: "N22", start: time(0), end: time(0), now: "2026-03-08T19:00:00Z",
      expected: "2026-03-08T08:00:00Z/2026-03-09T07:00:00Z"),
    Vector(
      id: "N23", start: time(0), end: time(23, 59), now: "2026-11-01T20:00:00Z",
      expected: "2026-11-01T07:00:00Z/2026-11-02T07:59:00Z"),
    Vector(
      id: "N24", start: time(1, 30), end: time(3), now: "2026-11-01T07:30:00Z",
      expected: "2026-11-01T09:30:00Z/2026-11-01T11:00:00Z"),
    Vector(
      id: "N25", start: time(1), end: time(1, 30), now: "2026-11-01T07:30:00Z",
      expected: "2026-11-01T08:00:00Z/2026-11-01T08:30:00Z"),
    Vector(
      id: "N25 at 01:40 PDT", start: time(1), end: time(1, 30), now: "2026-11-01T08:40:00Z",
      expected: "2026-11-01T09:00:00Z/2026-11-01T09:30:00Z"),
    Vector(
      id: "N26", start: time(2, 30), end: time(4), now: "2026-03-28T23:30:00Z",
      expected: "2026-03-29T01:30:00Z/2026-03-29T02:00:00Z", zone: "Europe/Berlin"),
  ]

  @Test(arguments: vectors) func `nextInterval finds the interval of the vector (N1–N26, D3, D4)`(_ vector: Vector)
    throws
  {
    var environment = CallbackHarness.environment
    environment.timeZone = vector.zone
    let now = try Date(vector.now, strategy: .iso8601)
    let schedule = DeviceActivitySchedule(intervalStart: vector.start, intervalEnd: vector.end, repeats: true)
    _ = try CallbackHarness.run(
      snapshot: Snapshot(environment: environment), now: Int64(now.timeIntervalSince1970 * 1_000)
    ) {
      let found = schedule.nextInterval.map { "\($0.start.formatted(.iso8601))/\($0.end.formatted(.iso8601))" }
      #expect(found == vector.expected)
    }
  }

  @Test func `nextInterval needs neither registration nor approval (D3)`() throws {
    let schedule = DeviceActivitySchedule(intervalStart: Self.time(9), intervalEnd: Self.time(17), repeats: true)
    for authorization in [Authorization.notDetermined, .denied, .approved] {
      _ = try CallbackHarness.run(
        snapshot: Snapshot(environment: CallbackHarness.environment, authorization: authorization)
      ) {
        #expect(schedule.nextInterval?.duration == 28_800.0)
      }
    }
  }

  @Test func `the components' own time zone counts, the zone of their calendar does not (D3)`() throws {
    var tokyo = Calendar(identifier: .gregorian)
    tokyo.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let schedule = { (zone: TimeZone?) in
      DeviceActivitySchedule(
        intervalStart: DateComponents(calendar: tokyo, timeZone: zone, hour: 9),
        intervalEnd: DateComponents(calendar: tokyo, timeZone: zone, hour: 17), repeats: true)
    }
    _ = try CallbackHarness.run(snapshot: Snapshot(environment: CallbackHarness.environment)) {
      // 13:26 in Los Angeles: inside the interval there, and after the end of the interval in Tokyo.
      let instants = [nil, tokyo.timeZone].map { schedule($0).nextInterval?.start.formatted(.iso8601) }
      #expect(instants == ["2026-08-13T16:00:00Z", "2026-08-14T00:00:00Z"])
    }
  }
}
