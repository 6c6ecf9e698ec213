// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs what blocks on a few threads of its own, so that waiting tests wait together and busy ones don't crowd.
enum Waiting {
  private static let executor = BlockingExecutor()

  static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
    // An executor and not a bare thread: what a test finds has to be known as its own.
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
