// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
package import ExtensionProtocol
internal import Synchronization

extension ExtensionSession {
  /// Writes for setters, which can't throw: a violation fails the transaction instead (C4).
  ///
  /// Outside a callback, the effects of one call are one commit (C8). In a sealed process this does nothing (C16).
  package func write(_ effects: [Effect]) {
    guard !effects.isEmpty, point?.isSealed != true else { return }
    do { try collect(effects) } catch { refuse(EffectViolation(error)) }
  }

  /// Logs a violation and fails the current transaction, if there is one (C4).
  func refuse(_ violation: EffectViolation) {
    log(violation.description)
    state.withLock { $0.transaction?.note(violation) }
  }

  /// Writes like `write`, for API that throws: the caller receives the violation, and the transaction does not fail.
  ///
  /// - Parameter asksHost: Whether to send the effect to the host at once, as a savepoint, because only the host can
  ///   check it (C3).
  /// - Throws: `EffectViolation` or `HostRequestFailure`.
  package func writeOrThrow(_ effect: Effect, asksHost: Bool) throws {
    guard point?.isSealed != true else {
      throw EffectViolation(
        .notHere, rule: "C16", subject: effect.kind.rawValue, detail: "is not open to sealed points")
    }
    try collect([effect], asksHost: asksHost)
  }

  // MARK: - Collecting

  private enum Step {
    case done
    case savepoint(RequestID, pending: [Effect], added: [Effect])
    case commit([Effect])
  }

  private func collect(_ effects: [Effect], asksHost: Bool = false) throws {
    let step = try state.withLock { state throws -> Step in
      guard let terms = state.terms, var snapshot = state.snapshot else { throw HostRequestFailure.closed }
      var accepted: [Effect] = []
      for effect in effects {
        guard let effect = try EffectRules(terms: terms, snapshot: snapshot).accept(effect) else { continue }
        snapshot.apply(effect)
        accepted.append(effect)
      }
      if accepted.isEmpty { return .done }
      guard let transaction = state.transaction else { return .commit(accepted) }
      if asksHost, let request = transaction.request, transaction.savepoints.isEmpty,
        terms.features.contains(.commit)
      {
        return .savepoint(request, pending: transaction.effects, added: accepted)
      }
      state.transaction?.effects += accepted
      state.snapshot = snapshot
      return .done
    }
    switch step {
    case .done: break
    case .savepoint(let request, let pending, let added): try savepoint(request, pending: pending, added: added)
    case .commit(let effects): try commit(effects)
    }
    notifyObservers()
  }

  /// Sends `added` to the host for checking, after the effects collected before it, because the order matters (C2).
  private func savepoint(_ request: RequestID, pending: [Effect], added: [Effect]) throws {
    commitTurn.wait()
    defer { commitTurn.signal() }
    let result: CommitResult = try blockingRequest(
      .commit, CommitParams(within: request, effects: pending + added))
    state.withLock { state in
      guard state.transaction?.request == request else { return }
      // Other threads may have written during the request. Keep their effects and apply them to the new snapshot.
      let later = Array(state.transaction?.effects.dropFirst(pending.count) ?? [])
      state.transaction?.effects = later
      state.snapshot = result.snapshot
      for effect in later { state.snapshot?.apply(effect) }
    }
  }

  // MARK: - Outside a callback

  /// Commits a separate transaction (C8). On return the values are in force; a refusal by the host is thrown.
  private func commit(_ effects: [Effect]) throws {
    guard terms?.features.contains(.commit) == true else {
      throw EffectViolation(
        .notHere, rule: "C9", subject: effects.first?.kind.rawValue ?? "commit",
        detail: "was written outside a callback, and this host does not accept commits from this extension")
    }
    commitTurn.wait()
    defer { commitTurn.signal() }
    while true {
      if join(effects) { return }
      // A write to an undeclared group counts as a separate call and is refused separately (C8, C14).
      if let violation = takeUndeclaredWrites() { refuse(violation) }
      // Defaults that the app wrote before this call come first.
      let effects = defaultsWrittenOutside() + effects
      do throws(HostRequestFailure) {
        let result: CommitResult = try blockingRequest(.commit, CommitParams(effects: effects))
        state.withLock { state in
          if state.transaction == nil { state.snapshot = result.snapshot }
        }
        return
      } catch {
        // 1102: a callback has arrived in between. Let it begin, then add the write to it.
        guard case .refused(let refusal) = error, refusal.code == .busy else { throw error }
        waitForCallback()
      }
    }
  }

  /// Adds writes from any thread to the running callback (C8). Returns `false` if there is none.
  private func join(_ effects: [Effect]) -> Bool {
    state.withLock { state in
      guard state.transaction != nil else { return false }
      state.transaction?.effects += effects
      for effect in effects { state.snapshot?.apply(effect) }
      return true
    }
  }

  /// Blocks until the received callback begins. Returns at once if there is none.
  private func waitForCallback() {
    let begun = DispatchSemaphore(value: 0)
    let mustWait = state.withLock { state in
      guard state.transaction == nil, state.callbacksOwed > 0, !state.isEnded else { return false }
      state.waitingWriters.append(begun)
      return true
    }
    if mustWait { begun.wait() }
  }

  // MARK: - Savepoints

  func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    openSavepoint()
    let outcome = Swift.Result { try body() }
    let effects = try closeSavepoint(outcome)
    if let effects, !effects.isEmpty { try commit(effects) }
    return try outcome.get()
  }

  private func openSavepoint() {
    state.withLock { state in
      guard let snapshot = state.snapshot else { return }
      var transaction = state.transaction ?? CallbackTransaction(request: nil)
      transaction.savepoints.append(.init(effects: transaction.effects, snapshot: snapshot))
      state.transaction = transaction
    }
  }

  /// - Returns: The effects to commit, if this was the outermost `attempt` outside a callback.
  private func closeSavepoint(_ outcome: Result<some Any, any Error>) throws -> [Effect]? {
    try state.withLock { state in
      guard var transaction = state.transaction, let savepoint = transaction.savepoints.popLast() else { return nil }
      let hasFailed = if case .failure = outcome { true } else { savepoint.violation != nil }
      if hasFailed {
        transaction.effects = savepoint.effects
        state.snapshot = savepoint.snapshot
      }
      let isOutermost = transaction.request == nil && transaction.savepoints.isEmpty
      state.transaction = isOutermost ? nil : transaction
      if isOutermost { state.snapshot = savepoint.snapshot }
      if let violation = savepoint.violation { throw violation }
      return isOutermost && !hasFailed ? transaction.effects : nil
    }
  }
}
