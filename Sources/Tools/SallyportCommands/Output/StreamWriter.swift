// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A thread that writes texts in order from a bounded queue.
final class StreamWriter: Sendable {
  /// The number of bytes that may wait for a reader: hours of a timeline.
  static let room = 1 << 20

  private struct Queue {
    var text = ""
    /// The number of texts dropped since the last one that was queued.
    var leftOut = 0
    var isFinishing = false
  }

  private let queue = Mutex(Queue())
  private let wake = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(write: @escaping @Sendable (String) -> Void, leftOut: @escaping @Sendable (Int) -> Void) {
    Thread.detachNewThread { [self] in
      while true {
        wake.wait()
        let next = queue.withLock { queue in
          defer { (queue.text, queue.leftOut) = ("", 0) }
          return queue
        }
        if !next.text.isEmpty { write(next.text) }
        if next.leftOut > 0 { leftOut(next.leftOut) }
        if next.isFinishing { break }
      }
      hasEnded.signal()
    }
  }

  /// Queues a text, or counts it as dropped if the queue is full. Never blocks on the reader.
  func add(_ text: String) {
    queue.withLock { queue in
      // After a drop, drop everything until the count was reported, so that the gap is visible.
      if queue.leftOut == 0, queue.text.utf8.count + text.utf8.count <= Self.room {
        queue.text += text
      } else {
        queue.leftOut += 1
      }
    }
    wake.signal()
  }

  /// Returns when everything has been written.
  func finish() {
    queue.withLock { $0.isFinishing = true }
    wake.signal()
    hasEnded.wait()
  }
}
