// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules

/// Generates the records of a synthetic week, one session at a time.
struct SyntheticWeekMaker {
  private var random: SyntheticRandom
  private let calendar: Calendar
  private let firstDay: DateComponents
  private var samples: [UsageSample] = []
  private var backgroundUntil = Int64.min

  init(seed: UInt64, firstDay: DateComponents, zone: TimeZone) {
    random = SyntheticRandom(seed: seed)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
    self.firstDay = firstDay
  }

  /// The instant at which local clocks show a minute. For a skipped or repeated minute it is the first match.
  func instant(day: Int, minute: Int64) -> Timestamp {
    var components = DateComponents()
    components.year = firstDay.year
    components.month = firstDay.month
    components.day = (firstDay.day ?? 1) + day + Int(minute / 1_440)
    components.hour = Int(minute % 1_440 / 60)
    components.minute = Int(minute % 60)
    return Timestamp(calendar.date(from: components) ?? Date(timeIntervalSince1970: 0))
  }

  mutating func samples(days: Int) -> [UsageSample] {
    let weekStart = instant(day: 0, minute: 0)
    let weekEnd = instant(day: days, minute: 0)
    var previousEnd = weekStart
    var isLeftOut = false
    for day in 0..<days {
      for sitting in SyntheticPlan.sittings(onDay: day) {
        // From the second week on the person leaves out a session now and then; never two in a row, so that no absence
        // is longer than a record may be.
        isLeftOut = day >= 7 && !isLeftOut && random.chance(6)
        if isLeftOut { continue }
        let early = random.integer(in: -240...240) * 1_000
        let start = max(instant(day: day, minute: sitting.start).advanced(by: early), previousEnd.advanced(by: 60_000))
        // Use elapsed time instead of local time, so that the session of the night when clocks go back covers the
        // repeated hour.
        let length = (sitting.end - sitting.start) * 60_000 + random.integer(in: 0...299_000)
        let end = min(start.advanced(by: length), weekEnd)
        guard start < end else { continue }
        leave(from: previousEnd, to: start)
        sit(from: start.milliseconds, to: end.milliseconds, mood: sitting.mood, stream: "day-\(day)")
        previousEnd = end
      }
    }
    leave(from: previousEnd, to: weekEnd)
    return samples.sorted(by: UsageSample.isOrderedBefore)
  }

  // MARK: - Away

  /// Adds an absence: the screen locks, and later the computer sleeps.
  private mutating func leave(from start: Timestamp, to end: Timestamp) {
    let locked = min(end, start.advanced(by: random.integer(in: 8...30) * 60_000))
    add(.lock, from: start.milliseconds, to: locked.milliseconds, stream: "presence")
    add(.off(.suspended), from: locked.milliseconds, to: end.milliseconds, stream: "presence")
  }

  // MARK: - At the desk

  /// Adds a session: presence with pauses. The focus switches between apps, and stays on the last one during a pause.
  private mutating func sit(from start: Int64, to end: Int64, mood: SyntheticPlan.Mood, stream: String) {
    var cursor = start
    var activeSince = start
    var untilPause = random.integer(in: 14...38) * 60_000
    while cursor < end {
      let app = random.pick(SyntheticPlan.apps(mood), otherwise: SyntheticPlan.browser)
      let length = min(end - cursor, stretchLength(mood))
      look(at: app, from: cursor, to: cursor + length, mood: mood, stream: stream)
      cursor += length
      untilPause -= length
      guard untilPause <= 0, end - cursor > 900_000 else { continue }
      let pause = random.integer(in: 200...780) * 1_000
      add(.active, from: activeSince, to: cursor, stream: "presence")
      add(.idle, from: cursor, to: cursor + pause, stream: "presence")
      look(at: app, from: cursor, to: cursor + pause, mood: mood, stream: stream)
      cursor += pause
      activeSince = cursor
      untilPause = random.integer(in: 14...38) * 60_000
    }
    add(.active, from: activeSince, to: end, stream: "presence")
  }

  /// The length of focus on one app: many short spans and a few long ones, longer for games and chats.
  private mutating func stretchLength(_ mood: SyntheticPlan.Mood) -> Int64 {
    let length =
      switch random.integer(in: 0...9) {
      case 0...5: random.integer(in: 4_000...45_000)
      case 6...8: random.integer(in: 30_000...150_000)
      default: random.integer(in: 120_000...240_000)
      }
    return mood == .play || mood == .talk ? 5 * length : length
  }

  private mutating func look(
    at app: String, from start: Int64, to end: Int64, mood: SyntheticPlan.Mood, stream: String
  ) {
    if random.chance(3) {
      // A moment without a focused window, between two windows.
      let gap = min(1_500, end - start)
      add(.none, from: start, to: start + gap, stream: stream)
      add(.app(app), from: start + gap, to: end, stream: stream)
    } else {
      add(.app(app), from: start, to: end, stream: stream)
    }
    guard app == SyntheticPlan.browser else { return }
    var cursor = start
    while cursor < end {
      let host = random.pick(SyntheticPlan.hosts(mood), otherwise: "news.example")
      let length = min(end - cursor, random.integer(in: 6_000...110_000))
      add(.web(host: host, via: app), from: cursor, to: cursor + length, stream: "\(stream)/web")
      cursor += length
    }
    // The tab stays active while another window has the focus, which must not count.
    if random.chance(20), end >= backgroundUntil {
      backgroundUntil = end + 20_000
      add(.web(host: "chat.example", via: app), from: end, to: end + 20_000, stream: "\(stream)/background")
    }
  }

  private mutating func add(_ claim: UsageSample.Claim, from start: Int64, to end: Int64, stream: String) {
    guard start < end else { return }
    samples.append(
      UsageSample(
        source: .replay, stream: "replay/\(stream)", claim: claim, start: Timestamp(milliseconds: start),
        end: Timestamp(milliseconds: end)))
  }
}
