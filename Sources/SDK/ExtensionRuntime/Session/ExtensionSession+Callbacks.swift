// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
package import ExtensionProtocol
internal import Foundation
internal import FoundationShims
internal import Synchronization

extension ExtensionSession {
  /// Runs one callback with its own snapshot, clock and transaction.
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
    clock.seed(request.params.delivery.seed)
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

  /// The final reply: the handler's result with the collected effects, or the error.
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
    case .success: return .refusal(ErrorObject(.extensionError, "The handler's result is not an object."))
    case .failure(let violation as EffectViolation):
      log(violation.description)
      return .refusal(violation.errorObject)
    case .failure(let failure as HandlerFailure): return .failure(failure)
    case .failure(let error): return .refusal(ErrorObject(.extensionError, String("\(error)".prefix(500))))
    }
  }

  /// Unfreezes the clock of a running app between callbacks. If `now` is far from the kernel's time, this is a
  /// simulation, whose clock only advances with callbacks. Other extension points run no code between callbacks.
  private func rest(after request: CallbackRequest) {
    clock.seed(nil)
    guard point == .app, abs(clock.kernel() - request.params.delivery.now) < 60_000 else { return }
    clock.release()
  }

  /// Ends the process after an error as the reply of the running callback. For code that can't return a value.
  package func giveUp(_ error: ErrorObject) -> Never {
    if let request = state.withLock({ $0.transaction?.request }) { answer(.refusal(error), to: request) }
    exit(70)
  }

  // MARK: - Asynchronous code

  /// Runs the developer's asynchronous code for a callback and blocks the callback thread until it is done.
  ///
  /// If the host sends `cancel`, the task is cancelled. The task inherits the task-local values of the callback.
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

/// The result that a task passes to the thread waiting for it.
private final class TaskOutcome<Value: Sendable>: Sendable {
  let value = Mutex<Result<Value, any Error>?>(nil)
}
