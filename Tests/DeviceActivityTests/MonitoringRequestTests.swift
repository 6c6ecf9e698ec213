// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation
import ManagedSettings
import SDKTestSupport
import Testing

@testable import DeviceActivity

/// The checks of one registration, at each limit that the host may set or leave out.
@Suite struct MonitoringRequestTests {
  private typealias Failure = DeviceActivityCenter.MonitoringError

  private static let approved = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
  private static let hour = DeviceActivitySchedule(
    intervalStart: DateComponents(hour: 16), intervalEnd: DateComponents(hour: 17), repeats: true)

  private static func token(_ number: Int, _ kind: UInt8) -> WireToken {
    let bytes: [UInt8] = [1, kind, 0, 1] + Array(repeating: 0, count: 18) + [UInt8(number >> 8), UInt8(number & 0xFF)]
    let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    guard let token = WireToken(text) else { preconditionFailure("the bytes above make a token") }
    return token
  }

  private func request(
    _ name: String = "a", _ schedule: DeviceActivitySchedule = hour,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:], snapshot: Snapshot = approved,
    behaviour: Behaviour = .strict, limits: HelloLimits = HelloLimits(for: .monitor)
  ) -> MonitoringRequest {
    let hello = HelloParams(
      point: .monitor, features: [], extension: "a.b", capabilities: [], behaviour: behaviour, limits: limits)
    return MonitoringRequest(
      activity: DeviceActivityName(name), schedule: schedule, events: events, terms: HostTerms(hello),
      snapshot: snapshot)
  }

  private func failure(_ request: MonitoringRequest) -> String? {
    do {
      _ = try request.effect()
      return nil
    } catch let error as EffectViolation {
      return error.code.rawValue
    } catch { return "\(error)" }
  }

  private func violation(_ request: MonitoringRequest) -> EffectViolation? {
    #expect(throws: EffectViolation.self) { try request.effect() }
  }

  /// Limits with one of them changed or left out.
  private func limits(_ path: WritableKeyPath<HelloLimits, Int64?>, _ limit: Int64?) -> HelloLimits {
    var limits = HelloLimits(for: .monitor)
    limits[keyPath: path] = limit
    return limits
  }

  // MARK: Limits

  @Test(arguments: [nil, 20, 3] as [Int64?])
  func `a family monitors as many activities as the host allows (D7, V6)`(_ limit: Int64?) throws {
    let most = Int(limit ?? 20)
    for count in [most - 1, most, most + 1] {
      var snapshot = Self.approved
      snapshot.activities = (0..<count).map {
        ActivitySnapshot(name: "a\($0)", schedule: Self.hour.wire, events: [])
      }
      let limits = limits(\.activities, limit)
      #expect(
        failure(request("new", snapshot: snapshot, limits: limits)) == (count < most ? nil : "excessiveActivities"))
      // A registration under a known name replaces the activity.
      #expect(failure(request("a0", snapshot: snapshot, limits: limits)) == nil)
      snapshot.authorization = .denied
      #expect(failure(request("new", snapshot: snapshot, limits: limits)) == "unauthorized")
    }
  }

  @Test(arguments: [nil, 256, 2] as [Int64?])
  func `an activity has as many events as the host allows (§4)`(_ limit: Int64?) throws {
    let most = Int(limit ?? 256)
    let event = DeviceActivityEvent(threshold: DateComponents(minute: 5))
    func events(_ count: Int) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
      Dictionary(uniqueKeysWithValues: (0..<count).map { (DeviceActivityEvent.Name("e\($0)"), event) })
    }
    let limits = limits(\.events, limit)
    #expect(failure(request(events: events(most), limits: limits)) == nil)
    let found = violation(request(events: events(most + 1), limits: limits))
    #expect(found?.code == .events)
    #expect(found?.limit == most)
    #expect(found?.actual == most + 1)
  }

  @Test(arguments: [(nil, nil), (900, 604_800), (60, 3_600)] as [(Int64?, Int64?)])
  func `an interval has a length that the host allows (D6, D7)`(_ least: Int64?, _ most: Int64?) throws {
    var limits = limits(\.intervalMinimumS, least)
    limits.intervalMaximumS = most
    let start = Date(timeIntervalSince1970: 4_102_444_800)
    let calendar = Calendar(identifier: .gregorian)
    func schedule(_ seconds: Int64) -> DeviceActivitySchedule {
      func components(_ date: Date) -> DateComponents {
        var components = calendar.dateComponents(
          in: .gmt, from: date)
        components = DateComponents(
          timeZone: .gmt, year: components.year, month: components.month, day: components.day, hour: components.hour,
          minute: components.minute, second: components.second)
        return components
      }
      return DeviceActivitySchedule(
        intervalStart: components(start), intervalEnd: components(start.addingTimeInterval(Double(seconds))),
        repeats: false)
    }
    for (length, expected) in [
      ((least ?? 900) - 1, "intervalTooShort"), (least ?? 900, nil), (most ?? 604_800, nil),
      ((most ?? 604_800) + 1, "intervalTooLong"),
    ] {
      #expect(failure(request("a", schedule(length), limits: limits)) == expected, "\(length) s")
    }
  }

  @Test func `an interval that the clocks skip is refused, although its length is allowed`() {
    let zone = TimeZone(identifier: "America/Los_Angeles")
    func schedule(_ day: Int) -> DeviceActivitySchedule {
      func at(_ hour: Int, _ minute: Int) -> DateComponents {
        DateComponents(timeZone: zone, year: 2036, month: 3, day: day, hour: hour, minute: minute)
      }
      return DeviceActivitySchedule(intervalStart: at(2, 30), intervalEnd: at(3, 15), repeats: false)
    }
    // On 9 March the clocks go from 2 to 3.
    #expect(failure(request("a", schedule(9))) == "invalidDateComponents")
    #expect(failure(request("a", schedule(10))) == nil)
  }

  @Test func `an event names at most 1000 tokens of all kinds together (§4)`() throws {
    func event(_ apps: Int, _ categories: Int, _ domains: Int) -> DeviceActivityEvent {
      DeviceActivityEvent(
        applications: Set((0..<apps).map { Self.token($0, 1) }),
        categories: Set((0..<categories).map { Self.token($0, 3) }),
        webDomains: Set((0..<domains).map { Self.token($0, 2) }), threshold: DateComponents(minute: 5))
    }
    for (fits, exceeds) in [
      (event(1_000, 0, 0), event(1_001, 0, 0)), (event(0, 1_000, 0), event(0, 1_001, 0)),
      (event(0, 0, 1_000), event(0, 0, 1_001)), (event(300, 300, 400), event(300, 301, 400)),
    ] {
      #expect(failure(request(events: [.init("e"): fits])) == nil)
      let found = violation(request(events: [.init("e"): exceeds]))
      #expect(found?.code == .eventTokens)
      #expect(found?.limit == 1_000)
      #expect(found?.actual == 1_001)
    }
  }

  @Test func `a threshold is at least a minute, which compat raises it to (E9)`() throws {
    for (components, isEnough) in [
      (DateComponents(second: 59, nanosecond: 999_999_999), false), (DateComponents(second: 60), true),
      (DateComponents(minute: 1), true), (DateComponents(hour: 1, minute: -59), true),
    ] {
      let events = [DeviceActivityEvent.Name("e"): DeviceActivityEvent(threshold: components)]
      #expect(failure(request(events: events)) == (isEnough ? nil : "invalidDateComponents"))
      guard case .startMonitoring(_, _, let sent) = try request(events: events, behaviour: .appleCompatible).effect()
      else { continue }
      #expect(sent.map(\.threshold) == [isEnough ? components.wire : DateComponentsValue([.minute: 1])])
    }
  }

  // MARK: Names

  @Test func `names of activities and events have 1 to 256 bytes in form C, which compat converts to (D7)`() throws {
    let event = DeviceActivityEvent(threshold: DateComponents(minute: 5))
    let requests: [(String, Behaviour) -> MonitoringRequest] = [
      { request($0, behaviour: $1) }, { request(events: [.init($0): event], behaviour: $1) },
    ]
    for make in requests {
      for behaviour in [Behaviour.strict, .appleCompatible] {
        #expect(failure(make(String(repeating: "é", count: 128), behaviour)) == nil)
        for (name, length) in [("", 0), (String(repeating: "a", count: 257), 257)] {
          let found = violation(make(name, behaviour))
          #expect(found?.code == .nameInvalid)
          #expect(found?.limit == 256)
          #expect(found?.actual == length)
        }
        let odd = violation(make("a\nb", behaviour))
        #expect(odd?.code == .nameInvalid)
        #expect(odd?.limit == nil)
        #expect(odd?.actual == nil)
      }
      #expect(violation(make("e\u{301}", .strict))?.code == .nameInvalid)
    }
    guard
      case .startMonitoring(let name, _, let events) = try request(
        "e\u{301}", events: [.init("o\u{308}"): event], behaviour: .appleCompatible
      ).effect()
    else { return }
    #expect(Array(name.unicodeScalars) == ["\u{e9}"])
    #expect(events.map { Array($0.name.unicodeScalars) } == [["\u{f6}"]])
  }

  // MARK: Tokens

  @Test(arguments: [1, 2, 3] as [UInt8], [TokenStatus.Status.revoked, .unknown, .rotated])
  func `a void token of any kind is refused, and compat leaves it out (T5)`(
    _ kind: UInt8, _ status: TokenStatus.Status
  ) throws {
    var snapshot = Self.approved
    let (void, valid) = (Self.token(1, kind), Self.token(2, kind))
    snapshot.tokens = [TokenStatus(token: void, status: status)]
    func event(_ tokens: [WireToken]) -> DeviceActivityEvent {
      DeviceActivityEvent(
        applications: Set(tokens), categories: Set(tokens), webDomains: Set(tokens),
        threshold: DateComponents(minute: 5))
    }
    func names(_ event: MonitoringEvent) -> [WireToken] { event.applications + event.categories + event.webDomains }
    let events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [
      .init("all"): event([]), .init("both"): event([void, valid]), .init("valid"): event([valid]),
      .init("void"): event([void]),
    ]
    #expect(failure(request(events: events, snapshot: snapshot)) == (status == .rotated ? nil : "token.unknown"))
    #expect(failure(request(events: [.init("valid"): event([valid])], snapshot: snapshot)) == nil)
    guard
      case .startMonitoring(_, _, let sent) = try request(
        events: events, snapshot: snapshot, behaviour: .appleCompatible
      ).effect()
    else { return }
    let kept = Dictionary(uniqueKeysWithValues: sent.map { ($0.name, names($0)) })
    let both = status == .rotated ? [void, valid] : [valid]
    #expect(
      kept
        == ["all": [], "both": both, "valid": [valid], "void": [void]].filter { status == .rotated || $0.key != "void" }
    )
  }

  @Test func `an event without tokens counts all activity, and asks the host for nothing (V8)`() {
    let (app, domain, category) = (Self.token(1, 1), Self.token(1, 2), Self.token(1, 3))
    let minute = DateComponents(minute: 5)
    let everything = DeviceActivityEvent(threshold: minute)
    #expect(everything.includesAllActivity && !everything.includesPastActivity)
    #expect(!request(events: [.init("e"): everything]).namesTokens)
    #expect(!request().namesTokens)
    for event in [
      DeviceActivityEvent(applications: Set([app]), threshold: minute),
      DeviceActivityEvent(categories: Set([category]), threshold: minute),
      DeviceActivityEvent(webDomains: Set([domain]), threshold: minute, includesPastActivity: true),
    ] {
      #expect(!event.includesAllActivity)
      #expect(request(events: [.init("d"): everything, .init("e"): event]).namesTokens)
    }
  }

  // MARK: The wire

  @Test func `a schedule and an event go both ways`() {
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 17, minute: 30), repeats: true,
      warningTime: DateComponents(minute: 5))
    #expect(DeviceActivitySchedule(schedule.wire) == schedule)
    #expect(schedule.wire.start == DateComponentsValue([.hour: 9]))
    #expect(schedule.wire.end == DateComponentsValue([.hour: 17, .minute: 30]))
    let event = DeviceActivityEvent(
      applications: Set([Self.token(1, 1)]), categories: Set([Self.token(2, 3)]), webDomains: Set([Self.token(3, 2)]),
      threshold: DateComponents(hour: 1), includesPastActivity: true)
    let wire = MonitoringEvent("e", event)
    #expect(DeviceActivityEvent(wire) == event)
    #expect(wire.name == "e" && wire.applications == [Self.token(1, 1)])
    #expect(wire.categories == [Self.token(2, 3)] && wire.webDomains == [Self.token(3, 2)])
  }

  @Test func `the host's refusal becomes the error of Apple's API (D7)`() {
    func failure(_ code: ErrorCode, _ reason: String? = nil) -> String {
      var refusal = ErrorObject(code, "no")
      refusal.reason = reason
      let error = MonitoringRequest.failure(refusal)
      return (error as? EffectViolation)?.code.rawValue ?? "\(error)"
    }
    for refusal in MonitoringRefusal.allCases {
      #expect(failure(.monitoring, refusal.rawValue) == refusal.rawValue)
      #expect(failure(.denied, refusal.rawValue) == "host.refused")
    }
    #expect(failure(.monitoring) == "invalidDateComponents")
    #expect(failure(.monitoring, "later") == "invalidDateComponents")
    #expect(failure(.unauthorized) == "unauthorized")
    #expect(failure(.unknownToken) == "token.unknown")
  }

  @Test func `every error has its own sentence and its own advice`() {
    let all: [Failure] = [
      .excessiveActivities, .intervalTooLong, .intervalTooShort, .invalidDateComponents, .unauthorized,
    ]
    #expect(Set(all.compactMap(\.errorDescription)).count == all.count)
    #expect(Set(all.compactMap(\.recoverySuggestion)).count == all.count)
  }
}
