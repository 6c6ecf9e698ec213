// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A value that a thread of the host makes while the caller does something else: the launcher of a launch that is
/// already decided, or its network namespace.
final class Begun<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// - Parameter make: returns `nil` if the value can't be made now. The caller then makes it in another way, which
  ///   reports the error.
  init(on thread: HostThread, _ make: @escaping @Sendable () -> Value?) {
    let isRunning = thread.soon {
      let value = make()
      self.result.withLock { $0 = value }
      self.isDone.signal()
    }
    if !isRunning { isDone.signal() }
  }

  /// Waits until the value has been made; call it once.
  func finish() -> Value? {
    isDone.wait()
    return result.withLock { $0.take() }
  }
}
