// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of one callback of one interval, with the rule that decided it and the use that was counted.
package struct CallbackExplanation: Equatable, Sendable {
  package enum Verdict: String, Sendable, CaseIterable {
    /// The extension answered, and its effects were applied.
    case fired
    /// It was due, but no answer to it was applied: its attempts failed, its reply was refused, or it expired.
    case failed
    case notFired
    /// It is not due, or its delivery is pending.
    case notYet
  }

  /// The number behind an event. The spans sum exactly to it (E11).
  package struct Count: Equatable, Sendable {
    package var from: Timestamp
    package var to: Timestamp
    /// The milliseconds at which the callback is due: the threshold, or for a warning the threshold less its lead time
    /// (E7).
    package var level: Int64
    package var pieces: [TimeSpan]
    /// The items that the event counts; empty for all use of the device.
    package var items: [Item]
    /// The pieces again, split where another item is in use.
    package var stretches: [UseLedger.Stretch]

    package var counted: Int64 { pieces.reduce(0) { $0 + $1.milliseconds } }
  }

  package var callback: MonitorCallback
  package var event: String?
  /// Nil if the callback has no interval, as when the activity is not monitored.
  package var interval: TimeSpan?
  package var verdict: Verdict
  package var reason: CallbackReason
  package var dueAt: Timestamp?
  /// The delivery it became; its attempts and its outcome are in the outbox.
  package var delivery: Delivery?
  package var count: Count?

  package init(
    _ callback: MonitorCallback, event: String? = nil, interval: TimeSpan? = nil, _ verdict: Verdict,
    _ reason: CallbackReason, dueAt: Timestamp? = nil, delivery: Delivery? = nil, count: Count? = nil
  ) {
    self.callback = callback
    self.event = event
    self.interval = interval
    self.verdict = verdict
    self.reason = reason
    self.dueAt = dueAt
    self.delivery = delivery
    self.count = count
  }

  /// Orders by interval, then in the order of an interval's callbacks.
  static func isOrdered(_ left: CallbackExplanation, _ right: CallbackExplanation) -> Bool {
    let (one, other) = (left.interval?.start ?? .distantFuture, right.interval?.start ?? .distantFuture)
    if one != other { return one < other }
    if left.place != right.place { return left.place < right.place }
    if left.event != right.event { return (left.event ?? "").isOrderedBefore(right.event ?? "") }
    return (left.delivery?.sequence ?? .max) < (right.delivery?.sequence ?? .max)
  }

  private var place: Int {
    switch callback {
    case .intervalWillStartWarning: 0
    case .intervalDidStart: 1
    case .eventWillReachThresholdWarning: 2
    case .eventDidReachThreshold: 3
    case .intervalWillEndWarning: 4
    case .intervalDidEnd: 5
    }
  }
}

/// The callbacks of an activity that are to be explained.
package enum CallbackChoice: Hashable, Sendable {
  case all
  /// Starts, ends and their warnings.
  case interval
  /// An event's callback and its warning.
  case event(String)

  package func includes(_ callback: MonitorCallback, event: String?) -> Bool {
    switch self {
    case .all: true
    case .interval: event == nil
    case .event(let name): event == name
    }
  }
}

/// The record of one activity: the deliveries that the rules decided, in order, and the counted use.
package struct CallbackRecord: Sendable {
  package var deliveries: [Delivery]
  /// Starts an hour before the window, for events with past activity (E5).
  package var use: UseLedger
  /// The span of time to explain.
  package var window: TimeSpan
  /// How deliveries ended, by sequence, since the rules alone know only that they were due.
  package var endings: [Int64: DeliveryEnding]

  package init(
    deliveries: [Delivery], use: UseLedger, window: TimeSpan, endings: [Int64: DeliveryEnding] = [:]
  ) {
    self.deliveries = deliveries
    self.use = use
    self.window = window
    self.endings = endings
  }

  func verdict(on delivery: Delivery) -> CallbackExplanation.Verdict {
    switch endings[delivery.sequence] {
    case .applied, nil: .fired
    case .unapplied: .failed
    case .pending: .notYet
    }
  }
}

/// The end of a delivery, as far as its callback's explanation depends on it.
package enum DeliveryEnding: Hashable, Sendable { case pending, applied, unapplied }

extension CallbackReason {
  /// The reason for a delivery.
  ///
  /// - Parameter threshold: `nil` if the event is not known any more.
  package init(of delivery: Delivery, warning: Int64?, threshold: Int64?) {
    switch delivery.cause {
    case .repeated: self = .sentAgain
    case .catchUp: self = .caughtUp
    case .stop: self = .stopped
    case .replaced: self = .replaced
    case .natural, .registration:
      let isRegistration = delivery.cause == .registration
      switch delivery.callback {
      case .eventDidReachThreshold:
        self = isRegistration ? .pastThresholdReached(threshold: threshold) : .thresholdReached(threshold: threshold)
      case .eventWillReachThresholdWarning: self = .warningLevelReached(threshold: threshold)
      case .intervalWillStartWarning: self = .warningDue
      case .intervalWillEndWarning:
        let length = delivery.interval.end.milliseconds(since: delivery.interval.start)
        self = warning.map { $0 > length } == true ? .warningMovedToStart : .warningDue
      case .intervalDidEnd: self = .intervalEnded
      case .intervalDidStart:
        self = isRegistration ? .registeredInside : delivery.dueAt < delivery.decidedAt ? .firstUse : .clockTime
      }
    }
  }
}
