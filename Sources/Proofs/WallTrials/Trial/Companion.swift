// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing
import Synchronization

/// A process or work that runs beside a measured attack: a listener, or the host's own commits.
final class Companion: Sendable {
  enum Kind: Sendable {
    case listener
    case commits
  }

  /// The measured figures.
  enum Figures: Sendable {
    /// The listener's work in each slot, by the bit that was sent.
    case listener(ones: [Int], noughts: [Int])
    /// The durations of the host's commits in ns: alone, and during the attack.
    case commits(calm: [Int64], attacked: [Int64])
  }

  private enum Work {
    case listener(LaunchedProcess)
    case commits(calm: [Int64])
  }

  private let work: Work
  private let attacked = Mutex<[Int64]>([])
  private let isOver = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)

  /// A listener that was launched and has its start time.
  init(listener: LaunchedProcess) { work = .listener(listener) }

  /// The host's work: small commits to a separate file, one after the other on a thread.
  init(committingIn directory: String) {
    let path = directory + "/commits"
    work = .commits(calm: (0..<50).compactMap { _ in Self.commit(to: path) })
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        if let time = Self.commit(to: path) { attacked.withLock { $0.append(time) } }
      }
      unlink(path)
      ended.signal()
    }
  }

  /// Ends the companion and returns its figures.
  func finish() -> Figures {
    switch work {
    case .listener(let process):
      var (ones, noughts): ([Int], [Int]) = ([], [])
      var lines = LineReader(descriptor: process.reply)
      while let line = lines.next(atMost: 10_000), line != "end" {
        let words = line.split(separator: " ")
        guard words.count == 3, let count = Int(words[2]) else { continue }
        if words[1] == "one" { ones.append(count) } else { noughts.append(count) }
      }
      process.close()
      return .listener(ones: ones, noughts: noughts)
    case .commits(let calm):
      isOver.store(true, ordering: .relaxed)
      ended.wait()
      return .commits(calm: calm, attacked: attacked.withLock { $0 })
    }
  }

  /// Commits one page durably, like a store, and returns the duration in ns.
  private static func commit(to path: String) -> Int64? {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let page = [UInt8](repeating: 7, count: 4_096)
    let start = ContinuousClock.now
    guard pwrite(file, page, page.count, 0) == page.count, fdatasync(file) == 0 else { return nil }
    let time = (ContinuousClock.now - start).components
    return time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
  }
}
