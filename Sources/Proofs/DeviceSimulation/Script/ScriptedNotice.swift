// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import ScreenTimeRules

/// A notification request in a scripted reply.
enum ScriptedNotice: Hashable {
  /// `trigger` is `nil` for a notification that is due at once.
  case request(id: String, trigger: Trigger?)
  /// `ids` is empty for all.
  case cancel(ids: [String], of: NotificationPart)

  enum Trigger: Hashable {
    case after(seconds: Int64)
    case at(ScheduleComponents, repeats: Bool)

    fileprivate var wire: ExtensionProtocol.NotificationRequest.Trigger {
      switch self {
      case .after(let seconds): .after(seconds: seconds)
      case .at(let components, let repeats): .at(DateComponentsValue(components), repeats: repeats)
      }
    }
  }

  var wire: Effect {
    switch self {
    case .request(let id, let trigger):
      .scheduleNotification(
        ExtensionProtocol.NotificationRequest(id: id, title: "Title \(id)", body: "Body", trigger: trigger?.wire))
    case .cancel(let ids, let part): .cancelNotifications(ids: ids, of: part)
    }
  }
}

extension EffectMaker {
  /// Requests and cancellations with few identifiers, so that they affect each other; due within the next hours.
  mutating func notices() -> [ScriptedNotice] {
    guard point == .monitor, random.oneIn(3) else { return [] }
    return (0..<random.number(1...2)).map { _ in
      let id = "n\(random.number(0...3))"
      switch random.number(0...7) {
      case 0: return .cancel(ids: random.oneIn(2) ? [id] : [], of: random.pick([.all, .pending, .listed]))
      case 1: return .request(id: id, trigger: nil)
      case 2, 3: return .request(id: id, trigger: .after(seconds: Int64(random.number(1...60))))
      default:
        let seconds = Int64(random.number(1...20_000))
        return .request(id: id, trigger: dates(UInt64(seconds)) ?? .after(seconds: seconds))
      }
    }
  }

  /// Dates for half of the requests, drawn from a stream of their own: an hour's minute, a time, a day of the week, or
  /// one of the next days.
  private func dates(_ draw: UInt64) -> ScriptedNotice.Trigger? {
    var random = SimulationRandom(seed: draw, "dates \(family) \(call.delivery.sequence ?? 0)")
    guard random.oneIn(2) else { return nil }
    let (hour, minute) = Self.time(&random)
    let repeats = random.oneIn(2)
    switch random.number(0...4) {
    case 0: return .at(ScheduleComponents(minute: minute), repeats: repeats)
    case 1:
      return .at(ScheduleComponents(weekday: random.number(1...7), hour: hour, minute: minute), repeats: repeats)
    case 2:
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(identifier: call.snapshot.environment.timeZone) ?? .gmt
      // Far enough that the date has not passed when the reply arrives, whatever the clock does.
      let day = Timestamp(milliseconds: call.delivery.now).advanced(by: Int64(random.number(2...6)) * 86_400_000).date
      let parts = calendar.dateComponents([.year, .month, .day], from: day)
      return .at(
        ScheduleComponents(year: parts.year, month: parts.month, day: parts.day, hour: hour, minute: minute),
        repeats: false)
    default: return .at(ScheduleComponents(hour: hour, minute: minute), repeats: repeats)
    }
  }
}
