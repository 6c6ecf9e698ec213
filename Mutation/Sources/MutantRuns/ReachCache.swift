// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// What suites reached in a run that was interrupted, so that it can go on. It is valid for one build of the tests.
package final class ReachCache: Sendable {
  package struct Entry: Sendable, Equatable {
    package var seconds: Double
    /// Why the suite is not used; nil if it is.
    package var reason: String?
    package var reached: Set<Int>
  }

  private let file: URL
  private let program: String
  private let entries: Mutex<[String: Entry]>

  /// - Parameter program: identifies the build; another one empties the cache.
  package init(file: URL, program: String) {
    self.file = file
    self.program = program
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    var known: [String: Entry] = [:]
    for line in lines.first == program ? lines.dropFirst() : [] {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 4, let seconds = Double(fields[1]) else { continue }
      known[String(fields[0])] = Entry(
        seconds: seconds, reason: fields[2].isEmpty ? nil : String(fields[2]),
        reached: Set(fields[3].split(separator: " ").compactMap { Int($0) }))
    }
    entries = Mutex(known)
  }

  package func entry(of suite: String) -> Entry? { entries.withLock { $0[suite] } }

  package func add(_ entry: Entry, of suite: String) throws {
    try entries.withLock { entries in
      entries[suite] = entry
      let lines = entries.sorted { $0.key < $1.key }.map { suite, entry in
        let reached = entry.reached.sorted().map(String.init).joined(separator: " ")
        return "\(suite)\t\(entry.seconds)\t\(entry.reason ?? "")\t\(reached)"
      }
      try Data(([program] + lines).map { $0 + "\n" }.joined().utf8).write(to: file, options: .atomic)
    }
  }
}
