// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// The opening of a family's app as the outbox keeps it.
struct AppDelivery: Codable, Hashable {
  var reason: String
  var token: String?
  var action: String?
  var payload: String?

  var callback: Callback {
    let openRequest = token.flatMap(WireToken.init).map {
      ActivateArguments.OpenRequest(token: $0, action: action ?? "", payload: payload)
    }
    return .activate(.init(reason: .init(rawValue: reason) ?? .launch, openRequest: openRequest))
  }
}

// MARK: - The family's app

extension ScreenTimeHost {
  /// Opens each family's app once in the life of a state: that is where families ask, pick and start monitoring.
  func openApps() throws {
    for family in families.values.sorted(by: { $0.id < $1.id }) where family.programs[.app] != nil {
      let isOpened = try store.read { try $0.meta(HostMeta.opened(family.id)) } != nil
      if !isOpened { try openApp(family.id, reason: .launch, openRequest: nil) }
    }
    for family in families.values.sorted(by: { $0.id < $1.id }) where family.programs[.app] == nil {
      try approveWithoutApp(family.id)
    }
  }

  /// Makes the app's `activate` owed and performs it.
  func openApp(
    _ family: FamilyID, reason: ActivateArguments.Reason, openRequest: ActivateArguments.OpenRequest?
  ) throws {
    guard program(family, .app) != nil else {
      observer.tell(
        state.now,
        HostEvent(at: state.now, .warning, family: family.rawValue, "no app in the manifest", detail: "nothing opened"))
      return
    }
    state.families[family]?.sequence += 1
    let body = AppDelivery(
      reason: reason.rawValue, token: openRequest?.token.text, action: openRequest?.action,
      payload: openRequest?.payload)
    var added: [OwedDelivery] = []
    try persist { transaction in
      try transaction.setMeta(HostMeta.opened(family), to: Array("yes".utf8))
      added = try transaction.owe([
        OwedDelivery(
          family: family.rawValue, sequence: state.families[family]?.sequence ?? 0,
          point: ExtensionPoint.app.rawValue, callback: "activate", dueAt: state.now, owedAt: state.now,
          body: try CanonicalJSON.bytes(of: body))
      ])
      try enterUseOfApp(family, in: transaction)
    }
    owed += added
    try deliverOwed()
  }

  /// Opens the app: `activate`, then the taps the person makes. The opening is settled with its last callback, so a
  /// killed host opens it again; everything an app does is an absolute assignment and bears repeating.
  func deliverToApp(_ owed: OwedDelivery, _ program: HostedProgram) throws -> Bool {
    let family = FamilyID(owed.family)
    let body = try CanonicalJSON.value(AppDelivery.self, from: owed.body, named: "opening \(owed.id)")
    picksMade[family] = 0
    if !isOpen(family) { reportSurfaces.close(family) }
    windows[family] = nil
    var taps =
      body.reason == ActivateArguments.Reason.launch.rawValue ? configuration.answers.taps(of: family)[...] : []
    // What it couldn't be told of, nobody taps (FP6).
    if policy.isSuspended(release: 6, at: .app, since: agreedPolicy(of: family)) { taps = [] }
    var callback = body.callback
    // The person of a run closes the app again, unless told otherwise; what it set up goes on without it.
    defer {
      if !configuration.answers.leavesOpen(family) {
        program.supervised.stop(.idle, now: state.now.milliseconds)
        reportSurfaces.close(family)
      }
    }
    while true {
      let outcome = try perform(callback, of: owed, program, isLast: taps.isEmpty)
      guard outcome == .accepted else { return try conclude(outcome, owed, program) }
      guard let label = taps.popFirst() else {
        // All taps fall in one instant: what the window shows after the last of them is what is drawn.
        try drawReports()
        return true
      }
      guard let tap = windows[family]?.tap(on: label) else {
        return try settle(owed, .failed, reason: "tap.unknown", "No button “\(label)” is in the app's window.")
      }
      observer.tell(state.now, HostEvent(at: state.now, .press, family: owed.family, "“\(label)” in the app"))
      // DC6: each tap is told, and written down before.
      try store.transaction { try enterUseOfApp(family, in: $0) }
      callback = tap
    }
  }

  /// The request as it goes out, or what the policy has against it.
  func appRequest(
    _ callback: Callback, of owed: OwedDelivery, _ program: HostedProgram
  ) throws(FlowPolicyError) -> EncodedRequest {
    let family = FamilyID(owed.family)
    return try encoder(for: .app, of: family).perform(
      PerformParams(
        callback: callback, delivery: deliveryInfo(owed, cause: .natural),
        snapshot: snapshot(of: family, in: state, for: .app),
        deadlineMs: program.declaration.limits.deadlineMs))
  }

  /// The app learns that it was opened and what was tapped in its window (DC6, DC8).
  private func enterUseOfApp(_ family: FamilyID, in transaction: StoreTransaction) throws {
    try enter(LedgerEvent(family: family.rawValue, kind: .widget, profile: profile), in: transaction)
  }

  /// Performs one callback of an open app; the last one settles the opening.
  private func perform(
    _ callback: Callback, of owed: OwedDelivery, _ program: HostedProgram, isLast: Bool
  ) throws -> PerformOutcome {
    let family = FamilyID(owed.family)
    let transaction = CallbackTransaction(self, program, family: family, performing: nil)
    let outcome = program.supervised.perform(
      PerformCall(
        prepare: { [self] _, _ in
          let request = try appRequest(callback, of: owed, program).body
          program.request = request
          return OutgoingRequest(params: request)
        },
        answer: { [self] request in answer(request, program, transaction) },
        judge: { [self] value in
          judge(transaction, isLast ? owed : nil, program) { () throws(WireError) in
            try EffectsResult(wire: value, at: "", from: .extension).effects
          }
        }), now: state.now.milliseconds)
    try transaction.checkStore()
    if outcome == .accepted { try transaction.showShields() }
    return outcome
  }
}
