// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import HostCore
internal import PrivacyBoundary
internal import ScreenTimeRules
internal import ScreenTimeStore

// MARK: - Snapshots are correct

extension SimulatedDevice {
  /// Checks that a request's snapshot shows the family's state after its accepted effects.
  func checkSnapshot(_ call: PerformParams, of family: String) {
    guard let known = shadow.families[family] else { return }
    let snapshot = call.snapshot
    if let revision = snapshot.revision, revision != known.revision {
      shadow.find(.snapshotsAreTrue, "\(family) is shown revision \(revision) but has \(known.revision)")
    }
    if snapshot.stores.map(\.name).sorted() != known.stores.keys.sorted() {
      shadow.find(.snapshotsAreTrue, "\(family) is shown the stores \(snapshot.stores.map(\.name))")
    }
    for store in snapshot.stores {
      let keys = (known.stores[store.name]?.values.keys.map(\.rawValue) ?? []).sorted()
      if store.settings.keys.map(\.rawValue).sorted() != keys || store.isActive != known.stores[store.name]?.isActive {
        shadow.find(.snapshotsAreTrue, "\(family) is shown the store \(store.name) with other content than it has")
      }
    }
    for (suite, values) in known.defaults {
      let shown = snapshot.defaults.first { $0.suite == suite }?.values.map(\.key).sorted()
      if shown != values.keys.sorted() {
        shadow.find(.snapshotsAreTrue, "\(family) is shown other defaults than it has")
      }
    }
  }
}

// MARK: - Stored state survives

extension SimulatedDevice {
  /// Checks that a reopened host has exactly the stored state.
  func checkReopened(_ host: any SimulationDriver) {
    guard host.facts.state.now == shadow.now else {
      return shadow.find(
        .durableMeansDurable,
        "reopened at \(host.facts.state.now.milliseconds), but the stored time was \(shadow.now.milliseconds)")
    }
    shadow.compareFamilies(host.facts.state)
  }
}

// MARK: - Totals, ledgers, journal

extension SimulatedDevice {
  /// Compares the host's use in a time span with the generated use.
  func checkUse(from start: Timestamp, to end: Timestamp) throws {
    guard let host else { return }
    var stored: [UseSpan] = []
    for span in try host.facts.store.read({ try $0.use(from: start, to: end) }) { stored.join(span) }
    var expected: [UseSpan] = []
    for span in shadow.ledger where start < span.end && span.start < end { expected.join(span) }
    if stored.map(ComparedSpan.init) != expected.map(ComparedSpan.init) {
      let place = zip(stored, expected).first { ComparedSpan($0) != ComparedSpan($1) }
      shadow.find(
        .reportsAreTheLedger,
        "the ledger has \(stored.count) spans but must have \(expected.count); first difference: "
          + (place.map { "\(ComparedSpan($0.0)) must be \(ComparedSpan($0.1))" } ?? "at the end"))
    }
    var totals: [Item: Int64] = [:]
    for span in expected {
      let length = min(span.end, end).milliseconds(since: max(span.start, start))
      for item in [span.app, span.web].compactMap(\.self) { totals[item, default: 0] += length }
    }
    let reported = try host.facts.totals(from: start, to: end)
    if reported != totals { shadow.find(.reportsAreTheLedger, "the day's totals differ from the sum of its ledger") }
    try checkReports(from: start, to: end, of: host)
  }

  /// Compares the hourly roll-ups that a report receives with the generated use.
  private func checkReports(from start: Timestamp, to end: Timestamp, of host: any SimulationDriver) throws {
    let query = ReportQuery(calendar: try HostCalendar(timeZone: shadow.zone.identifier).calendar)
    let hours = query.segments(of: .hour, around: TimeSpan(start: start, end: end), until: end)
    guard let first = hours.first, let last = hours.last else { return }
    let (use, runs) = try host.facts.store.read {
      (
        try $0.rolledUse(from: first.start, to: last.end, inDaysOf: nil),
        try $0.runs(from: first.start, to: last.end)
      )
    }
    for segment in query.segments(hours, of: use, runs: runs) {
      let total = shadow.ledger.reduce(Int64(0)) { sum, span in
        let (from, to) = (max(span.start, segment.span.start), min(span.end, segment.span.end))
        return sum + max(0, to.milliseconds(since: from))
      }
      if segment.total != total {
        shadow.find(.reportsAreTheLedger, "a report shows \(segment.total) ms but must show \(total)")
      }
    }
  }

