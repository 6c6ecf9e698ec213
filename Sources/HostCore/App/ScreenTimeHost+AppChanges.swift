// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules

// MARK: - What a running app is told

extension ScreenTimeHost {
  /// Tells an open app at once that something changed without it (A10); one that is closed reads it in the snapshot of
  /// its next opening, so that nothing is owed and a failure costs nothing.
  func push(_ changes: [StateChange], to family: FamilyID) throws {
    guard let program = program(family, .app), case .idle = program.supervised.lifecycle.state else { return }
    let transaction = CallbackTransaction(self, program, family: family, performing: nil)
    let outcome = program.supervised.perform(
      PerformCall(
        prepare: { [self] _, _ in
          OutgoingRequest(
            params: try encoder(for: .app, of: family).perform(
              PerformParams(
                callback: .stateChanged(changes: changes),
                delivery: DeliveryInfo(attempt: 1, now: HostCalendar.wholeMinute(state.now).milliseconds),
                snapshot: snapshot(of: family, in: state, for: .app),
                deadlineMs: program.declaration.limits.deadlineMs)
            ).body)
        },
        answer: { [self] request in answer(request, program, transaction) },
        judge: { [self] value in
          judge(transaction, nil, program) { () throws(WireError) in
            try EffectsResult(wire: value, at: "", from: .extension).effects
          }
        }), now: state.now.milliseconds)
    try transaction.checkStore()
    if outcome == .accepted { try transaction.showShields() }
    try drawReports()
    observer.tell(
      state.now, .callback, program, "stateChanged",
      detail: outcome == .accepted ? "applied" : "not taken; the next snapshot tells it")
  }
}
