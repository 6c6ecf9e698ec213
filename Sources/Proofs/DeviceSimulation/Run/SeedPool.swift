// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Works through many seeds on every core and tells the results in the order of the seeds, whichever is done first: what
/// is printed does not depend on the machine.
package struct SeedPool: Sendable {
  private let width: Int

  /// - Parameter width: how many seeds are worked on at a time.
  package init(width: Int) { self.width = max(1, width) }

  /// - Parameters:
  ///   - work: what is done with a seed, on any thread.
  ///   - tell: takes the results, one after another; `false`: that was enough.
  /// - Throws: what `work` threw for the lowest seed; the results before it were told.
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
  /// How many seeds somebody works on or is done with, and how many were told.
  private var (taken, told) = (UInt64(0), UInt64(0))
  /// Done before a lower one was.
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
