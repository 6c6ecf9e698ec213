// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore
import Surfaces

// MARK: - Reports

extension ScreenTimeHost {
  /// More is nobody's day: nothing is launched, the placeholder is shown (`protocol.md` §2).
  private static let maximumElements = 100_000

  /// Draws one report in a fresh, sealed process.
  ///
  /// - Throws: `HostError` for a family that has no report or is not approved; everything else is the placeholder.
  package func render(_ request: ReportRequest) throws -> RenderedReport {
    let program = try requireReport(of: request.family)
    let scope = reportScope(of: request.family)
    let isNamed = scope.includesLedger(users: request.users, devices: request.devices)
    let segments = isNamed ? try reportSegments(request) : nil
    let receipt = try recordReport(request, segments ?? [])
    let minting = FamilyMinting(tokens: tokens, family: request.family.rawValue)
    let elements = ReportElements(
      minting: minting, name: name(of:), includesBundleIDs: profile == .open
    ).elements(of: segments, scope: scope, updated: newestSample)
    var tree: ViewTree?
    var stillness: FamilyStillness?
    if elements.count <= Self.maximumElements {
      let outcome = program.supervised.perform(
        PerformCall(
          prepare: { [self] id, evidence in
            stillness = try holdStill(request.family, around: program)
            let seal = try Seal(
              policy: policy, point: .report, profile: profile, consent: agreedPolicy(of: request.family),
              family: request.family.rawValue, entry: receipt, audit: { evidence.differences })
            return try outgoing(request, elements, id, seal, program)
          },
          judge: { [self] value in
            do {
              let result = try ReportResult(wire: value, at: "", from: .extension)
              tree = try ViewTree(result.view, in: viewContext(of: request.family))
              return .accepted
            } catch {
              return .malformed(ErrorObject(.schema, String(describing: error)))
            }
          }), now: state.now.milliseconds)
      // Its process is gone, whatever came of it.
      stillness?.end()
      observer.sealed(program, outcome, at: state.now)
      try noteSealed(outcome, of: program, request.family)
    }
    return try drawn(tree, request)
  }

  /// What stands in for a report of a family that can't have one: it looks like every other failure (R3).
  func drawPlaceholder(for request: ReportRequest) throws -> RenderedReport { try drawn(nil, request) }

  private func requireReport(of family: FamilyID) throws(HostError) -> HostedProgram {
    guard let program = program(family, .report) else {
      throw HostError(
        .usage, "The family “\(family.rawValue)” has no report; `sallyport families` lists what there is.")
    }
    guard state.families[family]?.isApproved == true else {
      throw HostError(.failed, "“\(family.rawValue)” is not approved by the person, so it is shown no usage.")
    }
    if let suspension = suspension(of: family), isSuspended(.report, of: family) {
      throw HostError(.failed, suspension.sentence)
    }
    return program
  }

  /// The numbers that a report is given, segment by segment.
  ///
  /// - Throws: `HostError` like ``render(_:)``.
  package func reportNumbers(_ request: ReportRequest) throws -> [ReportQuery.Segment] {
    _ = try requireReport(of: request.family)
    return try reportSegments(request)
  }

  private func viewContext(of family: FamilyID) -> ViewContext { ViewContext(point: .report) }

  private func reportSegments(_ request: ReportRequest) throws -> [ReportQuery.Segment] {
    let calendar = try reportCalendar()
    let horizon = ReportScope.horizon(days: configuration.retention.use, before: state.now, in: calendar)
    let span = TimeSpan(start: max(request.start, horizon), end: min(request.end, state.now))
    let query = ReportQuery(calendar: calendar, registry: configuration.registry)
    let unit: Calendar.Component =
      switch request.segment {
      case .hourly: .hour
      case .daily: .day
      case .weekly: .weekOfYear
      }
    let spans = query.segments(of: unit, around: span, until: state.now)
    guard let first = spans.first, let last = spans.last else { return [] }
    // The first week may begin before history does: its older days are not told.
    let start = max(first.start, horizon)
    return try store.read { reader in
      let zone = unit == .hour ? nil : calendar.timeZone.identifier
      let runs = try reader.runs(from: start, to: last.end).map { whole in
        var run = whole
        if run.start < start { (run.start, run.isWhole) = (start, false) }
        return run
      }
      return query.segments(
        spans, of: try reader.rolledUse(from: start, to: last.end, inDaysOf: zone), runs: runs,
        selection: request.selection)
    }
  }

