// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
package import ExtensionProtocol
internal import Synchronization

extension ExtensionSession {
  /// The setters' way to write: they can't throw, so a breach poisons the transaction instead (C4).
  ///
  /// Several effects of one call are one commit outside of callbacks (C8). In a sealed process nothing happens (C16).
  package func write(_ effects: [Effect]) {
    guard !effects.isEmpty, point?.isSealed != true else { return }
    do { try collect(effects) } catch { refuse(EffectViolation(error)) }
  }

  /// Tells a breach on the log, and poisons the transaction if there is one (C4).
  func refuse(_ violation: EffectViolation) {
    log(violation.description)
    state.withLock { $0.transaction?.note(violation) }
  }

  /// As `write`, for API that throws: the caller learns of the breach, and the transaction stays clean.
  ///
  /// - Parameter asksHost: whether the host is asked at once, through a savepoint, because only it knows (C3).
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

  /// Asks the host about `added`; what was collected before goes along, for order is part of the meaning (C2).
  private func savepoint(_ request: RequestID, pending: [Effect], added: [Effect]) throws {
    commitTurn.wait()
    defer { commitTurn.signal() }
    let result: CommitResult = try blockingRequest(
      .commit, CommitParams(within: request, effects: pending + added))
    state.withLock { state in
      guard state.transaction?.request == request else { return }
      // Writes of other threads may have been collected meanwhile; they stay, and are seen again on top.
      let later = Array(state.transaction?.effects.dropFirst(pending.count) ?? [])
      state.transaction?.effects = later
      state.snapshot = result.snapshot
      for effect in later { state.snapshot?.apply(effect) }
    }
  }

  // MARK: - Outside a callback

  /// A transaction of its own (C8): on return the value is in force, or the host's refusal is thrown.
  private func commit(_ effects: [Effect]) throws {
    guard terms?.features.contains(.commit) == true else {
      throw EffectViolation(
        .notHere, rule: "C9", subject: effects.first?.kind.rawValue ?? "commit",
        detail: "was written outside a callback, and this host takes no commits from here")
    }
    commitTurn.wait()
    defer { commitTurn.signal() }
    while true {
      if join(effects) { return }
      // A write to an undeclared group was a call of its own, refused by itself (C8, C14).
      if let violation = takeUndeclaredWrites() { refuse(violation) }
      // Defaults that the app wrote before this call are older than it, so they go first.
      let effects = defaultsWrittenOutside() + effects
      do throws(HostRequestFailure) {
        let result: CommitResult = try blockingRequest(.commit, CommitParams(effects: effects))
        state.withLock { state in
          if state.transaction == nil { state.snapshot = result.snapshot }
        }
        return
      } catch {
        // 1102: a callback has arrived in between; its turn comes first, and the write joins it.
        guard case .refused(let refusal) = error, refusal.code == .busy else { throw error }
        waitForCallback()
      }
    }
  }

  /// Writes from any thread while a callback runs belong to the callback (C8).
  private func join(_ effects: [Effect]) -> Bool {
    state.withLock { state in
      guard state.transaction != nil else { return false }
      state.transaction?.effects += effects
      for effect in effects { state.snapshot?.apply(effect) }
      return true
    }
  }

  /// Blocks until the callback that the reader has received begins; returns at once when there is none.
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

  /// - Returns: the effects to commit when this was the outermost `attempt` outside of a callback.
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
