// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// Work on a thread of its own, because it blocks.
final class Background<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread {
      let outcome = Result { try body() }
      self.result.withLock { $0 = outcome }
      self.done.signal()
    }
  }

  /// Waits for the work to end.
  func value() throws -> Value? {
    done.wait()
    return try result.withLock { $0 }?.get()
  }
}
