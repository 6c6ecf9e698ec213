// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A thread that writes texts in order, and a bounded queue before it.
final class StreamWriter: Sendable {
  /// The bytes that may wait for a reader: hours of a timeline.
  static let room = 1 << 20

  private struct Queue {
    var text = ""
    /// The number of texts that had no room since the last one that had.
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

  /// Adds a text, or counts it if the reader is too far behind. Never waits for the reader.
  func add(_ text: String) {
    queue.withLock { queue in
      // Text after a gap would hide it, so the count is reported first.
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
