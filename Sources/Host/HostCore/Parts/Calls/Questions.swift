// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Answers the requests that an extension makes within a callback (`wire.md#requests-of-an-extension`).
final class Questions {
  let memory: DeviceMemory
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let persons: PersonDesk
  let surfaces: SurfaceKeeper
  let consent: ConsentDesk
  let requests: RequestMaker
  let bench: EffectBench
  let authorizations: Authorizations
  let reports: Reports
  let names: Names

  init(
    _ o: Owners, requests: RequestMaker, bench: EffectBench, authorizations: Authorizations, reports: Reports,
    names: Names
  ) {
    memory = o.memory
    registry = o.registry
    desk = o.desk
    persons = o.persons
    surfaces = o.surfaces
    consent = o.consent
    self.requests = requests
    self.bench = bench
    self.authorizations = authorizations
    self.reports = reports
    self.names = names
  }

  private var now: Timestamp { memory.state.now }

  func asked(_ id: QuestionID, _ question: Question, _ call: OpenCall, _ program: HostedProgram, _ turn: Turn) throws {
    do {
      switch question {
      case .stillness: reports.askedForStillness(id, call, program, turn)
      case .request(.commit(let commit)): try savepoint(commit, id, question, call, program, turn)
      case .request(.authorize(let params)): try authorizations.request(params, id, call, program, turn)
      case .request(.pick(let params)): try pick(params, id, call, program, turn)
      case .request(.presentReport(let params)):
        turn.say(.answer(id, .result(try reports.present(params, program, turn))))
      case .request(.presentWindow(let params)):
        turn.say(.answer(id, .result(try presentWindow(params, program, turn))))
      }
    } catch let error as ErrorObject {
      turn.say(.answer(id, .refusal(error)))
    }
  }

  /// Handles a savepoint: checks it and applies it to the callback's working copy.
  private func savepoint(
    _ commit: CommitParams, _ id: QuestionID, _ question: Question, _ call: OpenCall, _ program: HostedProgram,
    _ turn: Turn
  ) throws {
    if bench.needsGuardian(commit.effects, of: call) {
      return try persons.ask(
        .revocation(.asked(id, question)), .revocation(call.family), within: call.id, at: now, turn)
    }
    var copy = try bench.copy(for: call, program, turn)
    if let base = commit.base, base != copy.state.families[call.family]?.revision {
      throw ErrorObject(.conflict, "The state has changed since revision \(base).", pointer: "/base")
    }
    try bench.apply(commit.effects, of: call, program, to: &copy, at: "/effects", turn)
    desk.change(call.id) { $0.savepoints.append(commit.effects) }
    turn.say(.answer(id, .result(try requests.commitResult(copy, program))))
  }

  // MARK: - The picker

  private func pick(
    _ params: PickParams, _ id: QuestionID, _ call: OpenCall, _ program: HostedProgram, _ turn: Turn
  ) throws {
    try program.require(.picker)
    guard memory.state.families[call.family]?.isApproved == true else {
      throw Self.unapproved(call.family)
    }
    // Don't ask the person about items that may not be sent; to the app this looks like any other refusal (PRIV-FP6).
    if consent.isSuspended(release: 4, at: .app, of: call.family, in: memory.state) {
      throw ErrorObject(.denied, "The person has not agreed to this yet.")
    }
    desk.change(call.id) { $0.question = id }
    try persons.ask(
      .pick(params), .pick(call.family, title: params.title ?? params.header ?? "picker"), within: call.id, at: now,
      turn)
  }

