// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation
import ManagedSettings

/// The primary button closes the shielded app; the secondary one lifts its shield for fifteen minutes.
class HomeworkShieldAction: ShieldActionDelegate {
  private let store = ManagedSettingsStore()

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(respond(to: action) { self.store.shield.applications?.remove(application) })
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(respond(to: action) { self.store.shield.webDomains?.remove(webDomain) })
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(
      respond(to: action) {
        if case .specific(var categories, let except)? = self.store.shield.applicationCategories {
          categories.remove(category)
          self.store.shield.applicationCategories = .specific(categories, except: except)
        }
        if case .specific(var categories, let except)? = self.store.shield.webDomainCategories {
          categories.remove(category)
          self.store.shield.webDomainCategories = .specific(categories, except: except)
        }
      })
  }

  private func respond(to action: ShieldAction, lifting: () -> Void) -> ShieldActionResponse {
    switch action {
    case .primaryButtonPressed:
      return .close
    case .secondaryButtonPressed:
      do {
        try grantQuarterOfAnHour()
        lifting()
        return .none
      } catch {
        // Without monitoring nothing would restore the shield, so keep it.
        return .defer
      }
    default:
      return .none
    }
  }

  /// The monitor restores the shields when this interval ends.
  private func grantQuarterOfAnHour() throws {
    let calendar = Calendar.current
    let units: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
    let start = Date()
    let schedule = DeviceActivitySchedule(
      intervalStart: calendar.dateComponents(units, from: start),
      intervalEnd: calendar.dateComponents(units, from: start.addingTimeInterval(15 * 60)),
      repeats: false)
    try DeviceActivityCenter().startMonitoring(DeviceActivityName("extraTime"), during: schedule)
  }
}
