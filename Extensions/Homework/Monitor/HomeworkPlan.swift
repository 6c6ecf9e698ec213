// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import Foundation

extension DeviceActivityName {
  static let homework = Self("homework")
  static let extraTime = Self("extraTime")
}

extension DeviceActivityEvent.Name {
  static let encouraged = Self("encouraged")
}

/// What the app and its extensions agree on, kept in the defaults of their group.
final class HomeworkPlan {
  private let defaults = UserDefaults(suiteName: "group.org.example.homework")

  /// What the guardian chose to discourage; the app saves it.
  var discouraged: FamilyActivitySelection {
    guard let data = defaults?.data(forKey: "selection.discouraged") else { return FamilyActivitySelection() }
    return (try? JSONDecoder().decode(FamilyActivitySelection.self, from: data)) ?? FamilyActivitySelection()
  }

  /// Whether enough was done today.
  var isGoalReached: Bool {
    get { defaults?.bool(forKey: "goal.isReached") ?? false }
    set { defaults?.set(newValue, forKey: "goal.isReached") }
  }

  /// Whether the app should say that only a little is missing.
  var isReminderDue: Bool {
    get { defaults?.bool(forKey: "reminder.isDue") ?? false }
    set { defaults?.set(newValue, forKey: "reminder.isDue") }
  }
}
