// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The writes of one callback, or of one `EffectTransaction.attempt` outside of callbacks, in order (C2).
struct CallbackTransaction {
  /// The callback in flight; `nil` for an attempt outside of one.
  let request: RequestID?
  /// Not yet told to the host.
  var effects: [Effect] = []
  /// The first breach settles the delivery `refused` (C4).
  var violation: EffectViolation?
  var isCancelled = false
  var payload: String?
  /// Open `attempt`s, innermost last.
  var savepoints: [Savepoint] = []

  struct Savepoint {
    let effects: [Effect]
    let snapshot: Snapshot
    var violation: EffectViolation?
  }

  /// Notes a breach where it will be found: the innermost savepoint, else the transaction.
  mutating func note(_ violation: EffectViolation) {
    if savepoints.isEmpty {
      self.violation = self.violation ?? violation
    } else {
      let innermost = savepoints.count - 1
      savepoints[innermost].violation = savepoints[innermost].violation ?? violation
    }
  }
}
