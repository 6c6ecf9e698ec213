// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// The daily budget of a family's callbacks (PRIV-MT1). A registration is charged for the most callbacks it can cause
/// in a day. Deliveries are never refused, since a refusal would reveal use.
package struct CallbackBudget: Codable, Hashable, Sendable {
  /// The local day to which the counts apply.
  private var day: String
  /// The callbacks registered on that day, including those replaced since: registering again counts again.
  private var registered: Int
  /// The callbacks registered earlier and removed on that day, which may already have been delivered.
  private var retired: Int

  package init() {
    day = ""
    registered = 0
    retired = 0
  }

  /// Counts the changes of a transaction of the family.
  ///
  /// - Parameters:
  /// - before: the activities before the transaction, by name.
  /// - isToday: returns whether an instant lies on `day`.
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

  /// The maximum number of callbacks that the family can receive on `day`.
  package func total(_ activities: [String: Activity], on day: String, isToday: (Timestamp) -> Bool) -> Int {
    let standing = activities.values.filter { !isToday($0.registeredAt) }
    let today = self.day == day ? registered + retired : 0
    return standing.reduce(today) { $0 + Self.charge(of: $1) }
  }

  /// The maximum number of callbacks that one registration can cause in a day: the start and end of each interval, each
  /// event, and a warning before each of them. Zero thresholds and overlapping selections count like any other.
  package static func charge(of activity: Activity) -> Int {
    let warnings = activity.schedule.warning == nil ? 1 : 2
    return intervalsOnWorstDay(of: activity.schedule) * (2 + activity.events.count) * warnings
  }

  /// The maximum number of intervals in a day. A schedule without an hour recurs every hour; all others begin at most
  /// once a day.
  private static func intervalsOnWorstDay(of schedule: Schedule) -> Int {
    let fields = [
      schedule.start.hour, schedule.start.day, schedule.start.weekday, schedule.start.month, schedule.start.year,
    ]
    guard schedule.repeats, fields.allSatisfy({ $0 == nil }) else { return 1 }
    return 24
  }
}

extension PrivacyProfile {
  /// The maximum number of callbacks per day and family; `nil` if there is no limit, which the ledger shows.
  package var callbacksPerDay: Int? {
    switch self {
    case .open: nil
    case .standard: 48
    case .tight: 24
    }
  }

  /// Whether the left profile is finer than the right.
  package static func isWider(_ left: PrivacyProfile, than right: PrivacyProfile) -> Bool {
    left.gridMinutes < right.gridMinutes
  }
}