  /// Checks at the end that all reports are complete and no delivery is pending.
  func checkEnd() throws {
    guard let host else { return }
    let (history, ledger, journal) = try host.facts.store.read {
      (try $0.deliveryHistory(), try $0.ledger(), try $0.journal())
    }
    for row in history where row.settlement == nil {
      shadow.find(.outboxDrains, "\(row.callback) \(row.sequence) of \(row.family) is still pending at the end")
    }
    // The device deletes older journal lines, and older deliveries that succeeded.
    let kept = shadow.now.advanced(by: Int64(Retention.standard.history) * -86_400_000)
    checkPairs(history, since: kept)
    if case .broken(let number, let reason) = PrivacyLedger.verify(ledger) {
      shadow.find(.ledgerVerifies, "entry \(number) \(reason)")
    }
    checkReleases(ledger)
    if plan.isInterleaved { laws.checkShown(notifications) }
    for outcome in [PendingDelivery.Outcome.refused, .failed, .expired] {
      let rows = history.count { $0.settlement.map { $0.outcome == outcome && $0.at >= kept } == true }
      let reason = ReasonCode(rawValue: "delivery.\(outcome.rawValue)")
      let lines = journal.count { $0.reason == reason && $0.at >= kept }
      if rows != lines {
        shadow.find(
          .journalIsComplete, "the journal has \(lines) of \(rows) deliveries with the outcome \(outcome.rawValue)")
      }
    }
  }

  /// D10: a delivered start has one end, unless its interval is still running or the family's approval was revoked.
  private func checkPairs(_ history: [PendingDelivery], since kept: Timestamp) {
    struct Key: Hashable {
      var family: String
      var activity: String
      var start: Timestamp
    }
    var edges: [Key: [ScreenTimeRules.MonitorCallback]] = [:]
    for row in history where row.point == "monitor" && row.settlement?.outcome != .dropped {
      guard let delivery = try? row.monitorDelivery(), delivery.event == nil, delivery.interval.start >= kept else {
        continue
      }
      guard [.intervalDidStart, .intervalDidEnd].contains(delivery.callback) else { continue }
      edges[Key(family: row.family, activity: delivery.activity, start: delivery.interval.start), default: []]
        .append(delivery.callback)
    }
    for (key, callbacks) in edges {
      let starts = callbacks.count { $0 == .intervalDidStart }
      let ends = callbacks.count - starts
      let isFirst = callbacks.first == .intervalDidStart
      let runs = shadow.families[key.family]?.activities[key.activity].map {
        $0.current?.isOpen == true || $0.ending != nil
      }
      // A revocation ends any number of intervals without a callback.
      if !isFirst || ends > starts || (ends < starts && runs != true && !plan.faults.contains(.revoke)) {
        shadow.find(
          .startsAndEndsPair,
          "\(key.activity) of \(key.family) at \(key.start.milliseconds) got \(callbacks.map(\.rawValue))")
      }
    }
  }

  /// PRIV-LG3: a release and its ledger entry are one transaction.
  private func checkReleases(_ ledger: [LedgerRow]) {
    for kind in [LedgerKind.thresholdReached, .shieldAction, .intervalTold] {
      let entries = ledger.count { $0.kind == kind.rawValue }
      let released = releases[kind, default: 0]
      if entries != released {
        shadow.find(
          .ledgerVerifies, "the ledger has \(entries) entries of \(kind.rawValue) for \(released) releases")
      }
    }
  }

  /// The kind of ledger entry that a new outbox row must have; `nil` if none.
  func release(by row: PendingDelivery) -> LedgerKind? {
    if row.callback == "handle" { return .shieldAction }
    guard row.point == "monitor", let told = try? row.monitorDelivery() else { return nil }
    if told.event != nil { return .thresholdReached }
    return life.mode == .faithful && (told.cause == .natural || told.cause == .catchUp) ? .intervalTold : nil
  }
}

/// A span of use, reduced to the parts that reports show.
private struct ComparedSpan: Equatable, CustomStringConvertible {
  var start: Int64
  var end: Int64
  var app: String?
  var web: String?

  init(_ span: UseSpan) {
    (start, end, app, web) = (span.start.milliseconds, span.end.milliseconds, span.app?.id, span.web?.id)
  }

  var description: String { "\(start)–\(end) \(app ?? "-") \(web ?? "-")" }
}
