// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules
internal import ScreenTimeStore

// MARK: - Nothing owed is lost, nothing else is delivered, thresholds are exact

extension ReferenceDevice {
  mutating func checkClock(_ clock: Timestamp) {
    if clock < now {
      find(.durableMeansDurable, "the stored clock went back from \(now.milliseconds) to \(clock.milliseconds)")
    }
  }

  /// The clock is decided at this instant once the host says so: a callback of the clock that nobody asked for.
  mutating func decideIfTold(_ rows: [PendingDelivery]) {
    let told = rows.contains { row in
      guard let delivery = try? row.monitorDelivery(), row.point == "monitor" else { return false }
      return delivery.event == nil && delivery.cause == .natural
    }
    if told { decideClock() }
  }

  /// Compares new rows with what is due, number by number.
  mutating func match(_ rows: [PendingDelivery]) {
    for row in rows {
      guard row.point == "monitor" else {
        matchPersonal(row)
        continue
      }
      guard let delivery = try? row.monitorDelivery() else {
        find(.durableMeansDurable, "row \(row.id) of the outbox can't be read")
        continue
      }
      let told = Demand(delivery)
      guard let due = demands[row.family]?.removeValue(forKey: row.sequence) else {
        find(
          told.event == nil ? .nothingElseIsDelivered : .thresholdsAreExact,
          "number \(row.sequence) is not due: \(told)")
        continue
      }
      if due != told || row.sequence != delivery.sequence {
        find(
          told.event == nil ? .nothingElseIsDelivered : .thresholdsAreExact,
          "number \(row.sequence) is \(told), and must be \(due)")
      }
    }
    // The transaction in which a callback falls due is the one that makes it owed.
    complainOfDemands()
  }

  /// Openings of an app and presses are the person's doing; their numbers still follow one another.
  private mutating func matchPersonal(_ row: PendingDelivery) {
    families[row.family]?.sequence += 1
    let expected = families[row.family]?.sequence ?? 0
    if row.sequence != expected {
      find(.nothingOwedIsLost, "\(row.callback) of \(row.family) has number \(row.sequence), and must have \(expected)")
    }
    let callbacks = ["app": "activate", "shieldAction": "handle"]
    if callbacks[row.point] != row.callback {
      find(.nothingElseIsDelivered, "\(row.point) of \(row.family) is owed \(row.callback)")
    }
  }

  /// What a rule took back is settled `dropped` in the same transaction, and nothing else is.
  mutating func checkDrops(_ settled: [PendingDelivery]) {
    var expected = drops
    drops = [:]
    for row in settled where row.settlement?.outcome == .dropped && row.point == "monitor" {
      if expected[row.family]?.remove(row.sequence) == nil {
        find(
          .nothingOwedIsLost, "\(row.callback) \(row.sequence) of \(row.family) was dropped, and no rule took it back")
      }
    }
    for (family, numbers) in expected.sorted(by: { $0.key < $1.key }) {
      for number in numbers.sorted() {
        find(.nothingElseIsDelivered, "number \(number) of \(family) was taken back by a rule, and is still owed")
      }
    }
  }
}
