// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Runs numbered jobs on every core and returns the results in job order; of those that still began in time, if there is a
/// limit.
enum WorkPool {
  static func map<Result: Sendable>(
    _ count: Int, width: Int, steps: CheckSteps? = nil, _ work: @escaping @Sendable (Int) throws -> Result
  ) throws -> [Result] {
    steps?.expect(count)
    let state = Mutex<(next: Int, results: [Result?], error: (any Error)?)>(
      (0, Array(repeating: nil, count: count), nil))
    DispatchQueue.concurrentPerform(iterations: max(1, min(width, count))) { _ in
      while true {
        let index = state.withLock { state -> Int? in
          guard state.next < count, state.error == nil, steps?.isOver != true else { return nil }
          state.next += 1
          return state.next - 1
        }
        guard let index else { return }
        do {
          let result = try work(index)
          state.withLock { $0.results[index] = result }
          steps?.advance()
        } catch {
          state.withLock { $0.error = error }
        }
      }
    }
    return try state.withLock { state in
      if let error = state.error { throw error }
      return state.results.compactMap { $0 }
    }
  }
}
