// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The writes of one callback, or of one `EffectTransaction.attempt` outside a callback, in order (C2).
struct CallbackTransaction {
  /// The callback in progress; `nil` for an attempt outside a callback.
  let request: RequestID?
  /// The effects that have not been sent to the host.
  var effects: [Effect] = []
  /// The first violation, which settles the delivery as `refused` (C4).
  var violation: EffectViolation?
  var isCancelled = false
  var payload: String?
  /// The open `attempt`s, innermost last.
  var savepoints: [Savepoint] = []

  struct Savepoint {
    let effects: [Effect]
    let snapshot: Snapshot
    var violation: EffectViolation?
  }

  /// Records a violation in the innermost savepoint or, without one, in the transaction.
  mutating func note(_ violation: EffectViolation) {
    if savepoints.isEmpty {
      self.violation = self.violation ?? violation
    } else {
      let innermost = savepoints.count - 1
      savepoints[innermost].violation = savepoints[innermost].violation ?? violation
    }
  }
}
