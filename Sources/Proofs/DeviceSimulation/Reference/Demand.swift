// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// A callback that the rules require, computed by the reference: the outbox row must match it to the millisecond.
struct Demand: Hashable {
  var family: String
  var activity: String
  var event: String?
  var callback: MonitorCallback
  var cause: DeliveryCause
  var dueAt: Timestamp
  var decidedAt: Timestamp
  var interval: TimeSpan
  var registration: Int64

  init(_ delivery: Delivery) {
    family = delivery.family.rawValue
    activity = delivery.activity
    event = delivery.event
    callback = delivery.callback
    cause = delivery.cause
    dueAt = delivery.dueAt
    decidedAt = delivery.decidedAt
    interval = TimeSpan(start: delivery.interval.start, end: delivery.interval.end)
    registration = delivery.registration
  }

  init(
    family: String, _ activity: ReferenceActivity, event: String? = nil, _ callback: MonitorCallback,
    _ interval: TimeSpan,
    cause: DeliveryCause, dueAt: Timestamp, decidedAt: Timestamp
  ) {
    self.family = family
    self.activity = activity.name
    self.event = event
    self.callback = callback
    self.cause = cause
    self.dueAt = dueAt
    self.decidedAt = decidedAt
    self.interval = interval
    registration = activity.registration
  }
}

extension Demand: CustomStringConvertible {
  var description: String {
    "\(callback.rawValue) \(event.map { "\($0) of " } ?? "")\(activity) of \(family), due \(dueAt.milliseconds), decided "
      + "\(decidedAt.milliseconds), interval \(interval.start.milliseconds)–\(interval.end.milliseconds), "
      + "\(cause.rawValue), registration \(registration)"
  }
}
