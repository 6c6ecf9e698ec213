// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// The due times of a notification's trigger in one zone.
struct ReferenceTrigger {
  let trigger: ScriptedNotice.Trigger?
  let zone: TimeZone

  /// The first due time of a request at `now`.
  func first(at now: Timestamp) -> Timestamp {
    switch trigger {
    case nil: now
    case .after(let seconds): now.advanced(by: seconds * 1_000)
    case .at(let components, _): dates(components).end(after: now) ?? now
    }
  }

  /// The due time after the one that was shown at `now`; `nil` if there is none. An hour that occurs twice counts once.
  func next(after due: Timestamp, now: Timestamp) -> Timestamp? {
    guard case .at(let components, repeats: true) = trigger else { return nil }
    let dates = dates(components)
    var next = dates.end(after: due)
    while let found = next, dates.isSameReading(found, due) { next = dates.end(after: found) }
    return next.flatMap { $0 <= now ? dates.end(after: now) : $0 }
  }

  /// The due time after the clock or the zone changed: an interval is never longer than requested.
  func again(_ due: Timestamp, now: Timestamp) -> Timestamp {
    switch trigger {
    case nil: due
    case .after(let seconds): min(due, now.advanced(by: seconds * 1_000))
    case .at(let components, _): dates(components).end(after: now) ?? due
    }
  }

  private func dates(_ components: ScheduleComponents) -> ReferenceSchedule {
    ReferenceSchedule(Schedule(start: components, end: components, repeats: true), zone: zone)
  }
}
