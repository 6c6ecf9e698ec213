// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
import Synchronization

/// Connections of short use that are closed and stay in memory.
///
/// GRDB marks the dispatch queue of a connection. Releasing a marked queue runs a job on a worker thread of
/// libdispatch, and the first worker starts a timer that wakes the process once a second for as long as it runs. A
/// sleeping host must not be woken by it. A process that opens more stores than a host does keeps the first ones only.
enum ClosedConnections {
  private static let most = 8
  private static let kept = Mutex<[DatabaseQueue]>([])

  /// Runs `body` with a connection and closes it.
  static func use<Result>(_ queue: DatabaseQueue, _ body: (DatabaseQueue) throws -> Result) throws -> Result {
    kept.withLock { if $0.count < most { $0.append(queue) } }
    let result: Result
    do { result = try body(queue) } catch {
      try? queue.close()
      throw error
    }
    try queue.close()
    return result
  }
}