  /// Handles the person's pick. It is durable even if the callback fails later.
  func picked(
    _ pick: PersonAnswers.Pick?, _ params: PickParams, _ id: QuestionID, _ program: HostedProgram,
    _ registry: ItemRegistry, _ known: [Item], _ chronicle: Chronicle, _ turn: Turn
  ) throws {
    let family = program.family
    // The approval was revoked while the picker was open, so there is no grant to issue tokens for.
    guard memory.state.families[family]?.isApproved == true else {
      return turn.say(.answer(id, .refusal(Self.unapproved(family))))
    }
    guard let pick else {
      // Cancelling returns the input unchanged.
      let result = PickResult(
        selection: params.selection ?? Selection(includeEntireCategory: params.includeEntireCategory))
      return turn.say(
        .answer(
          id,
          .of { () throws(ErrorObject) in
            try requests.answer(to: program) { encoder throws(FlowPolicyError) in try encoder.result(of: result) }
          }))
    }
    let chosen = pick.selection
    let members = params.includeEntireCategory ? members(of: chosen.categories, registry, known) : []
    let picked = chosen.adding(members)
    let items = picked.items
    let day = chronicle.calendar.day(now)
    try consent.tokens.issue(chosen.items, to: family.rawValue, because: .picker, day: day, in: turn.transaction)
    try consent.tokens.issue(members, to: family.rawValue, because: .expansion, day: day, in: turn.transaction)
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .picker, values: ["count": .number(items.count)], profile: consent.profile),
      at: now, in: turn.transaction)
    turn.tell(
      HostEvent(
        at: now, .pick, family: family.rawValue, params.title ?? params.header ?? "picker",
        detail: items.map { names[$0] }.joined(separator: ", ")))
    turn.afterCommit {
      let minting = FamilyMinting(tokens: self.consent.tokens, family: family.rawValue)
      let result = PickResult(
        selection: Selection(
          applications: minting.tokens(for: picked.applications), categories: minting.tokens(for: picked.categories),
          webDomains: minting.tokens(for: picked.webDomains), includeEntireCategory: params.includeEntireCategory))
      turn.say(
        .answer(
          id,
          .of { () throws(ErrorObject) in
            try self.requests.answer(to: program) { encoder throws(FlowPolicyError) in try encoder.result(of: result) }
          }))
    }
  }

  private static func unapproved(_ family: FamilyID) -> ErrorObject {
    ErrorObject(.unauthorized, "The person has not approved \(family.rawValue).")
  }

  /// The items filed under `categories` at this moment (T7), sorted. Empty under the profile `tight`.
  ///
  /// The candidates are the items that the registry files or names; any other item can't be picked either.
  private func members(of categories: ItemSet, _ registry: ItemRegistry, _ named: [Item]) -> [Item] {
    guard consent.profile.expandsCategories, !categories.items.isEmpty else { return [] }
    let known = Set(registry.categories.keys).union(named)
    return known.filter { $0.kind != .category && categories.contains(registry.category(of: $0)) }.sorted()
  }

  // MARK: - The window

  private func presentWindow(
    _ params: PresentWindowParams, _ program: HostedProgram, _ turn: Turn
  ) throws(ErrorObject) -> WireValue {
    let family = program.family
    let window = PresentedWindow(
      family: family, familyName: names.display(family), title: params.title ?? "",
      tree: (surfaces.windows[family]?.tree ?? 0) + 1, view: params.view, at: now)
    do throws(ViewFault) {
      // The window keeps its last tree if this one can't be drawn.
      _ = try WindowSurface(window, requests.environment)
    } catch {
      throw ErrorObject(.schema, "\(error)", pointer: "/params/view")
    }
    let tree = surfaces.openWindow(of: family, showing: params.view)
    turn.say(.present(.window(window)))
    let result = PresentWindowResult(tree: tree)
    return try requests.answer(to: program) { encoder throws(FlowPolicyError) in try encoder.result(of: result) }
  }
}

extension Answer {
  /// The answer from an encoder, or its refusal.
  static func of(_ body: () throws(ErrorObject) -> WireValue) -> Answer {
    do throws(ErrorObject) { return .result(try body()) } catch { return .refusal(error) }
  }
}

extension HostedProgram {
  func require(_ capability: Capability) throws(ErrorObject) {
    guard granted.contains(capability) else {
      throw ErrorObject(.denied, "\(id) was not granted “\(capability.rawValue)”.")
    }
  }
}

extension ItemSelection {
  /// The selection with more applications and domains.
  func adding(_ members: [Item]) -> ItemSelection {
    ItemSelection(
      applications: ItemSet(applications.items + members.filter { $0.kind == .application }),
      categories: categories,
      webDomains: ItemSet(webDomains.items + members.filter { $0.kind == .webDomain }))
  }
}
