// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Dispatch
import Synchronization

/// A thread that runs one piece of work after another and never exits.
final class HostThread: Sendable {
  /// The single thread that starts every extension (H1).
  ///
  /// PR_SET_PDEATHSIG is tied to the *thread* that spawned: with a thread pool, extensions would be killed when the pool
  /// shrinks.
  static let spawn = HostThread()
  /// The thread that creates network namespaces, since creating one moves the thread into it for a moment.
  static let network = HostThread()

  private let work = Mutex<[@Sendable () -> Void]>([])
  private let wake = DispatchSemaphore(value: 0)
  /// 0, or the negative errno with which the thread could not be started; `nil` before its first use.
  private let started = Mutex<Int32?>(nil)

  /// Starts the thread on first use.
  private func start() -> Int32 {
    started.withLock { started in
      if let started { return started }
      let context = unsafe Unmanaged.passRetained(self).toOpaque()
      let result = unsafe csandbox_start_thread(
        { context in
          // SAFETY: the context is the retained thread from above, which is never released.
          unsafe Unmanaged<HostThread>.fromOpaque(context).takeUnretainedValue().loop()
        }, context)
      started = result
      return result
    }
  }

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
    guard start() == 0 else { return false }
    work.withLock { $0.append(body) }
    wake.signal()
    return true
  }

  /// Runs `body` on the thread and waits for it.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) throws(LaunchError) -> Value {
    let error = start()
    guard error == 0 else {
      throw LaunchError(stage: "host", errno: -error, message: "a thread of the host could not be started")
    }
    let done = DispatchSemaphore(value: 0)
    let result = Box<Value>()
    soon {
      result.value.withLock { $0 = body() }
      done.signal()
    }
    done.wait()
    guard let value = result.value.withLock({ $0 }) else {
      throw LaunchError(stage: "host", errno: 0, message: "a thread of the host returned no result")
    }
    return value
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
