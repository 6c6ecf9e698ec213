// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// The accountant of a family's callbacks (PRIV-MT1): charged when something is registered, for the worst day
/// it can bring, and never at delivery, where a refusal would tell of use.
package struct CallbackBudget: Codable, Hashable, Sendable {
  /// The local day that the sums are of.
  private var day: String
  /// What was registered on that day, replaced or not: registering again asks again.
  private var registered: Int
  /// What was registered before and taken back on that day: it may have answered already.
  private var retired: Int

  package init() {
    day = ""
    registered = 0
    retired = 0
  }

  /// Counts what a transaction of the family changed.
  ///
  /// - Parameters:
  ///   - before: its activities before the transaction, by name.
  ///   - isToday: whether an instant lies on `day`.
  package mutating func charge(
    from before: [String: Activity], to after: [String: Activity], on day: String, isToday: (Timestamp) -> Bool
  ) {
    if self.day != day { (self.day, registered, retired) = (day, 0, 0) }
    for (name, activity) in after where before[name]?.registration != activity.registration {
      registered += Self.charge(of: activity)
    }
    for (name, activity) in before
    where after[name]?.registration != activity.registration && !isToday(activity.registeredAt) {
      retired += Self.charge(of: activity)
    }
  }

  /// The most callbacks that the family can be given on `day`.
  package func total(_ activities: [String: Activity], on day: String, isToday: (Timestamp) -> Bool) -> Int {
    let standing = activities.values.filter { !isToday($0.registeredAt) }
    let today = self.day == day ? registered + retired : 0
    return standing.reduce(today) { $0 + Self.charge(of: $1) }
  }

  /// What one registration can bring on its worst day: two edges of each interval, each event, and a warning before
  /// each of them. Zero thresholds and overlapping selections count like any other.
  package static func charge(of activity: Activity) -> Int {
    let warnings = activity.schedule.warning == nil ? 1 : 2
    return intervalsOnWorstDay(of: activity.schedule) * (2 + activity.events.count) * warnings
  }

  /// A schedule that names no hour recurs every hour; all others begin at most once a day.
  private static func intervalsOnWorstDay(of schedule: Schedule) -> Int {
    let fields = [
      schedule.start.hour, schedule.start.day, schedule.start.weekday, schedule.start.month, schedule.start.year,
    ]
    guard schedule.repeats, fields.allSatisfy({ $0 == nil }) else { return 1 }
    return 24
  }
}

extension PrivacyProfile {
  /// The most callbacks a day and family; `nil`: as many as it registers, which the ledger shows.
  package var callbacksPerDay: Int? {
    switch self {
    case .open: nil
    case .standard: 48
    case .tight: 24
    }
  }

  /// From the finest to the coarsest.
  package static func isWider(_ left: PrivacyProfile, than right: PrivacyProfile) -> Bool {
    left.gridMinutes < right.gridMinutes
  }
}
