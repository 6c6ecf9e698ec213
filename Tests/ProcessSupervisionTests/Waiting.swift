// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs blocking work on eight dedicated threads, so that waiting tests overlap and busy ones don't overload the
/// machine.
enum Waiting {
  private static let executor = BlockingExecutor()

  static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
    // An executor rather than a plain thread: failures must be attributed to the test that runs.
    try await withTaskExecutorPreference(executor) { try await hop(body) }
  }

  @concurrent private static func hop(_ body: @escaping @Sendable () throws -> Void) async throws { try body() }
}

private final class BlockingExecutor: TaskExecutor {
  private let queue: OperationQueue

  init() {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = 8
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
