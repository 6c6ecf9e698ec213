// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A callback that is due but has no sequence number yet.
struct PendingCallback: Equatable, Codable, Sendable {
  var family: FamilyID
  var activity: String
  var event: String?
  var callback: MonitorCallback
  var cause: DeliveryCause
  var dueAt: Timestamp
  var span: TimeSpan
  var registration: Int64
  /// The slot at which it may be delivered, if the family has a grid and the callback reveals use.
  var slot: Timestamp?

  private func isSameInterval(as other: PendingCallback) -> Bool {
    family == other.family && activity == other.activity && span.start == other.span.start
      && registration == other.registration
  }

  private static func isOrdered(_ left: PendingCallback, _ right: PendingCallback) -> Bool {
    if left.dueAt != right.dueAt { return left.dueAt < right.dueAt }
    if left.callback.rank != right.callback.rank { return left.callback.rank < right.callback.rank }
    if left.activity != right.activity { return left.activity.isOrderedBefore(right.activity) }
    let (leftEvent, rightEvent) = (left.event ?? "", right.event ?? "")
    if leftEvent != rightEvent { return leftEvent.isOrderedBefore(rightEvent) }
    return left.family < right.family
  }

  /// Orders by due time, then by C7; a start still precedes every other callback of its own interval.
  static func ordered(_ dues: [PendingCallback]) -> [PendingCallback] {
    guard dues.count > 1 else { return dues }
    var result = dues.sorted(by: isOrdered)
    for start in dues where start.callback == .intervalDidStart {
      guard
        let position = result.firstIndex(where: { $0.callback == .intervalDidStart && $0.isSameInterval(as: start) })
      else { continue }
      let early = result[..<position].filter {
        $0.callback != .intervalWillStartWarning && $0.isSameInterval(as: start)
      }
      guard !early.isEmpty else { continue }
      let head = result[..<position].filter {
        $0.callback == .intervalWillStartWarning || !$0.isSameInterval(as: start)
      }
      result = head + [result[position]] + early + result[(position + 1)...]
    }
    return result
  }
}

extension FamilyState {
  /// Numbers a pending callback and adds it to the outstanding deliveries.
  mutating func deliver(_ due: PendingCallback, at now: Timestamp) -> Delivery {
    sequence += 1
    let interval = DeliveryInterval(
      id: "\(due.activity)@\(due.span.start.milliseconds)", start: due.span.start, end: due.span.end)
    let delivery = Delivery(
      family: due.family, sequence: sequence, callback: due.callback, activity: due.activity, event: due.event,
      cause: due.cause, dueAt: due.dueAt, decidedAt: now, interval: interval, registration: due.registration)
    outstanding.append(delivery)
    return delivery
  }
}
