// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs every suite once without a mutant: how long it takes, and which mutants it reaches.
///
/// Only suites that reach a mutant can notice it, so this run makes the many short ones possible.
package struct ReachRecording: Sendable {
  package struct Record {
    package var suites: [TestSuite] = []
    /// Suites that are not used, with the reason.
    package var unused: [(suite: String, reason: String)] = []
  }

  private let program: TestProgram
  private let limit: Int
  private let cache: ReachCache
  private let largest = 65536
  private static let failure = "fails without a mutant"

  package init(program: TestProgram, limit: Int, cache: ReachCache) {
    self.program = program
    self.limit = limit
    self.cache = cache
  }

  package func run(_ names: [String], lanes: Int) async throws -> Record {
    var record = Record()
    let entries = try await inLanes(names, lanes: lanes) { name in
      if let known = cache.entry(of: name) { return known }
      let entry = try measure(name)
      // A failure may have been the machine's, so the next run tries again.
      if entry.reason != Self.failure { try cache.add(entry, of: name) }
      return entry
    }
    for (name, entry) in zip(names, entries) {
      if let reason = entry.reason {
        record.unused.append((name, reason))
      } else if !entry.reached.isEmpty {
        record.suites.append(TestSuite(name: name, seconds: entry.seconds, reached: entry.reached))
      }
    }
    return record
  }

  private func measure(_ name: String) throws -> ReachCache.Entry {
    let file = FileManager.default.temporaryDirectory.appending(path: "mutant-hits-\(UUID().uuidString)")
    try Data(count: largest).write(to: file)
    // Programs of another account record their hits too.
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try program.run([name], environment: ["SALLYPORT_MUTANT_HITS": file.path], limit: limit)
    let bytes = try Data(contentsOf: file)
    let reason = outcome.isTimeout ? "longer than \(limit) s" : outcome.status == 0 ? nil : Self.failure
    return ReachCache.Entry(
      seconds: outcome.seconds, reason: reason, reached: Set(bytes.indices.filter { bytes[$0] != 0 && $0 != 0 }))
  }
}

/// Runs blocking work in several threads, in the order of the items.
package func inLanes<Item: Sendable, Result: Sendable>(
  _ items: [Item], lanes: Int, _ work: @escaping @Sendable (Item) throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var results = [Int: Result]()
    var rest = Array(items.enumerated())[...]
    func startNext() {
      guard let (index, item) = rest.popFirst() else { return }
      group.addTask {
        try await withCheckedThrowingContinuation { continuation in
          Thread.detachNewThread { continuation.resume(with: Swift.Result { (index, try work(item)) }) }
        }
      }
    }
    for _ in 0..<lanes { startNext() }
    while let (index, result) = try await group.next() {
      results[index] = result
      startNext()
    }
    return items.indices.compactMap { results[$0] }
  }
}
