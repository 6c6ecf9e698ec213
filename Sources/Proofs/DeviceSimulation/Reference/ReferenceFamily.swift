// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// What the shadow knows of one family.
struct ReferenceFamily {
  /// A monitor's callback that is owed and not settled.
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
  /// By number.
  var outstanding: [Int64: Outstanding] = [:]
  var notices = ShadowNotices()
  /// When each shield rule appeared (S11).
  var grounds: [ShieldRule: Int64] = [:]

  var isApproved: Bool { authorization == .approved }

  var activityNames: [String] { activities.keys.sorted() }

  /// D13: a registration whose last callback is settled leaves.
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
