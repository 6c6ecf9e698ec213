// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Reports in the windows of open apps when they are due, and on a person's request. Each is drawn in its own sealed
/// process.
final class Reports {
  let memory: DeviceMemory
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let surfaces: SurfaceKeeper
  let consent: ConsentDesk
  let chronicle: Chronicle
  let blocked: BlockedAttempts
  let requests: RequestMaker
  let numbers: ReportNumbers
  let names: Names

  init(_ owners: Owners, blocked: BlockedAttempts, requests: RequestMaker, numbers: ReportNumbers, names: Names) {
    memory = owners.memory
    registry = owners.registry
    desk = owners.desk
    surfaces = owners.surfaces
    consent = owners.consent
    chronicle = owners.chronicle
    self.blocked = blocked
    self.requests = requests
    self.numbers = numbers
    self.names = names
  }

  /// More elements than a person's days produce. Above this, no process is launched and the placeholder is shown
  /// (`wire.md#lines`).
  private static let maximumElements = 100_000

  private var now: Timestamp { memory.state.now }
  private var today: String { chronicle.calendar.day(now) }

  // MARK: - In an app's window

  /// Answers before any report process exists. The app is never sent anything else about that surface (PRIV-SF3).
  func present(_ params: PresentReportParams, _ program: HostedProgram, _ turn: Turn) throws -> WireValue {
    try program.require(.reports)
    guard memory.state.families[program.family]?.isApproved == true else {
      throw ErrorObject(.unauthorized, "The person has not approved \(program.family.rawValue).")
    }
    let surface = try place(params, program.family)
    try surfaces.saveCounts(in: turn.transaction)
    let deadline = registry[program.family, .report]?.declaration.limits.deadlineMs ?? 1_000
    let result = PresentReportResult(
      surface: surface, presentsAt: params.dismiss == true ? nil : now.milliseconds + deadline)
    return try requests.answer(to: program) { encoder throws(FlowPolicyError) in try encoder.result(of: result) }
  }

  private func place(_ params: PresentReportParams, _ family: FamilyID) throws(ErrorObject) -> String {
    let content = ReportSurfaces.Content(context: params.context, filter: params.filter, frame: params.frame)
    let day = today
    do throws(ReportSurfaces.Refusal) {
      return try surfaces.changeReports { reports throws(ReportSurfaces.Refusal) in
        guard let surface = params.surface else {
          // Dismissing needs a surface, and the request names none.
          if params.dismiss == true { throw .unknownSurface("") }
          return try reports.present(content, of: family, on: day)
        }
        if params.dismiss == true {
          try reports.dismiss(surface, of: family)
        } else {
          try reports.replace(surface, with: content, of: family, on: day)
        }
        return surface
      }
    } catch {
      switch error {
      case .tooManyCalls:
        throw ErrorObject(
          .rateLimited, "Reports were presented \(ReportSurfaces.callsPerDay) times today; present the next tomorrow.")
      case .unknownSurface(let name):
        throw ErrorObject(
          .schema, "“\(name)” is not an open surface of this app; use a name from presentReport.",
          pointer: "/params/surface")
      }
    }
  }

  /// Whether a surface must be drawn now.
  var isDue: Bool {
    guard !surfaces.reports.isEmpty else { return false }
    return surfaces.reports.due(at: now, on: today).contains { registry.isOpen($0.family) }
      || registry.families.keys.contains { surfaces.reports.hasSurfaces(of: $0) && !registry.isOpen($0) }
  }

  /// Draws due surfaces, after closing those whose app is no longer open.
  func drawDue(_ turn: Turn) throws {
    for family in registry.families.keys where !registry.isOpen(family) { surfaces.closeReports(of: family) }
    let (now, day) = (now, today)
    for due in surfaces.reports.due(at: now, on: day) {
      surfaces.changeReports { $0.willDraw(due, at: now, on: day) }
      try surfaces.saveCounts(in: turn.transaction)
      let request = request(due)
      let isOpen =
        registry[due.family, .report] != nil && memory.state.families[due.family]?.isApproved == true
        && !consent.isSuspended(.report, of: due.family, in: memory.state)
      // The placeholder for a family that can't have a report must look like that of any other failure (R3).
      if isOpen { try draw(request, isAsked: false, turn) } else { present(request, nil, isAsked: false, turn) }
    }
  }

