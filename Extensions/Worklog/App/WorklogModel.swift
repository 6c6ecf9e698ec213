// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import SwiftUI

extension ManagedSettingsStore.Name {
  static let gaming = Self("gaming")
  static let social = Self("social")
}

extension DeviceActivityName {
  static let evening = Self("evening")
}

/// Two groups of apps that the person avoids while working.
class WorklogModel: ObservableObject {
  @Published var games = FamilyActivitySelection() {
    didSet { save(games, as: "selection.gaming") }
  }
  @Published var social = FamilyActivitySelection() {
    didSet { save(social, as: "selection.social") }
  }
  @Published var message = ""

  private let defaults = UserDefaults(suiteName: "group.org.example.worklog")
  private let gaming = ManagedSettingsStore(named: .gaming)
  private let socializing = ManagedSettingsStore(named: .social)

  init() {
    games = load("selection.gaming")
    social = load("selection.social")
  }

  /// Evenings, 17:00 to 20:00, are free: the monitor lifts the shields then.
  func startMonitoring() {
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 17, minute: 0),
      intervalEnd: DateComponents(hour: 20, minute: 0),
      repeats: true)
    do {
      try DeviceActivityCenter().startMonitoring(.evening, during: schedule)
      message = "Evenings are free"
    } catch {
      message = "Could not start: \(error)"
    }
  }

  /// Shields both groups until the evening.
  func focus() {
    gaming.shield.applications = games.applicationTokens
    gaming.shield.applicationCategories = .specific(games.categoryTokens)
    socializing.shield.applications = social.applicationTokens
    socializing.shield.webDomains = social.webDomainTokens
  }

  func relax() {
    gaming.clearAllSettings()
    socializing.clearAllSettings()
  }

  private func save(_ selection: FamilyActivitySelection, as key: String) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    defaults?.set(try? encoder.encode(selection), forKey: key)
  }

  private func load(_ key: String) -> FamilyActivitySelection {
    guard let data = defaults?.data(forKey: key),
      let selection = try? JSONDecoder().decode(FamilyActivitySelection.self, from: data)
    else { return FamilyActivitySelection() }
    return selection
  }
}
