// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A callback to deliver to a family. The rules decide it; the host's outbox stores it.
package struct Delivery: Hashable, Codable, Sendable {
  package var family: FamilyID
  /// Ascends within the family from 1 (`wire.md#perform`).
  package var sequence: Int64
  package var callback: MonitorCallback
  package var activity: String
  package var event: String?
  package var cause: DeliveryCause
  /// The instant at which it was due; in `faithful` it can be hours before ``decidedAt``.
  package var dueAt: Timestamp
  /// The instant of the rules' clock at which it was decided.
  package var decidedAt: Timestamp
  package var interval: DeliveryInterval
  /// The registration of the activity that it belongs to (D8, D17).
  package var registration: Int64

  package init(
    family: FamilyID, sequence: Int64, callback: MonitorCallback, activity: String, event: String?,
    cause: DeliveryCause, dueAt: Timestamp, decidedAt: Timestamp, interval: DeliveryInterval, registration: Int64
  ) {
    self.family = family
    self.sequence = sequence
    self.callback = callback
    self.activity = activity
    self.event = event
    self.cause = cause
    self.dueAt = dueAt
    self.decidedAt = decidedAt
    self.interval = interval
    self.registration = registration
  }
}

/// The interval of a callback. An extension uses its id to recognize work that it already did.
package struct DeliveryInterval: Hashable, Codable, Sendable {
  /// `<activity>@<start in ms>`.
  package var id: String
  package var start: Timestamp
  package var end: Timestamp

  package init(id: String, start: Timestamp, end: Timestamp) {
    self.id = id
    self.start = start
    self.end = end
  }
}

/// The reason why a callback is delivered now (`wire.md#perform`).
package enum DeliveryCause: String, Codable, Sendable, CaseIterable {
  case natural, registration, stop, replaced, catchUp, repeated
}
