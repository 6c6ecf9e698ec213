// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import ScreenTimeRules

/// A device with families on a virtual clock: feeds use to the rules, settles deliveries and keeps a transcript.
struct Bench {
  static let family = FamilyID("homework")
  static let losAngeles = CalendarPlace(timeZone: "America/Los_Angeles")

  var rules: DeviceRules
  var state: DeviceState
  var deliveries: [Delivery] = []
  var shields: [ShieldTransition] = []
  var dropped: [Int64] = []
  /// The effects with which the family's handler answers a delivery.
  var handler: (Delivery) -> [RuleEffect] = { _ in [] }

  init(
    mode: DeliveryMode = .faithful, at now: String, place: CalendarPlace = losAngeles,
    registry: ItemRegistry = ItemRegistry()
  ) {
    rules = DeviceRules(mode: mode, registry: registry)
    state = DeviceState(now: Self.time(now, place), place: place)
    state.families[Self.family] = FamilyState(authorization: .approved, member: .individual)
  }

  /// Local `2026-08-13 13:26[:05]`, or an instant ending in `Z`.
  static func time(_ text: String, _ place: CalendarPlace = losAngeles) -> Timestamp {
    let isUTC = text.hasSuffix("Z")
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: isUTC ? "UTC" : place.timeZone) ?? .gmt
    let components = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers.count > 5 ? numbers[5] : 0)
    return calendar.date(from: components).map { Timestamp($0) } ?? .distantPast
  }

  /// Applies effects now and delivers what they cause.
  mutating func apply(_ effects: [RuleEffect], of family: FamilyID = Bench.family) throws(EffectViolation) {
    perform(try rules.apply(effects, of: family, to: &state))
  }

  mutating func use(_ span: UseSpan) {
    repeat {
      let step = rules.advance(&state, through: span)
      perform(Outcome(deliveries: step.deliveries, shields: step.shields))
      if step.isFinished { break }
    } while true
  }

  /// Uses an application, or none, from one local time to another.
  mutating func use(_ app: Item?, web: Item? = nil, _ start: String, _ end: String, isPresent: Bool = true) {
    use(
      UseSpan(
        start: Self.time(start, state.place), end: Self.time(end, state.place), app: app, web: web,
        isPresent: isPresent))
  }

  mutating func idle(until end: String) {
    use(UseSpan(start: state.now, end: Self.time(end, state.place), isPresent: false))
  }

  /// The deliveries as lines such as `intervalDidStart 13 07:12`.
  func transcript(_ keep: (Delivery) -> Bool = { _ in true }) -> [String] {
    deliveries.filter(keep).map { "\($0.event ?? $0.callback.rawValue) \(local($0.decidedAt))" }
  }

  func local(_ instant: Timestamp) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: state.place.timeZone)
    formatter.dateFormat = instant.milliseconds % 60_000 == 0 ? "dd HH:mm" : "dd HH:mm:ss"
    return formatter.string(from: instant.date)
  }

  private mutating func perform(_ outcome: Outcome) {
    shields += outcome.shields
    dropped += outcome.dropped
    var queue = outcome.deliveries
    while !queue.isEmpty {
      let delivery = queue.removeFirst()
      if dropped.contains(delivery.sequence) { continue }
      deliveries.append(delivery)
      let effects = handler(delivery)
      if !effects.isEmpty,
        let caused = try? rules.apply(effects, of: delivery.family, performing: delivery.sequence, to: &state)
      {
        shields += caused.shields
        dropped += caused.dropped
        queue += caused.deliveries
      }
      rules.settle(delivery.sequence, of: delivery.family, in: &state)
    }
  }
}

extension ScheduleComponents {
  static func at(_ hour: Int, _ minute: Int? = nil, _ second: Int? = nil, weekday: Int? = nil) -> ScheduleComponents {
    ScheduleComponents(weekday: weekday, hour: hour, minute: minute, second: second)
  }

  static func date(_ text: String) -> ScheduleComponents {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    return ScheduleComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4])
  }

  static func minutes(_ minutes: Int) -> ScheduleComponents { ScheduleComponents(minute: minutes) }
}

extension Schedule {
  static func daily(
    _ start: ScheduleComponents, _ end: ScheduleComponents, repeats: Bool = true, warning: Int? = nil
  ) -> Schedule {
    Schedule(start: start, end: end, repeats: repeats, warning: warning.map { .minutes($0) })
  }

  static let wholeDay = Schedule.daily(.at(0), .at(23, 59))
}
