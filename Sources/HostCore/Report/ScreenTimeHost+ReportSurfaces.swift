// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

// MARK: - Reports in an app's window

extension ScreenTimeHost {
  /// Answered at once, before any report process exists: nothing about that surface is ever sent again (SF3).
  func presentReport(
    _ params: PresentReportParams, _ family: FamilyID, _ program: HostedProgram
  ) throws -> WireValue {
    try require(.reports, program)
    guard state.families[family]?.isApproved == true else {
      throw ErrorObject(.unauthorized, "The person has not approved \(family.rawValue).")
    }
    let surface = try place(params, family)
    // Calls count from here on, also for a host that is killed before the callback ends.
    try store.transaction { try $0.setValue(reportSurfaces.counts, HostMeta.reportCounts) }
    let deadline = self.program(family, .report)?.declaration.limits.deadlineMs ?? 1_000
    let result = PresentReportResult(
      surface: surface, presentsAt: params.dismiss == true ? nil : state.now.milliseconds + deadline)
    return try answer { () throws(FlowPolicyError) in try encoder(for: .app, of: family).result(of: result) }
  }

  private func place(_ params: PresentReportParams, _ family: FamilyID) throws(ErrorObject) -> String {
    let content = ReportSurfaces.Content(context: params.context, filter: params.filter, frame: params.frame)
    let day = calendar.day(state.now)
    do throws(ReportSurfaces.Refusal) {
      guard let surface = params.surface else {
        // Nothing was shown, so nothing has to go.
        if params.dismiss == true { throw .unknownSurface("") }
        return try reportSurfaces.present(content, of: family, on: day)
      }
      if params.dismiss == true {
        try reportSurfaces.dismiss(surface, of: family)
      } else {
        try reportSurfaces.replace(surface, with: content, of: family, on: day)
      }
      return surface
    } catch {
      switch error {
      case .tooManyCalls:
        throw ErrorObject(
          .rateLimited, "Reports were presented \(ReportSurfaces.callsPerDay) times today; present the next tomorrow.")
      case .unknownSurface(let name):
        throw ErrorObject(
          .schema, "“\(name)” is no open surface of this app; name one that presentReport answered.",
          pointer: "/params/surface")
      }
    }
  }

  /// Draws what is due, each in a sealed process of its own; surfaces whose app is gone are gone.
  func drawReports() throws {
    guard !reportSurfaces.isEmpty else { return }
    for family in families.keys where !isOpen(family) { reportSurfaces.close(family) }
    let day = calendar.day(state.now)
    for due in reportSurfaces.due(at: state.now, on: day) {
      // A report reads the ledger, so the ledger has to know.
      if !unsavedUse.isEmpty { try persist() }
      reportSurfaces.willDraw(due, at: state.now, on: day)
      try store.transaction { try $0.setValue(reportSurfaces.counts, HostMeta.reportCounts) }
      let request = reportRequest(due)
      if program(due.family, .report) != nil, state.families[due.family]?.isApproved == true,
        !isSuspended(.report, of: due.family)
      {
        _ = try render(request)
      } else {
        _ = try drawPlaceholder(for: request)
      }
    }
  }

  /// The next instant at which a surface may have to be drawn again.
  func nextReport(isInUse: Bool) -> Timestamp? {
    guard !reportSurfaces.isEmpty else { return nil }
    return reportSurfaces.nextWake(after: state.now, isInUse: isInUse, on: calendar.day(state.now))
  }

  /// Whether the family's app runs: its surfaces live as long as its process.
  func isOpen(_ family: FamilyID) -> Bool {
    if case .idle? = program(family, .app)?.supervised.lifecycle.state { true } else { false }
  }

  /// Tokens that don't resolve match nothing, whatever the family's behaviour is (R8, §8).
  private func reportRequest(_ due: ReportSurfaces.Due) -> ReportRequest {
    let filter = due.content.filter
    var request = ReportRequest(
      family: due.family, context: due.content.context, segment: filter.segment,
      start: Timestamp(milliseconds: filter.start), end: Timestamp(milliseconds: filter.end))
    request.users = filter.users
    request.devices = filter.devices
    request.frame = due.content.frame
    let sent = filter.applications + filter.categories + filter.webDomains
    let items = sent.compactMap { ItemToken($0).flatMap { tokens.resolve($0, of: due.family.rawValue) } }
    func set(_ kind: Item.Kind) -> ItemSet { ItemSet(items.filter { $0.kind == kind }) }
    request.selection = ItemSelection(
      applications: set(.application), categories: set(.category), webDomains: set(.webDomain),
      unresolvedTokens: sent.count - items.count)
    return request
  }
}
