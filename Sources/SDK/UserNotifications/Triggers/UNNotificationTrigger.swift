// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation

/// The time at which a notification is shown. Without a trigger it is shown at once.
// SAFETY: unchecked because an open class can't be checked; its properties are constants.
public class UNNotificationTrigger: NSObject, @unchecked Sendable {
  public let repeats: Bool

  fileprivate init(repeats: Bool) { self.repeats = repeats }
}

/// A trigger that fires once after an interval.
///
/// ### On Linux
/// ``UNUserNotificationCenter/add(_:)`` refuses a repeating interval: the error shows authors at once that it is not
/// supported, while a notification that came only once would hide it. For hourly and daily repeats use a date.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  public let timeInterval: TimeInterval
  private let made: Date

  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    made = ExtensionSession.current?.now ?? Date()
    super.init(repeats: repeats)
  }

  public func nextTriggerDate() -> Date? { made.addingTimeInterval(timeInterval) }
}

/// A trigger that fires at the next date that matches the components, or at every such date.
public final class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  public let dateComponents: DateComponents

  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }

  public func nextTriggerDate() -> Date? {
    var calendar = dateComponents.calendar ?? .current
    if let zone = dateComponents.timeZone { calendar.timeZone = zone }
    return calendar.nextDate(
      after: ExtensionSession.current?.now ?? Date(), matching: dateComponents, matchingPolicy: .nextTime)
  }
}

extension UNCalendarNotificationTrigger {
  /// Whether any future instant matches. The search for a day of the month is strict, because a lenient one returns the
  /// next day if a month lacks that day.
  fileprivate var comes: Bool {
    guard nextTriggerDate() != nil else { return false }
    guard let month = dateComponents.month, let day = dateComponents.day else { return true }
    var calendar = dateComponents.calendar ?? .current
    if let zone = dateComponents.timeZone { calendar.timeZone = zone }
    let now = ExtensionSession.current?.now ?? Date()
    // The search compares the start of the day, which for today is over.
    let start = calendar.startOfDay(for: now).addingTimeInterval(-1)
    return calendar.nextDate(
      after: start, matching: DateComponents(year: dateComponents.year, month: month, day: day),
      matchingPolicy: .strict) != nil
  }
}

extension UNNotificationTrigger {
  /// The next date by the clock of the callback.
  var next: Date? {
    switch self {
    case let interval as UNTimeIntervalNotificationTrigger: interval.nextTriggerDate()
    case let date as UNCalendarNotificationTrigger: date.nextTriggerDate()
    default: nil
    }
  }

  /// - Throws: `notification.trigger` if the trigger repeats an interval, its interval is not positive, its date has no
  ///   components or never comes, or it is of another kind.
  var wire: NotificationRequest.Trigger {
    get throws(EffectViolation) {
      switch self {
      case let interval as UNTimeIntervalNotificationTrigger:
        let seconds = interval.timeInterval.rounded(.up)
        guard !repeats, seconds > 0, let whole = Int64(exactly: seconds), whole <= WireLimits.latestTime else {
          throw .trigger("has an interval that repeats or is not a positive number of seconds")
        }
        return .after(seconds: whole)
      case let date as UNCalendarNotificationTrigger:
        let components = date.dateComponents.wire
        guard !components.fields.isEmpty else { throw .trigger("has a date without components") }
        guard date.comes else { throw .trigger("has a date that never comes") }
        return .at(components, repeats: repeats)
      default: throw .trigger("has a trigger that is neither an interval nor a date")
      }
    }
  }
}