  private func reportScope(of family: FamilyID) -> ReportScope {
    func isChild(_ state: FamilyState) -> Bool { state.isApproved && state.member == .child }
    return ReportScope(
      model: configuration.deviceModel, isChild: state.families.values.contains(where: isChild),
      isManagedByFamily: state.families[family].map(isChild) ?? false)
  }

  /// The person's calendar: hours, days and weeks of a report are its (R5).
  private func reportCalendar() throws -> Calendar {
    guard var person = state.place.makeCalendar() else {
      throw HostError(
        .failed, "“\(state.place.calendar)” in \(state.place.timeZone) is no calendar this host knows.")
    }
    person.firstWeekday = Int(configuration.environment.firstWeekday)
    return person
  }

  /// Use of each item between two instants, from the same ledger: what `report` prints and tests compare.
  package func totals(from start: Timestamp, to end: Timestamp) throws -> [Item: Int64] {
    try store.read { try $0.useTotals(from: start, to: end) }
  }

  /// No entry, no release; the items shown get tokens that mean nothing outside a sealed point (LG3, TK4).
  private func recordReport(_ request: ReportRequest, _ segments: [ReportQuery.Segment]) throws -> LedgerReceipt {
    var items: Set<Item> = []
    for category in segments.flatMap(\.categories) {
      items.insert(category.item)
      items.formUnion((category.applications + category.webDomains).map(\.item))
    }
    let range = "\(calendar.day(request.start)) to \(calendar.day(request.end.advanced(by: -1)))"
    return try store.transaction { transaction in
      try tokens.issue(
        items.sorted(), to: request.family.rawValue, because: .report, day: calendar.day(state.now), in: transaction)
      return try ledger.append(
        LedgerEvent(
          family: request.family.rawValue, kind: .reportShown, values: ["range": .word(range)],
          profile: profile),
        day: calendar.day(state.now), slot: calendar.minute(state.now), in: transaction)
    }
  }

  private func outgoing(
    _ request: ReportRequest, _ elements: [ReportElement], _ id: RequestID,
    _ seal: consuming Seal, _ program: HostedProgram
  ) throws -> OutgoingRequest {
    let filter = ReportFilter(
      segment: request.segment, start: request.start.milliseconds, end: request.end.milliseconds, users: request.users,
      devices: request.devices)
    var sealed = try seal.perform(
      PerformParams(
        callback: .makeReport(context: request.context, filter: filter, frame: request.frame),
        delivery: DeliveryInfo(attempt: 1, now: request.end.milliseconds, seed: 0),
        snapshot: snapshot(of: request.family, in: state, for: .report),
        deadlineMs: program.declaration.limits.deadlineMs))
    var frames: [WireValue] = []
    for start in stride(from: 0, through: elements.count, by: ReportData.elementsPerFrame) {
      let part = Array(elements[start..<min(start + ReportData.elementsPerFrame, elements.count)])
      let isEnd = start + ReportData.elementsPerFrame > elements.count
      frames.append(
        try sealed.frame(
          ReportData(request: id, frame: Int64(frames.count + 1), elements: part, isEnd: isEnd)
        ).body)
    }
    return OutgoingRequest(params: sealed.request.body, data: frames)
  }

  private func drawn(_ tree: ViewTree?, _ request: ReportRequest) throws -> RenderedReport {
    let extent = Extent(Int(request.frame.width), Int(request.frame.height))
    let chrome = SurfaceChrome(
      familyName: displayName(of: request.family), title: request.context,
      subtitle: "\(spoken(request.start)) – \(spoken(request.end))",
      footer: tree == nil ? "placeholder" : "drawn by a sealed process")
    let environment = drawEnvironment(of: request.family)
    // A tree that can't be laid out is as good as none (V25).
    let own = tree.flatMap { try? ReportSurface($0, frame: extent, chrome: chrome, environment: environment) }
    let surface = try own ?? ReportSurface.placeholder(frame: extent, chrome: chrome, environment: environment)
    let html = surface.html()
    return RenderedReport(
      surface: surface, html: html, terminal: try surface.terminal(columns: 80),
      outcome: own == nil ? "fallback" : "answered",
      path: try pages?.report(html, family: request.family, context: request.context, in: self))
  }
}
