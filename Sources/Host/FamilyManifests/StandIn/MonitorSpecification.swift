// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// An activity that a stand-in app monitors, in the notation of `--monitor` (DEV-3):
///
///     [NAME:] DAYS HH:MM-HH:MM [limit=TIME | event=NAME | warn=TIME | past=yes|no | apps=… | categories=… | domains=…] …
///
/// `DAYS` is `daily`, a list such as `mon,wed`, or a range such as `mon-fri`. `TIME` is `1h30m`, `45m` or `90s`.
package struct MonitorSpecification: Hashable, Sendable {
  /// An event. Without items all use counts (E2).
  package struct Event: Hashable, Sendable {
    package var name: String
    package var thresholdSeconds: Int64
    package var includesPastActivity = false
    package var applications: [String] = []
    /// Codes of the fixed list, as text (LIVE-ID4).
    package var categories: [String] = []
    package var webDomains: [String] = []

    package var countsAll: Bool { applications.isEmpty && categories.isEmpty && webDomains.isEmpty }
  }

  /// A weekday, in the order of ranges.
  package enum Weekday: String, CaseIterable, Sendable {
    case mon, tue, wed, thu, fri, sat, sun

    /// The number in date components, in which Sunday is 1.
    var number: Int64 { Int64((Self.allCases.firstIndex(of: self) ?? 0) + 1) % 7 + 1 }

    var next: Weekday { Self.allCases[((Self.allCases.firstIndex(of: self) ?? 0) + 1) % 7] }
  }

  /// The most that `--monitor` may be given.
  package static let most = 20

  package var name: String
  /// Empty for every day.
  package var weekdays: [Weekday] = []
  /// Times of day, in seconds.
  package var start: Int64
  package var end: Int64
  package var warningSeconds: Int64?
  package var events: [Event] = []

  /// An activity to start: its name and its schedule.
  package struct Activity: Hashable, Sendable {
    package var name: String
    package var schedule: MonitoringSchedule
  }

  /// The activities: one for every day, or a weekly one for each weekday (DEV-4).
  package var activities: [Activity] {
    guard !weekdays.isEmpty else { return [Activity(name: name, schedule: schedule(from: nil))] }
    return weekdays.map { Activity(name: "\(name)-\($0.rawValue)", schedule: schedule(from: $0)) }
  }

  private func schedule(from day: Weekday?) -> MonitoringSchedule {
    let last = end < start ? day?.next : day
    return MonitoringSchedule(
      start: Self.components(start, on: day), end: Self.components(end, on: last), repeats: true,
      warning: warningSeconds.map { Self.components($0) })
  }

  private static func components(_ time: Int64, on day: Weekday?) -> DateComponentsValue {
    var value = DateComponentsValue([.hour: time / 3_600, .minute: time / 60 % 60, .second: time % 60])
    if let day { value.fields[.weekday] = day.number }
    return value
  }

  /// A span of time, as its hours, minutes and seconds.
  package static func components(_ span: Int64) -> DateComponentsValue { components(span, on: nil) }
}

/// A sentence about a specification that can't be read.
package struct MonitorSpecificationError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ text: String, _ fault: String) { description = "The specification “\(text)”: \(fault)." }
}
