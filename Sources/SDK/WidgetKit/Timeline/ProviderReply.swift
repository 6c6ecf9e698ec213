// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import Synchronization

/// A provider without the requested method.
struct ProviderFailure: Error, CustomStringConvertible {
  var description: String

  private static func sentence(_ provider: Any.Type, lacks method: String) -> String {
    "provider.incomplete: \(provider) has no \(method); implement it."
  }

  /// Ends the running call with an error reply.
  static func report(_ provider: Any.Type, lacks method: String) {
    ProviderCall.current?.fail(ProviderFailure(description: sentence(provider, lacks: method)))
  }

  /// Ends the process, because there is no value to return. The process serves one placeholder only (WIDGET-W25).
  static func end(_ provider: Any.Type, lacks method: String) -> Never {
    let sentence = sentence(provider, lacks: method)
    ExtensionSession.current?.log(sentence)
    ExtensionSession.current?.giveUp(
      ErrorObject(.extensionError, sentence, retry: .never, reason: "provider.incomplete"))
    exit(70)
  }
}

/// The running call of a provider with a completion, so that a default implementation can end it.
final class ProviderCall: Sendable {
  @TaskLocal static var current: ProviderCall?

  let fail: @Sendable (any Error) -> Void

  init(fail: @escaping @Sendable (any Error) -> Void) { self.fail = fail }
}

/// The reply of a provider: the first call of its completion, from whichever thread (WIDGET-W15).
///
/// SAFETY: unchecked because entries need not be Sendable; the value is handed over once.
final class ProviderReply<Value>: @unchecked Sendable {
  private let state = Mutex<State>(.waiting)
  // SAFETY: only the first completion writes it, before it resumes the reader.
  private nonisolated(unsafe) var value: Value?

  private enum State {
    case waiting
    case suspended(CheckedContinuation<Void, any Error>)
    case answered
    case failed(any Error)
  }

  /// Calls a provider and waits for its completion. The deadline of the callback ends an endless wait.
  @MainActor
  static func first(_ call: (@escaping @Sendable (Value) -> Void) -> Void) async throws -> Value {
    let reply = ProviderReply()
    let current = ProviderCall { reply.fail($0) }
    ProviderCall.$current.withValue(current) { call { reply.complete($0) } }
    try await reply.wait()
    guard let value = unsafe reply.value else { throw ProviderFailure(description: "provider.incomplete") }
    return value
  }

  private func complete(_ value: Value) {
    // SAFETY: handed over once, to the waiting reader.
    nonisolated(unsafe) let handed = value
    let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, any Error>?) in
      switch state {
      case .waiting:
        unsafe self.value = unsafe handed
        state = .answered
        return (true, nil)
      case .suspended(let continuation):
        unsafe self.value = unsafe handed
        state = .answered
        return (true, continuation)
      case .answered, .failed: return (false, nil)
      }
    }
    if !isFirst {
      ExtensionSession.current?.log("completion.repeated: a provider called its completion again; it was ignored.")
    }
    waiter?.resume()
  }

  private func fail(_ error: any Error) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      switch state {
      case .waiting:
        state = .failed(error)
        return nil
      case .suspended(let continuation):
        state = .failed(error)
        return continuation
      case .answered, .failed: return nil
      }
    }
    waiter?.resume(throwing: error)
  }

  private func wait() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let outcome = state.withLock { state -> Result<Void, any Error>? in
        switch state {
        case .waiting:
          state = .suspended(continuation)
          return nil
        case .answered: return .success(())
        case .failed(let error): return .failure(error)
        case .suspended: return nil
        }
      }
      if let outcome { continuation.resume(with: outcome) }
    }
  }
}
