// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import HostCore
internal import ScreenTimeRules

/// All events of a simulated device, generated from its plan before the run.
struct DeviceLife {
  let start: Timestamp
  let zone: String
  let mode: DeliveryMode
  let presses: PressScript
  /// The moments of each day.
  let days: [[Moment]]
  /// The number of times the machine sleeps through use.
  let suspensions: Int

  /// Time zones whose clocks change between 1 and 4 at night, each with a date, most of them days before a change.
  private static let places = [
    ("Europe/Berlin", "2026-10-22"), ("Europe/Berlin", "2026-03-26"), ("America/Los_Angeles", "2026-10-29"),
    ("America/Los_Angeles", "2026-03-05"), ("Australia/Sydney", "2026-04-02"), ("Asia/Kolkata", "2026-06-10"),
    ("America/New_York", "2026-08-13"), ("Europe/London", "2026-12-29"),
  ]
  private static let destinations = ["Europe/Berlin", "America/New_York", "Pacific/Honolulu", "Asia/Tokyo"]

  init(_ plan: SimulationPlan) {
    var random = SimulationRandom(seed: plan.seed, "life")
    let (zone, date) = random.pick(Self.places)
    let midnight = (try? Date("\(date)T00:00:00Z", strategy: .iso8601)).map { Timestamp($0) } ?? .init(milliseconds: 0)
    start = midnight.advanced(by: random.milliseconds(0...86_400_000))
    self.zone = zone
    mode = random.oneIn(3) ? .exact : .faithful
    presses = PressScript(
      buttons: random.some([.secondaryButtonPressed, .primaryButtonPressed, .secondaryButtonPressed]),
      hesitation: random.milliseconds(500...20_000))
    var clock = start
    var days: [[Moment]] = []
    var suspensions = 0
    for day in 0..<plan.days { days.append(Self.day(day, plan, &clock, &suspensions)) }
    self.days = days
    self.suspensions = suspensions
  }

  private static func day(_ day: Int, _ plan: SimulationPlan, _ clock: inout Timestamp, _ suspensions: inout Int)
    -> [Moment]
  {
    var habits = Habits(seed: plan.seed, day: day)
    var events = SimulationRandom(seed: plan.seed, "events \(day)")
    let end = clock.advanced(by: 86_400_000)
    let spans = habits.spans(from: clock, to: end, wakesAfter: events.milliseconds(0...21_600_000))
    var moments: [Moment] = []
    var shift: Int64 = 0
    var position = 0
    while position < spans.count {
      let count = events.number(1...12)
      let chunk = spans[position..<min(spans.count, position + count)]
      position += count
      // A source reports a span when it is over: up to the last span, or up to some time after it.
      let until = (chunk.last?.end ?? end).advanced(by: events.oneIn(2) ? 0 : events.milliseconds(0...600_000))
      let limit = position < spans.count ? min(until, spans[position].start) : min(until, end)
      let sleeps = events.oneIn(12)
      let kept = sleeps && plan.faults.contains(.suspend) ? chunk.prefix(1) : chunk
      suspensions += kept.count < chunk.count ? 1 : 0
      moments.append(.use(kept.map { $0.shifted(by: shift) }, until: limit.advanced(by: shift)))
      between(plan, limit, &shift, &events, &moments)
    }
    clock = end.advanced(by: shift)
    moments.append(.use([], until: clock))
    // While the machine is off for more than seven days, callbacks that are pending or in flight expire.
    let (isOff, absence) = (events.oneIn(12), events.milliseconds(590_000_000...800_000_000))
    if isOff, plan.faults.contains(.suspend) {
      suspensions += 1
      clock = clock.advanced(by: absence)
      moments.append(.use([], until: clock))
    }
    return moments
  }

  /// Generates the events between two spans of use. Everything is drawn even if the plan excludes it, so that a plan
  /// with fewer faults is the same run without them.
  private static func between(
    _ plan: SimulationPlan, _ time: Timestamp, _ shift: inout Int64, _ random: inout SimulationRandom,
    _ moments: inout [Moment]
  ) {
    func has(_ fault: SimulatedFault) -> Bool { plan.faults.contains(fault) }
    let (jumps, step) = (random.oneIn(24), random.milliseconds(-10_800_000...10_800_000))
    if jumps, has(.clock) {
      shift += step
      moments.append(.clock(time.advanced(by: shift)))
    }
    let (travels, destination) = (random.oneIn(30), random.pick(destinations))
    if travels, has(.travel) { moments.append(.travel(destination)) }
    let (grants, item, length) = (
      random.oneIn(12), random.pick(Household.items + Household.categories), random.milliseconds(60_000...3_600_000)
    )
    if grants, has(.guardian) { moments.append(.grant(item, until: time.advanced(by: shift + length))) }
    let (rules, policy) = (random.oneIn(20), operatorPolicy(&random))
    if rules, has(.guardian) { moments.append(.policy(policy)) }
    let (revokes, loser) = (random.oneIn(12), random.number(0...SimulationPlan.largestFamilies - 1))
    if revokes, has(.revoke), loser < plan.families {
      moments += [.revoke(loser)] + (random.oneIn(2) ? [.open(loser)] : [])
    }
    let (opens, opened) = (random.oneIn(10), random.number(0...SimulationPlan.largestFamilies - 1))
    // The app's callback is often still in flight when its approval is revoked.
    let (regrets, returns) = (random.oneIn(4), random.oneIn(2))
    if opens, opened < plan.families {
      moments.append(.open(opened))
      if regrets, has(.revoke) { moments += [.revoke(opened)] + (returns ? [.open(opened)] : []) }
    }
  }

  private static func operatorPolicy(_ random: inout SimulationRandom) -> [String: SettingsStore] {
    let values: [ScreenTimeRules.SettingKey: ScreenTimeRules.SettingValue] = [
      .shieldApplications: .items(ItemSet(random.some(Household.applications).prefix(2))),
      .maximumRating: .integer(Int64(random.number(0...1_000))), .denySiri: .bool(random.oneIn(2)),
    ]
    return random.oneIn(3) ? [:] : ["policy": SettingsStore(isActive: !random.oneIn(4), values: values)]
  }
}

extension UseSpan {
  func shifted(by milliseconds: Int64) -> UseSpan {
    var span = self
    (span.start, span.end) = (start.advanced(by: milliseconds), end.advanced(by: milliseconds))
    return span
  }
}
