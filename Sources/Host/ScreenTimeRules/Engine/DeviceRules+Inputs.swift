// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Inputs that take no time. What they make due comes with the next ``DeviceRules/advance(_:through:cause:)``.
extension DeviceRules {
  /// A delivery was settled, in whichever way: its activity may leave now (D13). Unknown numbers do nothing.
  package func settle(_ sequence: Int64, of family: FamilyID, in state: inout DeviceState) {
    guard let index = state.families[family]?.outstanding.firstIndex(where: { $0.sequence == sequence }) else { return }
    state.keepingPlans { $0[family]?.outstanding.remove(at: index) }
    if state.families[family]?.activities.values.contains(where: \.isOver) == true {
      state.families[family]?.removeFinishedActivities()
    }
  }

  /// The person's zone changed (D16).
  package func setPlace(_ place: CalendarPlace, in state: inout DeviceState) {
    let old = state.place
    guard old != place else { return }
    state.place = place
    let context = context(state)
    state.forEachActivity { _, activity in
      activity.moveZone(from: old, in: context)
      return true
    }
    state.plans.forget()
  }

  /// The clock jumped, or the host was down and no sample tells of that time (D17). Forward, an open interval that
  /// ended is owed its end, then the running one its start; what was wholly missed owes nothing. Backward, nothing
  /// comes twice.
  package func jump(to now: Timestamp, in state: inout DeviceState) {
    let isBackward = now < state.now
    state.now = now
    state.shield?.clampQuestions(to: now)
    let context = context(state)
    state.forEachActivity { _, activity in
      if isBackward { activity.moveBack(in: context) } else { activity.tick(in: context) }
      return true
    }
    if isBackward { moveHeldBack(&state) }
    state.plans.forget()
  }

  /// The operator's own policy changed (M2).
  package func setOperatorStores(_ stores: [String: SettingsStore], in state: inout DeviceState) -> Outcome {
    state.operatorStores = stores
    return Outcome(shields: updateShield(&state))
  }
}
