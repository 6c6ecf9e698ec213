// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// The reference state of one family.
struct ReferenceFamily {
  /// A pending callback of a monitor.
  struct Outstanding {
    var demand: Demand
    var registration: Int64
  }

  let name: String
  var authorization = Authorization.notDetermined
  var member: FamilyMember?
  var revision: Int64 = 0
  var sequence: Int64 = 0
  var registrations: Int64 = 0
  var stores: [String: SettingsStore] = [:]
  var defaults: [String: [String: DefaultValue]] = [:]
  var activities: [String: ReferenceActivity] = [:]
  /// Pending callbacks by number.
  var outstanding: [Int64: Outstanding] = [:]
  var notices = ShadowNotices()
  /// The order in which each shield rule appeared (S11).
  var grounds: [ShieldRule: Int64] = [:]

  var isApproved: Bool { authorization == .approved }

  var activityNames: [String] { activities.keys.sorted() }

  /// D13: removes a finished registration after its last callback is settled.
  mutating func removeOver() {
    for activity in activities.values where activity.isOver {
      let isAwaited = outstanding.values.contains {
        $0.demand.activity == activity.name && $0.registration == activity.registration
      }
      if !isAwaited { activities[activity.name] = nil }
    }
  }
}

/// A reason to shield: an item named directly, a category, or everything.
struct ShieldRule: Hashable {
  var item: Item?
  var kind: Item.Kind
}
