// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import ScreenTimeVocabulary

/// A call of `startMonitoring`, checked in the order of D7 against the information in this process.
struct MonitoringRequest {
  private typealias Failure = DeviceActivityCenter.MonitoringError

  let activity: DeviceActivityName
  let schedule: DeviceActivitySchedule
  let events: [DeviceActivityEvent.Name: DeviceActivityEvent]
  let terms: HostTerms
  let snapshot: Snapshot

  /// The shortest threshold, in milliseconds.
  private static let thresholdFloor: Int64 = 60_000
  private var isStrict: Bool { terms.behaviour == .strict }

  /// Indicates whether the host must check the request too, because only it knows which tokens it has issued (C3).
  var namesTokens: Bool { events.values.contains { !$0.includesAllActivity } }

  /// - Throws: The first failure in the order of D7.
  func effect() throws -> Effect {
    let name = try checked(activity.rawValue, of: "activity")
    try checkSchedule()
    let wireEvents = try checkedEvents()
    guard snapshot.authorization == .approved else { throw Failure.unauthorized }
    let maximum = Int(terms.limits.activities ?? 20)
    if snapshot.activity(named: name) == nil, snapshot.activities.count >= maximum {
      throw Failure.excessiveActivities
    }
    return .startMonitoring(activity: name, schedule: schedule.wire, events: try withKnownTokens(wireEvents))
  }

  // MARK: - Names

  private func checked(_ name: String, of what: String) throws -> String {
    let text = isStrict ? name : name.precomposedStringWithCanonicalMapping
    do { try WireText.check(text, as: .name, atMost: 256, at: "") } catch {
      throw EffectViolation(
        .nameInvalid, rule: "D7", subject: "The name of the \(what)", limit: error.kind == .limit ? 256 : nil,
        actual: error.kind == .limit ? text.utf8.count : nil, detail: error.reason)
    }
    return text
  }

  // MARK: - Schedule

  private func checkSchedule() throws {
    let (place, now, schedule) = (PersonCalendar.place, Timestamp(PersonCalendar.now), Schedule(schedule.wire))
    guard ScheduleShape.isValid(schedule, in: place, allowsMixed: !isStrict),
      let search = IntervalSearch(schedule, in: place), search.interval(at: now) != nil,
      let length = search.nominalMilliseconds(at: now)
    else { throw Failure.invalidDateComponents }
    if length < (terms.limits.intervalMinimumS ?? 900) * 1_000 { throw Failure.intervalTooShort }
    if length > (terms.limits.intervalMaximumS ?? 604_800) * 1_000 { throw Failure.intervalTooLong }
  }

  // MARK: - Events

  private func checkedEvents() throws -> [MonitoringEvent] {
    if let warning = schedule.warningTime, ScheduleDuration(ScheduleComponents(warning.wire)) == nil {
      throw Failure.invalidDateComponents
    }
    let maximum = Int(terms.limits.events ?? 256)
    guard events.count <= maximum else {
      throw EffectViolation(
        .events, rule: "§4", subject: "The activity “\(activity.rawValue)”", limit: maximum, actual: events.count,
        detail: "has \(events.count) events; the maximum is \(maximum)")
    }
    return try events.sorted { $0.key.rawValue.precedesInUTF8($1.key.rawValue) }.map { name, event in
      var wire = MonitoringEvent(try checked(name.rawValue, of: "event"), event)
      wire.threshold = try threshold(event.threshold).wire
      let tokens = wire.applications.count + wire.categories.count + wire.webDomains.count
      guard tokens <= WireLimits.tokensPerEvent else {
        throw EffectViolation(
          .eventTokens, rule: "§4", subject: "The event “\(name.rawValue)”", limit: WireLimits.tokensPerEvent,
          actual: tokens, detail: "names \(tokens) tokens; the maximum is \(WireLimits.tokensPerEvent)")
      }
      return wire
    }
  }

  /// Checks that a threshold is at least a minute (E9). `appleCompatible` raises a shorter one to a minute.
  private func threshold(_ components: DateComponents) throws -> DateComponents {
    guard let duration = ScheduleDuration(ScheduleComponents(components.wire)) else {
      throw Failure.invalidDateComponents
    }
    if duration.wholeMilliseconds >= Self.thresholdFloor { return components }
    guard !isStrict else { throw Failure.invalidDateComponents }
    return DateComponents(minute: 1)
  }

  /// Checks tokens against the snapshot; the host checks the rest. `appleCompatible` removes invalid tokens, and also
  /// an event that has no tokens left, because an event without tokens would match all usage.
  private func withKnownTokens(_ events: [MonitoringEvent]) throws -> [MonitoringEvent] {
    let void = Set(snapshot.tokens.filter { $0.status != .rotated }.map(\.token))
    if void.isEmpty { return events }
    return try events.compactMap { event in
      let tokens = Set(event.applications + event.categories + event.webDomains)
      if tokens.isDisjoint(with: void) { return event }
      guard !isStrict else {
        throw EffectViolation(
          .tokenUnknown, rule: "T5", subject: "The event “\(event.name)”", detail: "names a token that is not valid")
      }
      var kept = event
      kept.applications.removeAll(where: void.contains)
      kept.categories.removeAll(where: void.contains)
      kept.webDomains.removeAll(where: void.contains)
      return tokens.isSubset(of: void) ? nil : kept
    }
  }

  // MARK: - The host's verdict

  /// Returns the error that Apple's API has for a refusal, or else the violation.
  static func failure(_ refusal: ErrorObject) -> any Error {
    guard refusal.code == .monitoring else {
      return refusal.code == .unauthorized ? Failure.unauthorized : EffectViolation(refusal)
    }
    return switch refusal.reason.flatMap(MonitoringRefusal.init(rawValue:)) {
    case .unauthorized: Failure.unauthorized
    case .excessiveActivities: Failure.excessiveActivities
    case .intervalTooLong: Failure.intervalTooLong
    case .intervalTooShort: Failure.intervalTooShort
    case .invalidDateComponents, nil: Failure.invalidDateComponents
    }
  }
}
