// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ManagedSettings
import WidgetKit

/// Shields the discouraged apps from the start of each day until the encouraged apps were used enough.
class HomeworkMonitor: DeviceActivityMonitor {
  private let store = ManagedSettingsStore()
  private let plan = HomeworkPlan()

  override func intervalDidStart(for activity: DeviceActivityName) {
    guard activity == .homework else { return }
    plan.isGoalReached = false
    plan.isReminderDue = false
    shieldDiscouraged()
    WidgetCenter.shared.reloadTimelines(ofKind: "Countdown")
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    switch activity {
    case .homework:
      store.clearAllSettings()
    case .extraTime:
      // The fifteen minutes granted on the shield are over. Shield again, unless the goal was reached.
      if !plan.isGoalReached { shieldDiscouraged() }
    default:
      break
    }
  }

  override func eventWillReachThresholdWarning(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {
    plan.isReminderDue = true
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    guard event == .encouraged else { return }
    plan.isGoalReached = true
    plan.isReminderDue = false
    store.clearAllSettings()
    WidgetCenter.shared.reloadTimelines(ofKind: "Countdown")
  }

  private func shieldDiscouraged() {
    let selection = plan.discouraged
    store.shield.applications = selection.applicationTokens.isEmpty ? nil : selection.applicationTokens
    store.shield.webDomains = selection.webDomainTokens.isEmpty ? nil : selection.webDomainTokens
    store.shield.applicationCategories =
      selection.categoryTokens.isEmpty ? nil : .specific(selection.categoryTokens)
    store.shield.webDomainCategories =
      selection.categoryTokens.isEmpty ? nil : .specific(selection.categoryTokens)
  }
}
