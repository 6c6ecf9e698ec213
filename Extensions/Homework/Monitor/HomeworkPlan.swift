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

/// Data shared by the app and its extensions, in the defaults of their group.
final class HomeworkPlan {
  private let defaults = UserDefaults(suiteName: "group.org.example.homework")

  /// The apps that the guardian discourages; the app saves them.
  var discouraged: FamilyActivitySelection {
    guard let data = defaults?.data(forKey: "selection.discouraged") else { return FamilyActivitySelection() }
    return (try? JSONDecoder().decode(FamilyActivitySelection.self, from: data)) ?? FamilyActivitySelection()
  }

  /// True once today's goal was reached.
  var isGoalReached: Bool {
    get { defaults?.bool(forKey: "goal.isReached") ?? false }
    set { defaults?.set(newValue, forKey: "goal.isReached") }
  }

  /// True when the goal is nearly reached, so that the app can say it.
  var isReminderDue: Bool {
    get { defaults?.bool(forKey: "reminder.isDue") ?? false }
    set { defaults?.set(newValue, forKey: "reminder.isDue") }
  }
}
