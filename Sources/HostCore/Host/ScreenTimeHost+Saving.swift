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
      for entry in observer.unsavedJournal { try transaction.note(entry) }
      try transaction.setValue(newestSample, HostMeta.newestSample)
      try saveRestarts(in: transaction)
      try body(transaction)
    }
    observer.journalWasSaved()
    saved = state
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
      guard configuration.mode == .faithful, delivery.cause == .natural || delivery.cause == .catchUp else { return }
      event = LedgerEvent(
        family: delivery.family.rawValue, kind: .intervalTold, values: ["q": .word(resolution)],
        profile: configuration.profile)
    }
    try ledger.append(
      event, day: calendar.day(delivery.decidedAt), slot: calendar.minute(delivery.decidedAt), in: transaction)
  }

  private func thresholdEvent(_ delivery: Delivery) -> LedgerEvent {
    let event = state.families[delivery.family]?.activities[delivery.activity]?.events
      .first { $0.name == delivery.event }
    let selection = event?.selection ?? ItemSelection()
    let items = selection.applications.items + selection.categories.items + selection.webDomains.items
    return LedgerEvent(
      family: delivery.family.rawValue, kind: .thresholdReached,
      values: [
        "T": .word(event?.threshold.spoken ?? "a threshold"),
        "set": items.isEmpty ? .word("all use of the device") : .items(items),
        "q": .word(resolution),
      ], profile: configuration.profile)
  }

  /// How finely a callback's time tells, in words (MT5).
  private var resolution: String {
    let grid = configuration.profile.gridMinutes
    return grid == 0 ? "a second" : "\(grid) minutes"
  }
}

extension ScheduleComponents {
  /// A duration in words: `1 h 30 min`.
  var spoken: String {
    let parts = [(day, "d"), (hour, "h"), (minute, "min"), (second, "s")]
      .compactMap { value, unit in value.flatMap { $0 == 0 ? nil : "\($0) \(unit)" } }
    return parts.isEmpty ? "0 min" : parts.joined(separator: " ")
  }
}
