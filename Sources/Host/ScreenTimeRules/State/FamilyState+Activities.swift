// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension FamilyState {
  /// Removes activities without a further interval once none of their deliveries is outstanding (D13).
  mutating func removeFinishedActivities() {
    guard activities.values.contains(where: \.isOver) else { return }
    for activity in Array(activities.values) where activity.isOver {
      let isOutstanding = outstanding.contains {
        $0.activity == activity.name && $0.registration == activity.registration
      }
      let isHeld = held?.contains { $0.activity == activity.name && $0.registration == activity.registration } ?? false
      if !isOutstanding, !isHeld { activities[activity.name] = nil }
    }
  }
}
