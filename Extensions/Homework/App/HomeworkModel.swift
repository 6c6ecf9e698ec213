// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import Foundation
import SwiftUI
import WidgetKit

extension DeviceActivityName {
  static let homework = Self("homework")
}

extension DeviceActivityEvent.Name {
  static let encouraged = Self("encouraged")
}

/// The guardian's choices, stored in the defaults that the extensions share.
class HomeworkModel: ObservableObject {
  @Published var discouraged = FamilyActivitySelection() {
    didSet { save(discouraged, as: "selection.discouraged") }
  }
  @Published var encouraged = FamilyActivitySelection() {
    didSet {
      save(encouraged, as: "selection.encouraged")
      startMonitoring()
    }
  }
  @Published var message = "Not set up yet"

  private let defaults = UserDefaults(suiteName: "group.org.example.homework")

  init() {
    discouraged = load("selection.discouraged")
    encouraged = load("selection.encouraged")
  }

  /// Requests the guardian's approval.
  func authorize() async {
    do {
      try await AuthorizationCenter.shared.requestAuthorization(for: .child)
      message = "Ready"
      startMonitoring()
    } catch {
      message = "Not allowed"
    }
  }

  /// Starts monitoring the whole day for enough use of the encouraged apps.
  func startMonitoring() {
    guard AuthorizationCenter.shared.authorizationStatus == .approved else { return }
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 0, minute: 0),
      intervalEnd: DateComponents(hour: 0, minute: 0),
      repeats: true,
      warningTime: DateComponents(minute: 5))
    let event = DeviceActivityEvent(
      applications: encouraged.applicationTokens,
      categories: encouraged.categoryTokens,
      webDomains: encouraged.webDomainTokens,
      threshold: DateComponents(minute: 45))
    do {
      try DeviceActivityCenter().startMonitoring(.homework, during: schedule, events: [.encouraged: event])
      message = "Watching"
      WidgetCenter.shared.reloadAllTimelines()
    } catch {
      message = "Could not start: \(error)"
    }
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
