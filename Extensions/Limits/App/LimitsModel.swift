// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import Foundation
import LimitsPlan
import SwiftUI

/// The plan while the person changes it.
class LimitsModel: ObservableObject {
  @Published var plan: LimitPlan {
    didSet { if plan != oldValue { save(replacing: oldValue) } }
  }
  @Published var message = "Not set up yet"

  private let defaults = UserDefaults.limits

  init() { plan = UserDefaults.limits?.limitPlan ?? LimitPlan() }

  /// Asks the guardian on a child's device, and otherwise the person.
  func authorize() async {
    let center = AuthorizationCenter.shared
    do {
      try await center.requestAuthorization(for: .child)
    } catch {
      do { try await center.requestAuthorization(for: .individual) } catch { return message = "Not allowed" }
    }
    start()
  }

  func addLimit() { if plan.addLimit() == nil { message = "There are \(LimitPlan.mostLimits) limits already" } }

  func removeLimit(_ id: Int) { plan.limits.removeAll { $0.id == id } }

  /// Makes a limit longer or shorter by one step.
  func change(_ id: Int, by steps: Int) {
    guard let index = plan.limits.firstIndex(where: { $0.id == id }),
      let place = LimitPlan.lengths.firstIndex(of: plan.limits[index].minutes),
      LimitPlan.lengths.indices.contains(place + steps)
    else { return }
    plan.limits[index].minutes = LimitPlan.lengths[place + steps]
  }

  func changeDowntime(start: Int = 0, end: Int = 0) {
    plan.downtime.startHour = (plan.downtime.startHour + start + 24) % 24
    plan.downtime.endHour = (plan.downtime.endHour + end + 24) % 24
  }

  private func save(replacing old: LimitPlan) {
    defaults?.limitPlan = plan
    start()
    // A shield that no longer belongs to the plan goes at once. A changed limit that is still reached is reported again,
    // because its event counts the whole day.
    if var day = defaults?.limitDay {
      day.reached.formIntersection(plan.limits.filter(old.limits.contains).map(\.id))
      if !plan.downtime.isOn { day.isDowntime = false }
      defaults?.limitDay = day
      day.apply(plan)
    }
  }

  private func start() {
    guard AuthorizationCenter.shared.authorizationStatus == .approved else { return }
    do {
      try plan.startMonitoring()
      message = plan.limits.isEmpty && !plan.downtime.isOn ? "Nothing is limited" : "Limits are on"
    } catch {
      message = "Could not start: \(error)"
    }
  }
}
