// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// The simulated person's day: gets up, uses the device some dozen times for seconds or hours, and goes to bed,
/// sometimes after midnight.
struct Habits {
  private var random: SimulationRandom

  init(seed: UInt64, day: Int) { random = SimulationRandom(seed: seed, "habits \(day)") }

  /// Spans between two instants, ascending.
  mutating func spans(from start: Timestamp, to end: Timestamp, wakesAfter: Int64) -> [UseSpan] {
    var spans: [UseSpan] = []
    var time = start.advanced(by: wakesAfter)
    while time < end {
      time = time.advanced(
        by: random.oneIn(4) ? random.milliseconds(0...14_400_000) : random.milliseconds(0...2_400_000))
      session(&spans, &time, end)
    }
    return spans
  }

  private mutating func session(_ spans: inout [UseSpan], _ time: inout Timestamp, _ end: Timestamp) {
    for _ in 0..<random.number(1...6) where time < end {
      let length = random.oneIn(3) ? random.milliseconds(1...120_000) : random.milliseconds(60_000...3_000_000)
      // Sometimes use whole minutes, so that edges coincide with schedules and thresholds.
      let rounded = random.oneIn(3) ? length - (time.milliseconds + length) % 60_000 : length
      let next = min(end, time.advanced(by: max(1, rounded)))
      let app = random.oneIn(8) ? nil : random.pick(Household.applications)
      let site = app == Household.browser && !random.oneIn(4) ? random.pick(Household.sites) : nil
      spans.append(UseSpan(start: time, end: next, app: app, web: site, isPresent: !random.oneIn(10)))
      time = next
    }
  }
}
