// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Synchronization
import Testing

/// Extensions that take memory, bytes and files as fast as they can, again at each callback, beside one that behaves: on
/// a live host with real processes, whose clock runs 120 times as fast. `SALLYPORT_HOSTILE_SECONDS=30` makes it longer
/// and holds memory to its bound too, which needs a quiet machine.
@Suite(.serialized) struct HostileNeighbourTests {
  private static let asked = ProcessInfo.processInfo.environment["SALLYPORT_HOSTILE_SECONDS"].flatMap(Double.init)
  private static let hostile = [
    ("eater99", "killed.memory"), ("writer99", "killed.container"), ("filemaker99", "killed.container"),
  ]

  @Test(.timeLimit(.minutes(5)))
  func `each stays within 125 % of its budget and is named, and the neighbour's callbacks are on time`() throws {
    let families = try ScriptFamilies()
    for name in Self.hostile.map(\.0) + ["steady99"] {
      try families.add(name, app: "ladder.py", requests: ["settings", "container.write"])
    }
    let run = try LiveRun([:], in: families)
    run.hasProcesses = true
    let peaks = Peaks(families.state + "/containers")
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "intervalDidStart", of: "steady99.monitor")
    Thread.sleep(forTimeInterval: Self.asked ?? 6)
    try run.end()
    peaks.end()

    // The neighbour: every callback at once, at its first attempt.
    let told = try run.deliveries(of: "steady99").filter { $0.point == "monitor" }
    let settled = told.filter { $0.settlement != nil }
    #expect(settled.count >= 4)
    let last = try #require(run.events.map(\.at).max())
    for delivery in told where delivery.settlement == nil {
      // The end of the run stops it.
      let milliseconds = last.milliseconds(since: delivery.owedAt) / ScaledFeed.speed
      #expect(milliseconds <= 5_000, "\(delivery.callback) was still owed after \(milliseconds) ms")
    }
    for delivery in settled {
      let settlement = try #require(delivery.settlement)
      #expect(settlement.outcome == .applied, "\(delivery.callback) \(settlement)")
      let milliseconds = settlement.at.milliseconds(since: delivery.owedAt) / ScaledFeed.speed
      #expect(milliseconds <= 5_000, "\(delivery.callback) took \(milliseconds) ms")
    }
    // `explain` names them by the reasons of their attempts.
    let facts = try StateFacts(families.state)
    for (family, reason) in Self.hostile {
      let reasons = facts.attempts(of: family).map(\.reason.rawValue)
      // On a loaded machine six seconds may end a callback at its deadline before it has used its budget.
      let isNamed = reasons.contains(reason) || Self.asked == nil && reasons.contains("deadline")
      #expect(isNamed, "\(family): \(reasons)")
    }
    let memory = run.events.compactMap { event in
      event.detail.firstMatch(of: /it used ([0-9.]+) MiB/).flatMap { Double($0.output.1) }
    }
    let peak = try #require(memory.max())
    #expect(peak > 64 && peak <= (Self.asked == nil ? 128 : 80))
    let containers = peaks.found
    #expect(containers["writer99"]?.kibibytes ?? 0 > 0)
    print("eater: \(peak) MiB in \(memory.count) processes; containers: \(containers); callbacks: \(settled.count)")
    for family in ["writer99", "filemaker99"] {
      let most = try #require(containers[family])
      #expect(most.kibibytes <= 80 << 10 && most.entries <= 5_120, "\(family): \(most)")
      #expect(most.entries > 1)
    }
  }
}

/// Measures containers again and again, from outside.
private final class Peaks: Sendable {
  struct Peak { var kibibytes = 0, entries = 0 }

  private struct State {
    var peaks: [String: Peak] = [:]
    var isOver = false
  }

  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  init(_ directory: String) {
    Thread.detachNewThread { [self] in
      while !state.withLock(\.isOver) {
        for family in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
          let now = Self.measure(directory + "/" + family)
          state.withLock { state in
            let before = state.peaks[family] ?? Peak()
            state.peaks[family] = Peak(
              kibibytes: max(before.kibibytes, now.kibibytes), entries: max(before.entries, now.entries))
          }
        }
        Thread.sleep(forTimeInterval: 0.02)
      }
      ended.signal()
    }
  }

  func end() {
    state.withLock { $0.isOver = true }
    ended.wait()
  }

  var found: [String: Peak] { state.withLock(\.peaks) }

  private static func measure(_ container: String) -> Peak {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: container)) ?? []
    var peak = Peak(entries: names.count)
    for name in names {
      var status = stat()
      if lstat(container + "/" + name, &status) == 0 { peak.kibibytes += Int(status.st_blocks) / 2 }
    }
    return peak
  }
}
