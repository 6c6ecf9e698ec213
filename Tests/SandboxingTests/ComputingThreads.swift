// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Threads that compute until ``end()``.
final class ComputingThreads: Sendable {
  private let isOver = Mutex(false)

  init(_ count: Int) {
    for _ in 0..<count { Thread.detachNewThread { [self] in while !isOver.withLock({ $0 }) {} } }
  }

  func end() { isOver.withLock { $0 = true } }
}
