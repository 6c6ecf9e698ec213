// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Inputs that take no time. Callbacks they cause are returned by the next ``DeviceRules/advance(_:through:cause:)``.
extension DeviceRules {
  /// Settles a delivery with any outcome, after which a finished activity can be removed (D13). Unknown numbers are
  /// ignored.
  package func settle(_ sequence: Int64, of family: FamilyID, in state: inout DeviceState) {
    guard let index = state.families[family]?.outstanding.firstIndex(where: { $0.sequence == sequence }) else { return }
    state.keepingPlans { $0[family]?.outstanding.remove(at: index) }
    if state.families[family]?.activities.values.contains(where: \.isOver) == true {
      state.families[family]?.removeFinishedActivities()
    }
  }

  /// Changes the person's time zone (D16).
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

  /// Moves the clock after it jumped, or after downtime that no sample covers (D17).
  ///
  /// Forward, an open interval that ended gets its end, then the running one its start; an interval that was missed
  /// entirely gets no callback. Backward, no callback is repeated.
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

  /// Replaces the operator's own policy (M2).
  package func setOperatorStores(_ stores: [String: SettingsStore], in state: inout DeviceState) -> Outcome {
    state.operatorStores = stores
    return Outcome(shields: updateShield(&state))
  }
}
