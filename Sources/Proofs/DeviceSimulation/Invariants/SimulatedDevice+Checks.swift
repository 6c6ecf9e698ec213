// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import HostCore
internal import PrivacyBoundary
internal import ScreenTimeRules
internal import ScreenTimeStore

// MARK: - Snapshots are true

extension SimulatedDevice {
  /// An extension must be shown what its family's accepted effects made.
  func checkSnapshot(_ call: PerformParams, of family: String) {
    guard let known = shadow.families[family] else { return }
    let snapshot = call.snapshot
    if let revision = snapshot.revision, revision != known.revision {
      shadow.find(.snapshotsAreTrue, "\(family) is shown revision \(revision), and has \(known.revision)")
    }
    if snapshot.stores.map(\.name).sorted() != known.stores.keys.sorted() {
      shadow.find(.snapshotsAreTrue, "\(family) is shown the stores \(snapshot.stores.map(\.name))")
    }
    for store in snapshot.stores {
      let keys = (known.stores[store.name]?.values.keys.map(\.rawValue) ?? []).sorted()
      if store.settings.keys.map(\.rawValue).sorted() != keys || store.isActive != known.stores[store.name]?.isActive {
        shadow.find(.snapshotsAreTrue, "\(family) is shown another store \(store.name) than it has")
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

// MARK: - Durable means durable

extension SimulatedDevice {
  /// A host that has just been opened must have exactly what was durable.
  func checkReopened(_ host: any SimulationDriver) {
    guard host.facts.state.now == shadow.now else {
      return shadow.find(
        .durableMeansDurable, "reopened at \(host.facts.state.now.milliseconds), and it was \(shadow.now.milliseconds)")
    }
    shadow.compareFamilies(host.facts.state)
  }
}

// MARK: - Totals, ledgers, journal

extension SimulatedDevice {
  /// The use of a stretch of time as the host has it, against what was generated.
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
        "the ledger holds \(stored.count) stretches, and must hold \(expected.count); first difference: "
          + (place.map { "\(ComparedSpan($0.0)), must be \(ComparedSpan($0.1))" } ?? "at the end"))
    }
    var totals: [Item: Int64] = [:]
    for span in expected {
      let length = min(span.end, end).milliseconds(since: max(span.start, start))
      for item in [span.app, span.web].compactMap(\.self) { totals[item, default: 0] += length }
    }
    let reported = try host.facts.totals(from: start, to: end)
    if reported != totals { shadow.find(.reportsAreTheLedger, "totals of the day are not the sum of its ledger") }
    try checkReports(from: start, to: end, of: host)
  }

  /// The hours of a stretch of time as a report is given them, from the roll-ups, against what was generated.
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
        shadow.find(.reportsAreTheLedger, "a report shows \(segment.total) ms of \(total)")
      }
    }
  }

  /// Once everything is over: what was told is complete, and nothing is owed any more.
  func checkEnd() throws {
    guard let host else { return }
    let (history, ledger, journal) = try host.facts.store.read {
      (try $0.deliveryHistory(), try $0.ledger(), try $0.journal())
    }
    for row in history where row.settlement == nil {
      shadow.find(.outboxDrains, "\(row.callback) \(row.sequence) of \(row.family) is still owed after a healthy day")
    }
    checkPairs(history)
    if case .broken(let number, let reason) = PrivacyLedger.verify(ledger) {
      shadow.find(.ledgerVerifies, "entry \(number) \(reason)")
    }
    checkReleases(history, ledger)
    if plan.isInterleaved { laws.checkShown(notifications) }
    for outcome in [PendingDelivery.Outcome.refused, .failed, .expired] {
      let rows = history.count { $0.settlement?.outcome == outcome }
      let lines = journal.count { $0.reason == ReasonCode(rawValue: "delivery.\(outcome.rawValue)") }
      if rows != lines {
        shadow.find(
          .journalIsComplete, "the journal tells of \(lines) deliveries that ended \(outcome.rawValue), of \(rows)")
      }
    }
  }

  /// D10: a start that was delivered has one end, unless its interval still runs or approval went.
  private func checkPairs(_ history: [PendingDelivery]) {
    struct Key: Hashable {
      var family: String
      var activity: String
      var start: Timestamp
    }
    var edges: [Key: [ScreenTimeRules.MonitorCallback]] = [:]
    for row in history where row.point == "monitor" && row.settlement?.outcome != .dropped {
      guard let delivery = try? row.monitorDelivery(), delivery.event == nil else { continue }
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
      // One revocation ends any number of intervals without a word.
      if !isFirst || ends > starts || (ends < starts && runs != true && !plan.faults.contains(.revoke)) {
        shadow.find(
          .startsAndEndsPair,
          "\(key.activity) of \(key.family) at \(key.start.milliseconds) got \(callbacks.map(\.rawValue))")
      }
    }
  }

  /// PRIV-LG3: a release and its entry are one transaction.
  private func checkReleases(_ history: [PendingDelivery], _ ledger: [LedgerRow]) {
    func compare(_ kind: LedgerKind, _ releases: Int) {
      let entries = ledger.count { $0.kind == kind.rawValue }
      if entries != releases {
        shadow.find(
          .ledgerVerifies, "the ledger has \(entries) entries of \(kind.rawValue), and \(releases) were released")
      }
    }
    let told = history.compactMap { row in row.point == "monitor" ? try? row.monitorDelivery() : nil }
    compare(.thresholdReached, told.count { $0.event != nil })
    compare(.shieldAction, history.count { $0.callback == "handle" })
    let byUse = told.count { $0.event == nil && ($0.cause == .natural || $0.cause == .catchUp) }
    compare(.intervalTold, life.mode == .faithful ? byUse : 0)
  }
}

/// A stretch of use without what no report shows.
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
