// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

// MARK: - What an app asks of the person

extension ScreenTimeHost {
  /// Prompts and pickings are the person's acts: durable by themselves, whatever becomes of the callback.
  func answerApp(
    _ request: ExtensionRequest, _ program: HostedProgram, _ transaction: CallbackTransaction
  ) -> Result<WireValue, ErrorObject> {
    let family = FamilyID(String(program.declaration.id.prefix { $0 != "." }))
    do {
      switch request {
      case .commit(let commit): return transaction.savepoint(commit)
      case .authorize(let params): return .success(try authorize(params, family, program, transaction))
      case .pick(let params): return .success(try pick(params, family, program, transaction))
      case .presentReport(let params): return .success(try presentReport(params, family, program))
      case .presentWindow(let params): return .success(try presentWindow(params, family, program))
      }
    } catch let error as ErrorObject {
      return .failure(error)
    } catch {
      return .failure(transaction.fail(error))
    }
  }

  func require(_ capability: Capability, _ program: HostedProgram) throws(ErrorObject) {
    guard program.granted.contains(capability) else {
      throw ErrorObject(.denied, "\(program.declaration.id) was not granted “\(capability.rawValue)”.")
    }
  }

  private func pick(
    _ params: PickParams, _ family: FamilyID, _ program: HostedProgram, _ transaction: CallbackTransaction
  ) throws -> WireValue {
    try require(.picker, program)
    guard state.families[family]?.isApproved == true else {
      throw ErrorObject(.unauthorized, "The person has not approved \(family.rawValue).")
    }
    // Nobody is asked for what could not be told; to the app that looks like any refusal (FP6).
    if policy.isSuspended(release: 4, at: .app, since: agreedPolicy(of: family)) {
      throw ErrorObject(.denied, "The person has not agreed to this yet.")
    }
    let index = picksMade[family, default: 0]
    picksMade[family] = index + 1
    guard let pick = configuration.answers.pick(index, of: family) else {
      // Cancelling returns the input unchanged.
      let result = PickResult(
        selection: params.selection ?? Selection(includeEntireCategory: params.includeEntireCategory))
      return try answer { () throws(FlowPolicyError) in try encoder(for: .app, of: family).result(of: result) }
    }
    let chosen = pick.selection
    let members = params.includeEntireCategory ? members(of: chosen.categories) : []
    let picked = chosen.adding(members)
    let items = picked.applications.items + picked.categories.items + picked.webDomains.items
    try store.transaction { store in
      let day = calendar.day(state.now)
      try tokens.issue(chosen.items, to: family.rawValue, because: .picker, day: day, in: store)
      try tokens.issue(members, to: family.rawValue, because: .expansion, day: day, in: store)
      try ledger.append(
        LedgerEvent(
          family: family.rawValue, kind: .picker, values: ["count": .number(items.count)],
          profile: profile),
        day: calendar.day(state.now), slot: calendar.minute(state.now), in: store)
    }
    observer.tell(
      state.now,
      HostEvent(
        at: state.now, .pick, family: family.rawValue, params.title ?? params.header ?? "picker",
        detail: items.map(name(of:)).joined(separator: ", ")))
    let minting = FamilyMinting(tokens: tokens, family: family.rawValue)
    let result = PickResult(
      selection: Selection(
        applications: minting.tokens(for: picked.applications), categories: minting.tokens(for: picked.categories),
        webDomains: minting.tokens(for: picked.webDomains), includeEntireCategory: params.includeEntireCategory))
    return try answer { () throws(FlowPolicyError) in try encoder(for: .app, of: family).result(of: result) }
  }

  private func presentWindow(
    _ params: PresentWindowParams, _ family: FamilyID, _ program: HostedProgram
  ) throws -> WireValue {
    let window = try WindowContent(
      params, family: families[family]?.manifest.displayName ?? family.rawValue, host: self)
    let tree = (windows[family]?.tree ?? 0) + 1
    windows[family] = AppWindow(tree: tree, view: params.view)
    try pages?.window(window, family: family, in: self)
    let result = PresentWindowResult(tree: tree)
    return try answer { () throws(FlowPolicyError) in try encoder(for: .app, of: family).result(of: result) }
  }
}
