// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation
import LimitsPlan
import ManagedSettings

/// Gives a minute or a quarter of an hour more, if the plan allows it.
class LimitsShieldAction: ShieldActionDelegate {
  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(respond(to: action) { $0.applications.insert(application) })
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(respond(to: action) { $0.webDomains.insert(webDomain) })
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(respond(to: action) { $0.categories.insert(category) })
  }

  private func respond(
    to action: ShieldAction, adding: (inout LimitDay.MoreTime) -> Void
  ) -> ShieldActionResponse {
    switch action {
    case .firstSecondarySubmenuItemPressed: return giveMoreTime(.oneMinute, adding)
    case .secondSecondarySubmenuItemPressed: return giveMoreTime(.quarterHour, adding)
    case .primaryButtonPressed: return .close
    default: return .none
    }
  }

  private func giveMoreTime(
    _ activity: DeviceActivityName, _ adding: (inout LimitDay.MoreTime) -> Void
  ) -> ShieldActionResponse {
    guard let defaults = UserDefaults.limits else { return .defer }
    let plan = defaults.limitPlan
    guard plan.allowsMoreTime else { return .defer }
    // Without monitoring nothing would end the time, so the shield stays.
    do { try LimitPlan.startMoreTime(activity, at: Date()) } catch { return .defer }
    var day = defaults.limitDay
    var more = day.moreTime ?? LimitDay.MoreTime()
    adding(&more)
    more.liftsDowntime = more.liftsDowntime || day.isDowntime
    day.moreTime = more
    defaults.limitDay = day
    day.apply(plan)
    return .none
  }
}