  /// The request for a due surface. Tokens that don't resolve match nothing, whatever the family's behaviour is (R8).
  private func request(_ due: ReportSurfaces.PendingDrawing) -> ReportRequest {
    let filter = due.content.filter
    var request = ReportRequest(
      family: due.family, context: due.content.context, segment: filter.segment,
      start: Timestamp(milliseconds: filter.start), end: Timestamp(milliseconds: filter.end))
    request.users = filter.users
    request.devices = filter.devices
    request.frame = due.content.frame
    request.surface = due.name
    let sent = filter.applications + filter.categories + filter.webDomains
    let items = sent.compactMap { ItemToken($0).flatMap { consent.tokens.resolve($0, of: due.family.rawValue) } }
    func set(_ kind: Item.Kind) -> ItemSet { ItemSet(items.filter { $0.kind == kind }) }
    request.selection = ItemSelection(
      applications: set(.application), categories: set(.category), webDomains: set(.webDomain),
      unresolvedTokens: sent.count - items.count)
    return request
  }

  // MARK: - Drawing

  /// Draws one report in a fresh, sealed process.
  ///
  /// - Throws: `HostError` for a family that has no report or is not approved. Any other failure shows the placeholder.
  func draw(_ request: ReportRequest, isAsked: Bool, _ turn: Turn) throws {
    let program = try numbers.requireReport(of: request.family)
    let segments = numbers.isNamed(by: request) ? try numbers.segments(request, turn.transaction) : nil
    let receipt = try record(request, segments ?? [], turn)
    let elements = ReportElements(
      minting: FamilyMinting(tokens: consent.tokens, family: request.family.rawValue), name: { self.names.told($0) },
      includesBundleIDs: consent.profile == .open
    ).elements(of: segments, scope: numbers.scope(of: request.family), updated: memory.newestSample)
    guard elements.count <= Self.maximumElements else { return present(request, nil, isAsked: isAsked, turn) }
    let call = desk.begin(.report(request, isAsked: isAsked), at: program)
    turn.afterCommit {
      let filter = ReportFilter(
        segment: request.segment, start: request.start.milliseconds, end: request.end.milliseconds,
        users: request.users, devices: request.devices)
      let message = self.requests.sealed(
        .makeReport(context: request.context, filter: filter, frame: request.frame), now: request.end, program,
        receipt, elements: elements)
      turn.say(.perform(call, program.id, message))
    }
  }

  /// Handles a report process that is ready: suspends its family before the process is sent anything (PRIV-SE7). In
  /// `tight` the app is suspended too; otherwise it is kept off the report's cores.
  func askedForStillness(_ id: QuestionID, _ call: OpenCall, _ program: HostedProgram, _ turn: Turn) {
    desk.change(call.id) { $0.stillness = id }
    turn.say(.hold(call.family, around: program.id, isApart: consent.profile != .tight))
  }

  /// Answers the waiting report process: the family is suspended, or could not be.
  func held(_ family: FamilyID, _ failure: String?, _ turn: Turn) {
    for call in desk.open where call.family == family {
      guard let question = call.stillness else { continue }
      turn.say(.answer(question, failure.map { .refusal(ErrorObject(.denied, $0)) } ?? .result(.null)))
    }
  }

  func ended(
    _ call: OpenCall, _ request: ReportRequest, isAsked: Bool, _ end: CallEnd, _ program: HostedProgram, _ turn: Turn
  ) throws {
    if call.stillness != nil { turn.say(.release(call.family)) }
    turn.tell(.sealed(program, end, at: now))
    try blocked.noteSealed(end, of: program, registry, turn)
    var view: WireValue?
    if case .replied(let value) = end { view = value }
    present(request, view, isAsked: isAsked, turn)
  }

  private func present(_ request: ReportRequest, _ view: WireValue?, isAsked: Bool, _ turn: Turn) {
    if !isAsked, let surface = request.surface { surfaces.keep(view, on: surface, of: request.family) }
    turn.say(
      .present(
        .report(
          PresentedReport(
            request: request, familyName: names.display(request.family), view: view,
            grade: view == nil ? nil : registry.grade(request.family, .report),
            span: "\(names.spoken(request.start)) – \(names.spoken(request.end))", isAsked: isAsked,
            faces: names.faces(in: view, of: request.family), at: now))))
  }

  /// Enters the report in the ledger, which must precede its release (PRIV-LG3). The items shown get tokens that have
  /// no meaning outside a sealed point (PRIV-TK4).
  private func record(
    _ request: ReportRequest, _ segments: [ReportQuery.Segment], _ turn: Turn
  ) throws -> LedgerReceipt {
    var items: Set<Item> = []
    for category in segments.flatMap(\.categories) {
      items.insert(category.item)
      items.formUnion((category.applications + category.webDomains).map(\.item))
    }
    let range =
      "\(chronicle.calendar.day(request.start)) to \(chronicle.calendar.day(request.end.advanced(by: -1)))"
    try consent.tokens.issue(
      items.sorted(), to: request.family.rawValue, because: .report, day: today, in: turn.transaction)
    return try chronicle.enter(
      LedgerEvent(
        family: request.family.rawValue, kind: .reportShown, values: ["range": .word(range)],
        profile: consent.profile), at: now, in: turn.transaction)
  }
}
