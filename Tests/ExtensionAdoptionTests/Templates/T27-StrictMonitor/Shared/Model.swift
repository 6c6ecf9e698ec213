// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings

struct Plan: Codable, Sendable, Identifiable {
  var id: String
  var selection = FamilyActivitySelection()
  var window: ClosedRange<Int> = 9...17
  var weekdays: Set<Locale.Weekday> = [.monday, .tuesday]
  var completed: [Date] = []
  var strictness: Strictness = .soft(grace: 5)

  enum Strictness: Codable, Hashable, Sendable {
    case soft(grace: Int)
    case hard
  }

  var storeName: ManagedSettingsStore.Name { .init("plan-\(id)") }

  func enforce(in store: ManagedSettingsStore) throws {
    guard !selection.applicationTokens.isEmpty || !selection.categoryTokens.isEmpty else { throw PlanError.empty }
    store.shield.applications = selection.applicationTokens
    store.shield.applicationCategories = .specific(selection.categoryTokens)
    store.shield.webDomainCategories = .specific(selection.categoryTokens)
    store.application.blockedApplications = Set(selection.applications.prefix(2))
    if case .hard = strictness {
      store.application.denyAppInstallation = true
      store.dateAndTime.requireAutomaticDateAndTime = true
      store.passcode.lockPasscode = true
      store.siri.denySiri = true
      store.account.lockAccounts = true
      store.appStore.maximumRating = 600
      store.media.denyExplicitContent = true
      store.gameCenter.denyMultiplayerGaming = true
      store.cellular.lockCellularPlan = true
      store.safari.denyAutoFill = true
    }
  }

  func schedule(after date: Date) -> DeviceActivitySchedule? {
    let calendar = Calendar.current
    let days = sequence(first: date) { calendar.date(byAdding: .day, value: 1, to: $0) }
    guard
      let day = days.prefix(8).first(where: { day in
        Locale.Weekday.allCases.indices.contains(calendar.component(.weekday, from: day) - 1)
      })
    else { return nil }
    var start = calendar.dateComponents([.calendar, .year, .month, .day], from: day)
    start.hour = window.lowerBound
    var end = start
    end.hour = window.upperBound
    return DeviceActivitySchedule(
      intervalStart: start, intervalEnd: end, repeats: true, warningTime: DateComponents(minute: 10))
  }
}

extension Locale.Weekday: @retroactive CaseIterable {
  public static var allCases: [Locale.Weekday] {
    [.sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday]
  }
}

enum PlanError: Error, Equatable, CustomNSError {
  case empty, missingContainer
  static let errorDomain = "com.example.strict"
  var errorCode: Int { self == .empty ? 1 : 2 }
}
