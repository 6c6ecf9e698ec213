// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Makes deliveries pending, each with its ledger entry, in one transaction (PRIV-LG3).
final class Releases {
  let memory: DeviceMemory
  let outbox: Outbox
  let consent: ConsentDesk
  let chronicle: Chronicle

  init(_ owners: Owners) {
    memory = owners.memory
    outbox = owners.outbox
    consent = owners.consent
    chronicle = owners.chronicle
  }

  func owe(_ deliveries: [Delivery], _ turn: Turn) throws {
    guard !deliveries.isEmpty else { return }
    try outbox.owe(try deliveries.map(PendingDelivery.init), in: turn.transaction)
    for delivery in deliveries {
      guard let event = event(of: delivery) else { continue }
      try chronicle.enter(event, at: delivery.decidedAt, in: turn.transaction)
    }
  }

  private func event(of delivery: Delivery) -> LedgerEvent? {
    switch delivery.callback {
    case .eventDidReachThreshold, .eventWillReachThresholdWarning: return thresholdEvent(delivery)
    case .intervalDidStart, .intervalDidEnd, .intervalWillStartWarning, .intervalWillEndWarning:
      // A callback due by the clock alone reveals nothing; only one that waits for use does (DC2).
      guard memory.rules.mode == .faithful, delivery.cause == .natural || delivery.cause == .catchUp else {
        return nil
      }
      return LedgerEvent(
        family: delivery.family.rawValue, kind: .intervalTold, values: ["q": .word(consent.profile.resolution)],
        profile: consent.profile)
    }
  }

  private func thresholdEvent(_ delivery: Delivery) -> LedgerEvent {
    let (level, items) = reached(by: delivery)
    let capacity = CallbackCapacity.ofThreshold(gridMinutes: consent.profile.gridMinutes)
    return LedgerEvent(
      family: delivery.family.rawValue, kind: .thresholdReached,
      values: [
        "T": .word(level.map(spokenDuration) ?? "a threshold"),
        "set": items.isEmpty ? .word("all your use together") : .items(items),
        "q": .word(consent.profile.resolution),
      ], profile: consent.profile, millibits: Int64((capacity * 1_000).rounded()))
  }

  /// The use that was reached, and the items that count; neither if the family has stopped monitoring.
  private func reached(by delivery: Delivery) -> (level: Int64?, items: [Item]) {
    guard let activity = memory.state.families[delivery.family]?.activities[delivery.activity],
      let event = activity.events.first(where: { $0.name == delivery.event })
    else { return (nil, []) }
    let (limits, items) = (memory.rules.limits, event.selection.items)
    guard delivery.callback == .eventWillReachThresholdWarning, let warning = activity.warning else {
      return (limits.threshold(of: event), items)
    }
    return (limits.warningLevel(of: event, before: warning), items)
  }
}

/// A duration in words: `1 hour 30 minutes`.
func spokenDuration(_ milliseconds: Int64) -> String {
  let seconds = milliseconds / 1_000
  let parts = [(seconds / 3_600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
    .filter { $0.0 > 0 }.map { count, unit in "\(count) \(unit)\(count == 1 ? "" : "s")" }
  return parts.isEmpty ? "0 minutes" : parts.joined(separator: " ")
}
