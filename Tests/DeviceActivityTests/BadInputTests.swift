// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import ManagedSettings
import SDKTestSupport
import Testing

/// The rows of bad input that reach `DeviceActivityCenter`, with the exact error of each.
@Suite struct BadInputTests {
  private static let sentence = "The schedule's or an event's date components do not describe a future time."
  private static let advice = "Use the same units at start and end, and durations of at least a minute."
  private static let afternoon = DeviceActivitySchedule(
    intervalStart: DateComponents(hour: 16), intervalEnd: DateComponents(hour: 20), repeats: true)

  private static func snapshot(
    _ authorization: Authorization = .approved, tokens: [TokenStatus] = []
  ) -> Snapshot {
    Snapshot(environment: CallbackHarness.environment, authorization: authorization, tokens: tokens)
  }

  private static func token(_ number: UInt8) throws -> (wire: WireToken, application: ApplicationToken) {
    let text = Data([1, 1, 0, 1] + Array(repeating: 0, count: 19) + [number]).base64EncodedString()
    let wire = try #require(WireToken(text.replacing("+", with: "-").replacing("/", with: "_")))
    return (wire, try #require(ApplicationToken(wire)))
  }

  /// The error that registering throws, and the effects in the reply.
  private func start(
    _ schedule: DeviceActivitySchedule = afternoon, events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:],
    behaviour: Behaviour = .strict, snapshot: Snapshot = snapshot(),
    answer: @escaping CallbackHarness.Answer = { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "no"))) }
  ) throws -> (error: (any Error)?, effects: [Effect]) {
    var thrown: (any Error)?
    let outcome = try CallbackHarness.run(behaviour: behaviour, snapshot: snapshot, answer: answer) {
      do { try DeviceActivityCenter().startMonitoring(.init("a"), during: schedule, events: events) } catch {
        thrown = error
      }
    }
    return (thrown, outcome.effects)
  }

  private func expectInvalid(_ error: (any Error)?, _ location: SourceLocation = #_sourceLocation) {
    let failure = error as? DeviceActivityCenter.MonitoringError
    #expect(failure == .invalidDateComponents, sourceLocation: location)
    #expect(failure?.errorDescription == Self.sentence, sourceLocation: location)
    #expect(failure?.recoverySuggestion == Self.advice, sourceLocation: location)
  }

  // MARK: - Schedules

  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schedule: DeviceActivitySchedule
    init(_ name: String, _ start: DateComponents, _ end: DateComponents) {
      testDescription = name
      schedule = DeviceActivitySchedule(intervalStart: start, intervalEnd: end, repeats: true)
    }
  }

  @Test(arguments: [
    Shape("mixed", DateComponents(hour: 9), DateComponents(hour: 17, weekday: 6)),
    Shape("empty", DateComponents(), DateComponents()),
    Shape("hour 25", DateComponents(hour: 25), DateComponents(hour: 26)),
    Shape("30 February", DateComponents(month: 2, day: 30), DateComponents(month: 2, day: 30)),
    Shape("past", DateComponents(year: 2020, month: 1, day: 1), DateComponents(year: 2020, month: 1, day: 2)),
  ])
  func `a schedule that mixes units, is empty or has no future interval is refused (§8.1, D1)`(shape: Shape) throws {
    let strict = try start(shape.schedule)
    expectInvalid(strict.error)
    #expect(strict.effects == [])
  }

  @Test func `compat searches a schedule of mixed units, and throws if it has no interval (§8.1)`() throws {
    let mixed = Shape("mixed", DateComponents(hour: 9), DateComponents(hour: 17, weekday: 6))
    #expect(try start(mixed.schedule, behaviour: .appleCompatible).effects.count == 1)
    let none = Shape("hour 25", DateComponents(hour: 25), DateComponents(hour: 26))
    let compat = try start(none.schedule, behaviour: .appleCompatible)
    expectInvalid(compat.error)
    #expect(compat.effects == [])
  }

  @Test(arguments: [DateComponents(minute: -5), DateComponents(month: 1), DateComponents(hour: 1, minute: -61)])
  func `a negative duration or one in months is refused as warning and threshold, in either mode (§8.2, E9)`(
    duration: DateComponents
  ) throws {
    let warned = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 16), intervalEnd: DateComponents(hour: 20), repeats: true,
      warningTime: duration)
    for behaviour in [Behaviour.strict, .appleCompatible] {
      expectInvalid(try start(warned, behaviour: behaviour).error)
      let event = DeviceActivityEvent(threshold: duration)
      expectInvalid(try start(events: [.init("e"): event], behaviour: behaviour).error)
    }
  }

  @Test func `a threshold under a minute is refused; compat raises it to one (§8.2, E9)`() throws {
    let event = DeviceActivityEvent(threshold: DateComponents(second: 59))
    expectInvalid(try start(events: [.init("e"): event]).error)
    let compat = try start(events: [.init("e"): event], behaviour: .appleCompatible)
    #expect(compat.error == nil)
    guard case .startMonitoring(_, _, let events)? = compat.effects.first else {
      Issue.record("expected startMonitoring, got \(compat.effects)")
      return
    }
    #expect(events.map(\.threshold) == [DateComponentsValue([.minute: 1])])
  }

  // MARK: - Tokens

  @Test func `a revoked token in an event throws; compat drops it, and an event left without any (§8.3, T5)`() throws {
    let (void, kept) = (try Self.token(1), try Self.token(2))
    let snapshot = Self.snapshot(tokens: [TokenStatus(token: void.wire, status: .revoked)])
    let minute = DateComponents(minute: 1)
    let events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [
      .init("both"): DeviceActivityEvent(applications: [void.application, kept.application], threshold: minute),
      .init("void"): DeviceActivityEvent(applications: [void.application], threshold: minute),
    ]
    let strict = try start(events: events, snapshot: snapshot)
    #expect(
      (strict.error as? EffectViolation)?.description
        == "The event “both” names a token that is not valid (token.unknown).")
    #expect(strict.effects == [])
    let asked: CallbackHarness.Answer = { _, params in .success(["revision": 1, "snapshot": snapshot.wire]) }
    let sent = WireBox()
    let compat = try start(events: events, behaviour: .appleCompatible, snapshot: snapshot) { method, params in
      sent.value = params
      return asked(method, params)
    }
    #expect(compat.error == nil)
    guard let params = sent.value,
      case .startMonitoring(_, _, let left)? = try CommitParams(wire: params, at: "", from: .extension).effects.first
    else {
      Issue.record("nothing was sent")
      return
    }
    // Never an event without tokens: that would count all use.
    #expect(left.map(\.name) == ["both"])
    #expect(left.map(\.applications) == [[kept.wire]])
  }

  @Test func `a token that the host does not recognise throws the host's error (§8.3, C3, V8)`() throws {
    let event = DeviceActivityEvent(applications: [try Self.token(1).application], threshold: DateComponents(minute: 1))
    let result = try start(events: [.init("e"): event]) { _, _ in
      let place = "/effects/0/events/0/applications/0"
      return .failure(
        HandlerFailure(ErrorObject(.unknownToken, "\(place) is not a token of this family.", pointer: place)))
    }
    let violation = result.error as? EffectViolation
    #expect(violation?.code == .tokenUnknown)
    #expect(
      violation?.description
        == "/effects/0/events/0/applications/0 was refused by the host: /effects/0/events/0/applications/0 is not "
        + "a token of this family. (token.unknown).")
    #expect(result.effects == [])
  }

  // MARK: - Look-ups

  @Test func `looking up or stopping an unknown name is not an error (§8.6, D12)`() throws {
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot()) {
      let center = DeviceActivityCenter()
      center.stopMonitoring([.init("never")])
      #expect(center.schedule(for: .init("never")) == nil)
      #expect(center.events(for: .init("never")).isEmpty)
      #expect(center.activities.isEmpty)
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [.stopMonitoring(activities: ["never"])])
  }

  // MARK: - Sealed kinds

  @Test(arguments: [ExtensionPoint.shieldConfiguration, .report])
  func `registering in a sealed process throws unauthorized, and the callback still succeeds (§8.10, C16)`(
    point: ExtensionPoint
  ) throws {
    let outcome = try CallbackHarness.run(point: point, snapshot: Self.snapshot()) {
      let error = #expect(throws: DeviceActivityCenter.MonitoringError.self) {
        try DeviceActivityCenter().startMonitoring(.init("a"), during: Self.afternoon)
      }
      #expect(error == .unauthorized)
      #expect(error?.errorDescription == "The person has not approved Screen Time for this family.")
      DeviceActivityCenter().stopMonitoring()
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [])
  }
}

/// The parameters of the request that a scripted host received. Used by one callback at a time.
private final class WireBox: @unchecked Sendable {
  // SAFETY: written by the session of one callback, read after the callback has ended.
  var value: WireValue?
}
