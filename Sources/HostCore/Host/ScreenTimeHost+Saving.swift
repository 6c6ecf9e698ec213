// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

// MARK: - Becoming durable

extension ScreenTimeHost {
  /// Makes the state in memory durable, with what it owes and what `body` adds, in one transaction.
  ///
  /// - Parameter deliveries: callbacks the rules decided; owed from here on, whatever happens to this process.
  func persist(
    owing deliveries: [Delivery] = [], dropping dropped: [(FamilyID, Int64)] = [],
    with body: (StoreTransaction) throws -> Void = { _ in }
  ) throws {
    var added: [OwedDelivery] = []
    var removed: Set<Int64> = []
    try store.transaction { transaction in
      try transaction.recordUse(unsavedUse, in: state.place.timeZone)
      try transaction.save(state, replacing: saved)
      added = try transaction.owe(try deliveries.map(OwedDelivery.init))
      for delivery in deliveries { try recordRelease(of: delivery, in: transaction) }
      for (family, sequence) in dropped {
        // What a savepoint made due, a later effect of the same callback may have taken back.
        let isTakenBack = { (delivery: OwedDelivery) in
          delivery.family == family.rawValue && delivery.sequence == sequence
        }
        guard let delivery = owed.first(where: isTakenBack) ?? added.first(where: isTakenBack) else { continue }
        try transaction.settle(delivery.id, as: .init(.dropped, reason: "delivery.dropped", at: state.now))
        removed.insert(delivery.id)
      }
      for (entry, item) in observer.unsavedJournal {
        try transaction.note(ShieldPeriods.stored(entry, over: item, in: transaction))
      }
      try transaction.setValue(newestSample, HostMeta.newestSample)
      try saveRestarts(in: transaction)
      try body(transaction)
    }
    observer.journalWasSaved()
    saved = state.withoutHistory
    unsavedUse.removeAll(keepingCapacity: true)
    owed = (owed + added).filter { !removed.contains($0.id) }
  }

  /// Applies what a transaction of effects brought about, beside the state itself.
  func persist(_ outcome: Outcome, of family: FamilyID, with body: (StoreTransaction) throws -> Void) throws {
    try persist(owing: outcome.deliveries, dropping: outcome.dropped.map { (family, $0) }, with: body)
  }

  /// The ledger entry commits in the transaction that makes the delivery owed (LG3).
  private func recordRelease(of delivery: Delivery, in transaction: StoreTransaction) throws {
    let event: LedgerEvent
    switch delivery.callback {
    case .eventDidReachThreshold, .eventWillReachThresholdWarning:
      event = thresholdEvent(delivery)
    case .intervalDidStart, .intervalDidEnd, .intervalWillStartWarning, .intervalWillEndWarning:
      // The clock alone tells nothing; only callbacks that wait for use do (DC2).
      guard rules.mode == .faithful, delivery.cause == .natural || delivery.cause == .catchUp else { return }
      event = LedgerEvent(
        family: delivery.family.rawValue, kind: .intervalTold, values: ["q": .word(profile.resolution)],
        profile: profile)
    }
    try ledger.append(
      event, day: calendar.day(delivery.decidedAt), slot: calendar.minute(delivery.decidedAt), in: transaction)
  }

  private func thresholdEvent(_ delivery: Delivery) -> LedgerEvent {
    let event = state.families[delivery.family]?.activities[delivery.activity]?.events
      .first { $0.name == delivery.event }
    let selection = event?.selection ?? ItemSelection()
    let items = selection.items
    let isWarning = delivery.callback == .eventWillReachThresholdWarning
    let level = event.map { isWarning ? warningLevel(of: $0, of: delivery) : rules.limits.threshold(of: $0) }
    return LedgerEvent(
      family: delivery.family.rawValue, kind: .thresholdReached,
      values: [
        "T": .word(level.map(spokenDuration) ?? "a threshold"),
        "set": items.isEmpty ? .word("all your use together") : .items(items),
        "q": .word(profile.resolution),
      ], profile: profile,
      millibits: Int64((CallbackCapacity.ofThreshold(gridMinutes: profile.gridMinutes) * 1_000).rounded()))
  }
}

extension ScreenTimeHost {
  private func warningLevel(of event: ActivityEvent, of delivery: Delivery) -> Int64 {
    let warning = state.families[delivery.family]?.activities[delivery.activity]?.warning ?? 0
    return rules.limits.warningLevel(of: event, before: warning)
  }
}

/// A duration in words: `1 hour 30 minutes`.
func spokenDuration(_ milliseconds: Int64) -> String {
  let seconds = milliseconds / 1_000
  let parts = [(seconds / 3_600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
    .filter { $0.0 > 0 }.map { count, unit in "\(count) \(unit)\(count == 1 ? "" : "s")" }
  return parts.isEmpty ? "0 minutes" : parts.joined(separator: " ")
}
