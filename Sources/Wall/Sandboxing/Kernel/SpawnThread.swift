// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Dispatch
import Synchronization

/// The single thread that starts every extension and never exits (H1).
///
/// PR_SET_PDEATHSIG is tied to the *thread* that spawned: with a thread pool, extensions would be killed when the pool
/// shrinks.
final class SpawnThread: Sendable {
  static let shared = SpawnThread()

  private let work = Mutex<[@Sendable () -> Void]>([])
  private let wake = DispatchSemaphore(value: 0)

  private init() {}

  /// Starts the thread on first use.
  private static let started: Int32 = {
    let context = unsafe Unmanaged.passRetained(shared).toOpaque()
    return unsafe csandbox_start_thread(
      { context in
        // SAFETY: the context is the retained singleton from above.
        unsafe Unmanaged<SpawnThread>.fromOpaque(context).takeUnretainedValue().loop()
      }, context)
  }()

  private func loop() {
    while true {
      wake.wait()
      let next = work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      next?()
    }
  }

  /// Runs `body` on the thread asynchronously.
  ///
  /// - Returns: whether it will run; false if the thread could not be started.
  @discardableResult func soon(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard Self.started == 0 else { return false }
    work.withLock { $0.append(body) }
    wake.signal()
    return true
  }

  /// Runs `body` on the thread and waits for it.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) throws(LaunchError) -> Value {
    guard Self.started == 0 else {
      throw LaunchError(stage: "host", errno: -Self.started, message: "the spawn thread could not be started")
    }
    let done = DispatchSemaphore(value: 0)
    let result = Box<Value>()
    soon {
      result.value.withLock { $0 = body() }
      done.signal()
    }
    done.wait()
    guard let value = result.value.withLock({ $0 }) else {
      throw LaunchError(stage: "host", errno: 0, message: "the spawn thread returned no result")
    }
    return value
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
