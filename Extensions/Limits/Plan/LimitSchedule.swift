// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import DeviceActivity
import Foundation

extension DeviceActivityName {
  public static let day = Self("day")
  public static let downtime = Self("downtime")
  public static let oneMinute = Self("oneMinute")
  public static let quarterHour = Self("quarterHour")
}

extension LimitPlan.Limit {
  public var event: DeviceActivityEvent.Name { DeviceActivityEvent.Name("limit.\(id)") }
}

extension DeviceActivityEvent.Name {
  /// The limit that the event counts for.
  public var limit: Int? { rawValue.hasPrefix("limit.") ? Int(rawValue.dropFirst(6)) : nil }
}

extension LimitPlan {
  /// Registers the day with an event for each limit, and downtime if it is on.
  public func startMonitoring() throws {
    let center = DeviceActivityCenter()
    let chosen = limits.filter { !$0.selection.isNothing }
    if chosen.isEmpty {
      center.stopMonitoring([.day])
    } else {
      let events = chosen.map { limit in
        (
          limit.event,
          DeviceActivityEvent(
            applications: limit.selection.applicationTokens, categories: limit.selection.categoryTokens,
            webDomains: limit.selection.webDomainTokens, threshold: DateComponents(minute: limit.minutes),
            includesPastActivity: true)
        )
      }
      let wholeDay = DeviceActivitySchedule(
        intervalStart: DateComponents(hour: 0, minute: 0), intervalEnd: DateComponents(hour: 0, minute: 0),
        repeats: true)
      try center.startMonitoring(.day, during: wholeDay, events: Dictionary(uniqueKeysWithValues: events))
    }
    guard downtime.isOn, downtime.startHour != downtime.endHour else { return center.stopMonitoring([.downtime]) }
    let night = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: downtime.startHour, minute: 0),
      intervalEnd: DateComponents(hour: downtime.endHour, minute: 0), repeats: true)
    try center.startMonitoring(.downtime, during: night)
  }

  /// Registers the end of more time. An interval has at least 15 minutes, so a minute ends with the warning of one.
  public static func startMoreTime(_ activity: DeviceActivityName, at start: Date) throws {
    let units: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
    let calendar = Calendar.current
    let schedule = DeviceActivitySchedule(
      intervalStart: calendar.dateComponents(units, from: start),
      intervalEnd: calendar.dateComponents(units, from: start.addingTimeInterval(15 * 60)), repeats: false,
      warningTime: activity == .oneMinute ? DateComponents(minute: 14) : nil)
    try DeviceActivityCenter().startMonitoring(activity, during: schedule)
  }
}
