// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension FamilyState {
  /// Activities without any further interval leave, once nothing of theirs is outstanding (D13).
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
