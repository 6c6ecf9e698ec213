// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Runs many seeds on all cores and reports the results in the order of the seeds, so that the output doesn't depend on
/// the machine.
package struct SeedPool: Sendable {
  private let width: Int

  /// - Parameter width: the number of seeds that run at a time.
  package init(width: Int) { self.width = max(1, width) }

  /// - Parameters:
  ///   - work: runs one seed, on any thread.
  ///   - tell: called with each result in order; returns `false` to stop.
  /// - Throws: the error of `work` for the lowest seed; the results before it were reported.
  package func run<Result: Sendable>(
    _ seeds: ClosedRange<UInt64>, work: @Sendable (UInt64) throws -> Result, tell: @Sendable (Result) -> Bool
  ) throws {
    let progress = Mutex(Progress<Result>(seeds: seeds))
    DispatchQueue.concurrentPerform(iterations: width) { _ in
      while let seed = progress.withLock({ $0.takeSeed() }) {
        let result = Swift.Result { try work(seed) }
        progress.withLock { $0.add(result, of: seed, tell) }
      }
    }
    if let error = progress.withLock({ $0.error }) { throw error }
  }
}

private struct Progress<Result: Sendable> {
  private let seeds: ClosedRange<UInt64>
  /// The number of seeds that were started, and of results that were reported.
  private var (taken, told) = (UInt64(0), UInt64(0))
  /// Results that finished before a lower seed.
  private var waiting: [UInt64: Swift.Result<Result, any Error>] = [:]
  private var isEnough = false
  private(set) var error: (any Error)?

  init(seeds: ClosedRange<UInt64>) { self.seeds = seeds }

  mutating func takeSeed() -> UInt64? {
    guard !isEnough, taken <= seeds.upperBound - seeds.lowerBound else { return nil }
    taken += 1
    return seeds.lowerBound + taken - 1
  }

  mutating func add(_ result: Swift.Result<Result, any Error>, of seed: UInt64, _ tell: (Result) -> Bool) {
    waiting[seed] = result
    while !isEnough, let next = waiting.removeValue(forKey: seeds.lowerBound &+ told) {
      told += 1
      switch next {
      case .success(let result): isEnough = !tell(result)
      case .failure(let error): (self.error, isEnough) = (error, true)
      }
    }
  }
}
