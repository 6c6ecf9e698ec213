// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules
internal import ScreenTimeStore

// MARK: - No delivery is lost, none is extra, thresholds are exact

extension ReferenceDevice {
  mutating func checkClock(_ clock: Timestamp) {
    if clock < now {
      find(.durableMeansDurable, "the stored clock went back from \(now.milliseconds) to \(clock.milliseconds)")
    }
  }

  /// Decides the clock's callbacks at this instant if the host did: that is, if it added a natural interval callback.
  mutating func decideIfTold(_ rows: [PendingDelivery]) {
    let told = rows.contains { row in
      guard let delivery = try? row.monitorDelivery(), row.point == "monitor" else { return false }
      return delivery.event == nil && delivery.cause == .natural
    }
    if told { decideClock() }
  }

  /// Compares new rows with the expected callbacks, by number.
  mutating func match(_ rows: [PendingDelivery]) {
    for row in rows {
      guard row.point == "monitor" else {
        matchPersonal(row)
        continue
      }
      guard let delivery = try? row.monitorDelivery() else {
        find(.durableMeansDurable, "row \(row.id) of the outbox can't be decoded")
        continue
      }
      let told = Demand(delivery)
      guard let due = demands[row.family]?.removeValue(forKey: row.sequence) else {
        find(
          told.event == nil ? .nothingElseIsDelivered : .thresholdsAreExact,
          "number \(row.sequence) is not expected: \(told)")
        continue
      }
      if due != told || row.sequence != delivery.sequence {
        find(
          told.event == nil ? .nothingElseIsDelivered : .thresholdsAreExact,
          "number \(row.sequence) is \(told) but must be \(due)")
      }
    }
    // A callback must be stored in the transaction in which it falls due.
    complainOfDemands()
  }

  /// The person causes app openings and presses, so only their numbering is checked.
  private mutating func matchPersonal(_ row: PendingDelivery) {
    families[row.family]?.sequence += 1
    let expected = families[row.family]?.sequence ?? 0
    if row.sequence != expected {
      find(.nothingOwedIsLost, "\(row.callback) of \(row.family) has number \(row.sequence) but must have \(expected)")
    }
    let callbacks = ["app": "activate", "shieldAction": "handle"]
    if callbacks[row.point] != row.callback {
      find(.nothingElseIsDelivered, "\(row.point) of \(row.family) has the unexpected callback \(row.callback)")
    }
  }

  /// Checks that exactly the callbacks withdrawn by a rule are settled as `dropped` in the same transaction.
  mutating func checkDrops(_ settled: [PendingDelivery]) {
    var expected = drops
    drops = [:]
    for row in settled where row.settlement?.outcome == .dropped && row.point == "monitor" {
      if expected[row.family]?.remove(row.sequence) == nil {
        find(
          .nothingOwedIsLost, "\(row.callback) \(row.sequence) of \(row.family) was dropped, but no rule withdrew it")
      }
    }
    for (family, numbers) in expected.sorted(by: { $0.key < $1.key }) {
      for number in numbers.sorted() {
        find(.nothingElseIsDelivered, "number \(number) of \(family) was withdrawn by a rule but is still pending")
      }
    }
  }
}
