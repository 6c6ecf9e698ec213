// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import ExtensionProtocol
internal import Foundation
internal import FoundationShims
internal import Synchronization

extension ExtensionSession {
  /// One callback, with its own snapshot, clock and transaction.
  func run(_ request: CallbackRequest, with handler: any ExtensionPointHandler) {
    begin(request)
    let outcome: Result<WireValue, any Error> = CallbackContext.$current.withValue(context(of: request)) {
      Result { try handler.perform(request) }
    }
    collectDefaults()
    let answer = settle(request, outcome)
    rest(after: request)
    self.answer(answer, to: request.id)
  }

  // MARK: - Before

  private func begin(_ request: CallbackRequest) {
    let now = request.params.delivery.now
    let (previous, written) = (listedDefaults ?? [], defaultsWrittenOutside())
    clock.freeze(now)
    PersonLocale.set(request.params.snapshot.environment.locale)
    state.withLock { state in
      state.snapshot = request.params.snapshot
      state.now = now
      state.transaction = CallbackTransaction(request: request.id)
      state.callbacksOwed -= 1
      for writer in state.waitingWriters { writer.signal() }
      state.waitingWriters = []
      if case .activate(let arguments) = request.callback {
        state.openAppRequest = arguments.openRequest.map(OpenAppRequest.init)
      }
    }
    seedDefaults(after: previous, keeping: written)
    announceRotation()
    notifyObservers()
  }

  private func context(of request: CallbackRequest) -> CallbackContext {
    let delivery = request.params.delivery
    let family = terms?.family ?? ""
    return CallbackContext(delivery, family: family)
  }

  // MARK: - After

  /// The one terminal reply: the handler's answer with the collected effects, or why there are none.
  private func settle(
    _ request: CallbackRequest, _ outcome: Result<WireValue, any Error>
  ) -> HandlerAnswer {
    let transaction = state.withLock { state in
      state.data.removeValue(forKey: request.id)?.finish()
      state.cancellation = nil
      defer { state.transaction = nil }
      return state.transaction
    }
    if transaction?.isCancelled == true {
      return .refusal(ErrorObject(.cancelled, "The callback was cancelled by the host."))
    }
    if let violation = transaction?.violation { return .refusal(violation.errorObject) }
    switch outcome {
    case .success(.object(var result)):
      let effects = transaction?.effects ?? []
      if !effects.isEmpty { result["effects"] = effects.wire }
      if let payload = transaction?.payload { result["payload"] = payload.wire }
      return .success(.object(result))
    case .success: return .refusal(ErrorObject(.extensionError, "The handler's answer is not an object."))
    case .failure(let violation as EffectViolation):
      log(violation.description)
      return .refusal(violation.errorObject)
    case .failure(let failure as HandlerFailure): return .failure(failure)
    case .failure(let error): return .refusal(ErrorObject(.extensionError, String("\(error)".prefix(500))))
    }
  }

  /// Between callbacks the clock of a live app follows the kernel again. A `now` far from the kernel's is a simulation,
  /// whose clock moves with callbacks only; other points don't run between callbacks at all.
  private func rest(after request: CallbackRequest) {
    guard point == .app, abs(clock.kernel() - request.params.delivery.now) < 60_000 else { return }
    clock.release()
  }

  // MARK: - Asynchronous code

  /// Runs asynchronous developer code for a callback and blocks the callback thread until it is done.
  ///
  /// A `cancel` of the host cancels the task. Task-locals of the callback are inherited.
  package func waitForTask<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = TaskOutcome<Value>()
    let task = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.value.withLock { $0 = result }
      done.signal()
    }
    let isCancelled = state.withLock { state in
      state.cancellation = { task.cancel() }
      return state.transaction?.isCancelled == true
    }
    if isCancelled { task.cancel() }
    done.wait()
    guard let result = outcome.value.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}

/// What a task leaves for the thread that waits for it.
private final class TaskOutcome<Value: Sendable>: Sendable {
  let value = Mutex<Result<Value, any Error>?>(nil)
}
