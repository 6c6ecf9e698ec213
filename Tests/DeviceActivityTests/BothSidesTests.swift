// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionProtocol
import Foundation
import SDKTestSupport
import ScreenTimeRules
import Testing

/// The SDK and the host convert a schedule by different code before they call the shared interval search. Generated
/// schedules check that both pass it the same schedule (C3).
@Suite struct BothSidesTests {
  /// One schedule in the types of the SDK and of the host.
  struct Pair: Sendable {
    var sdk: DeviceActivitySchedule
    var host: Schedule
  }

  static let zones = [
    "America/Los_Angeles", "Australia/Lord_Howe", "America/Havana", "Antarctica/Troll", "Asia/Kathmandu",
    "Europe/Berlin",
  ]

  /// SplitMix64.
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static func end(_ random: inout Generator, shape: Int, isWild: Bool) -> (DateComponents, ScheduleComponents) {
    func value(_ range: ClosedRange<Int>) -> Int {
      isWild && Int.random(in: 0..<12, using: &random) == 0
        ? Int.random(in: (range.lowerBound - 3)...(range.upperBound + 3), using: &random)
        : Int.random(in: range, using: &random)
    }
    var sdk = DateComponents()
    if shape != 0 { sdk.hour = value(0...23) }
    sdk.minute = value(0...59)
    if Bool.random(using: &random) { sdk.second = value(0...59) }
    switch shape {
    case 2: sdk.weekday = value(1...7)
    case 3: sdk.day = value(1...31)
    case 4: (sdk.month, sdk.day) = (value(1...12), value(1...31))
    case 5: (sdk.year, sdk.month, sdk.day) = (2_026, value(1...12), value(1...28))
    default: break
    }
    if isWild, Int.random(in: 0..<8, using: &random) == 0 { sdk.weekday = value(1...7) }
    if isWild, Int.random(in: 0..<16, using: &random) == 0 { sdk.hour = nil }
    let host = ScheduleComponents(
      year: sdk.year, month: sdk.month, day: sdk.day, weekday: sdk.weekday, hour: sdk.hour, minute: sdk.minute,
      second: sdk.second)
    return (sdk, host)
  }

  private static func pair(_ random: inout Generator, isWild: Bool) -> Pair {
    let shape = Int.random(in: 0..<6, using: &random)
    let other = isWild && Int.random(in: 0..<6, using: &random) == 0 ? Int.random(in: 0..<6, using: &random) : shape
    let start = end(&random, shape: shape, isWild: isWild)
    let end = end(&random, shape: other, isWild: isWild)
    return Pair(
      sdk: DeviceActivitySchedule(intervalStart: start.0, intervalEnd: end.0, repeats: true),
      host: Schedule(start: start.1, end: end.1, repeats: true))
  }

  private static func snapshot(_ zone: String) -> Snapshot {
    var environment = CallbackHarness.environment
    environment.timeZone = zone
    return Snapshot(environment: environment, authorization: .approved)
  }

  @Test(arguments: zones)
  func `nextInterval is the interval the host runs, for any schedule, zone and day (D2–D5)`(
    _ zone: String
  ) throws {
    var random = Generator(state: UInt64(zone.utf8.count) &* 7_919)
    let place = CalendarPlace(timeZone: zone)
    for _ in 0..<12 {
      // Any second of 2026.
      let now = 1_767_225_600_000 + Int64.random(in: 0..<31_536_000, using: &random) * 1_000
      let pairs = (0..<20).map { _ in Self.pair(&random, isWild: false) }
      _ = try CallbackHarness.run(snapshot: Self.snapshot(zone), now: now) {
        for pair in pairs {
          let host = IntervalSearch(pair.host, in: place)?.interval(at: Timestamp(milliseconds: now))
          let sdk = pair.sdk.nextInterval.map { TimeSpan(start: Timestamp($0.start), end: Timestamp($0.end)) }
          #expect(sdk == host, "\(pair.host) at \(now)")
        }
      }
    }
  }

  @Test(arguments: [Behaviour.strict, .appleCompatible])
  func `both sides report the same first fault in a schedule (C3, D1, D6, D7, §8)`(_ behaviour: Behaviour) throws {
    var random = Generator(state: 41)
    let now: Int64 = 1_786_652_760_000
    let family = FamilyID("homework")
    let pairs = (0..<300).map { _ in Self.pair(&random, isWild: true) }
    var verdicts: Set<String> = []
    _ = try CallbackHarness.run(behaviour: behaviour, snapshot: Self.snapshot("America/Los_Angeles"), now: now) {
      for pair in pairs {
        var sdk = "accepted"
        do { try DeviceActivityCenter().startMonitoring(.init("a"), during: pair.sdk) } catch { sdk = "\(error)" }
        var state = DeviceState(
          now: Timestamp(milliseconds: now), place: CalendarPlace(timeZone: "America/Los_Angeles"))
        state.families[family] = FamilyState(
          authorization: .approved, mode: behaviour == .strict ? .strict : .appleCompatible)
        var host = "accepted"
        do throws(ScreenTimeRules.EffectViolation) {
          _ = try DeviceRules().apply(
            [.startMonitoring(activity: "a", schedule: pair.host, events: [])], of: family, to: &state)
        } catch { host = error.code.rawValue }
        #expect(sdk == host, "\(pair.host)")
        verdicts.insert(host)
      }
    }
    #expect(verdicts == ["accepted", "intervalTooShort", "intervalTooLong", "invalidDateComponents"])
  }
}
