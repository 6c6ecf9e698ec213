// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// MARK: - The delivery grid (PRIV-MT2)

extension DeviceRules {
  /// Holds callbacks that reveal use until the family's next slot. Callbacks held for the same slot are numbered when
  /// it comes, in the order of C7, so that neither order nor number reveals which came first.
  ///
  /// - Returns: the callbacks to deliver now.
  func hold(_ dues: [PendingCallback], in state: inout DeviceState) -> [PendingCallback] {
    let now = state.now
    var leaving: [PendingCallback] = []
    var held: [FamilyID: [PendingCallback]] = [:]
    for var due in dues {
      guard let grid = grids[due.family], due.slot == nil, tellsOfUse(due) else {
        leaving.append(due)
        continue
      }
      let slot = slot(of: due, on: grid, after: now, in: state.place)
      (due.slot, due.dueAt) = (slot, slot)
      if slot <= now { leaving.append(due) } else { held[due.family, default: []].append(due) }
    }
    if !held.isEmpty {
      state.keepingPlans { families in
        for (family, dues) in held {
          let known = families[family]?.held ?? []
          families[family]?.held = known + dues
        }
      }
      state.plans.nextBoundary = nil
    }
    return leaving
  }

  /// Moves held callbacks whose slot has come to `dues`. Called at clock boundaries, which include the slots, and when
  /// another callback is delivered at one.
  func releaseHeld(_ state: inout DeviceState, into dues: inout [PendingCallback]) {
    let now = state.now
    guard state.families.values.contains(where: { $0.held?.contains { $0.isReleased(at: now) } ?? false }) else {
      return
    }
    state.keepingPlans { families in
      for id in Array(families.keys) {
        guard let held = families[id]?.held else { continue }
        dues += held.filter { $0.isReleased(at: now) }
        let waiting = held.filter { !$0.isReleased(at: now) }
        families[id]?.held = waiting.isEmpty ? nil : waiting
      }
    }
    // Their slot was a boundary, and it may be the one that is known.
    state.plans.nextBoundary = nil
  }

  /// Moves held callbacks to the first slot after a clock that was set back, so that they don't wait for hours.
  func moveHeldBack(_ state: inout DeviceState) {
    let (now, place) = (state.now, state.place)
    for id in state.familyIDs {
      guard let grid = grids[id], let held = state.families[id]?.held else { continue }
      state.families[id]?.held = held.map { due in
        var due = due
        if let known = due.slot {
          let slot = min(known, slot(of: due, on: grid, after: now, in: place))
          (due.slot, due.dueAt) = (slot, slot)
        }
        return due
      }
    }
  }

  /// Whether the instant of a callback reveals use. The clock and the family's own calls don't (D9).
  private func tellsOfUse(_ due: PendingCallback) -> Bool {
    if due.event != nil { return true }
    return mode == .faithful && (due.cause == .natural || due.cause == .catchUp)
  }

  private func slot(of due: PendingCallback, on grid: DeliveryGrid, after now: Timestamp, in place: CalendarPlace)
    -> Timestamp
  {
    let slot = grid.slot(atOrAfter: now, in: place)
    // If only the clock determines when the interval ends, an event must still come before that end (C7).
    return mode == .exact && now <= due.span.end ? min(slot, due.span.end) : slot
  }
}

extension PendingCallback {
  fileprivate func isReleased(at now: Timestamp) -> Bool { (slot ?? .distantPast) <= now }
}
