// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A notification that a family asks the host to show.
package struct NotificationRequest: Hashable, Codable, Sendable {
  package enum Level: String, Codable, Sendable { case passive, active, timeSensitive, critical }
  package enum Trigger: Hashable, Codable, Sendable {
    case after(seconds: Int64)
    case at(ScheduleComponents, repeats: Bool)
  }

  package var id: String
  package var title: String
  package var subtitle: String?
  package var body: String
  package var trigger: Trigger?
  package var level: Level
  package var filterCriteria: String?
  /// The time at which the effect that requests it was applied.
  package var scheduledAt: Timestamp

  package init(
    id: String, title: String, subtitle: String? = nil, body: String, trigger: Trigger? = nil, level: Level = .active,
    filterCriteria: String? = nil, scheduledAt: Timestamp
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.trigger = trigger
    self.level = level
    self.filterCriteria = filterCriteria
    self.scheduledAt = scheduledAt
  }
}
