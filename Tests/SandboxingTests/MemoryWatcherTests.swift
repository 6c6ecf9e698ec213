// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// Real processes that take memory as fast as they can, without a control group.
@Suite(.serialized) struct MemoryWatcherTests {
  private func specification(_ fixture: SandboxFixture, budget: UInt64) throws -> LaunchSpecification {
    var specification = try fixture.confined()
    specification.bundleDirectory = try fixture.bundle("eater")
    specification.limits = LaunchLimits(memoryMiB: budget, cpuSeconds: 60)
    return specification
  }

  private static let ways = [
    "touch", "threads", "huge", "pieces", "stacks", "after-rest", "first-exits",
  ]

  /// The file pages of a static program, which its budget doesn't count, in bytes.
  private static let program: Int64 = 1 << 20

  /// Bytes that the kernel's peak may miss. Each core counts the pages of a process by itself and adds them to the
  /// process's three counts (files, anonymous, shared) in batches, so `proc_pid_status(5)` calls these inaccurate.
  private static let uncounted: Int64 = {
    let cores = Int64(sysconf(Int32(_SC_NPROCESSORS_CONF)))
    return 3 * cores * max(32, 2 * cores) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }()

  @Test(arguments: ways)
  func `ends a process before its memory exceeds 125% of the budget`(how: String) throws {
    try take(how, 64, atMost: 80 << 20)
  }

  @Test(arguments: ways)
  func `keeps the memory bound while more threads compute than there are cores`(how: String) throws {
    let load = ComputingThreads(4 * ProcessInfo.processInfo.activeProcessorCount)
    defer { load.end() }
    try take(how, 64, atMost: 80 << 20)
  }

  /// What two cores can touch in a few ticks of the kernel (4 ms each) is several times a small budget.
  @Test(arguments: ways) func `ends a process soon after it exceeds a small budget`(how: String) throws {
    try take(how, 6, atMost: 64 << 20)
  }

  /// Tries up to three times: other tests may keep every core in the kernel for longer than the bound allows.
  private func take(_ how: String, _ budget: UInt64, atMost bound: Int64) throws {
    var peaks: [Int64] = []
    while peaks.count < 3, peaks.last.map({ $0 > bound + Self.program }) ?? true { peaks.append(try peak(how, budget)) }
    #expect(peaks.last.map { $0 <= bound + Self.program } == true, "\(peaks.map { $0 >> 10 }) KiB")
  }

  /// - Returns: the most bytes that were resident, by the kernel's count.
  private func peak(_ how: String, _ budget: UInt64) throws -> Int64 {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try specification(fixture, budget: budget))
    process.send(how)
    let status = process.reap(timeout: .seconds(20))
    let cost = fixture.launcher.memoryWatcher.cost
    print(
      "\(how) with \(budget) MiB: measured \(process.memoryPeak >> 10) KiB, resident \(process.residentPeak >> 10) KiB;",
      "\(cost.looks) looks, \(cost.processorTime) of processor")
    #expect(status == .signalled(SIGKILL))
    #expect(process.memoryExcess == MemoryExcess(peak: process.memoryPeak, budget: Int64(budget) << 20))
    #expect(process.memoryPeak > Int64(budget) << 20)
    #expect(process.residentPeak > (Int64(budget) << 20) - Self.uncounted)
    process.close()
    return process.residentPeak
  }

  @Test func `lets a process live below its budget, and sleeps while it rests`() throws {
    let fixture = try SandboxFixture()
    let watcher = fixture.launcher.memoryWatcher
    let process = try fixture.launcher.launch(try specification(fixture, budget: 6))
    #expect(process.ask("stay 5") == "pong")
    #expect(process.reap(timeout: .milliseconds(200)) == nil)
    let before = watcher.cost.looks
    #expect(process.reap(timeout: .seconds(2)) == nil)
    #expect(watcher.cost.looks - before <= 1)
    #expect(process.ask("again") == "pong")
    #expect(process.memoryPeak > 5 << 20 && process.memoryExcess == nil)
    process.close()
    for _ in 0..<100 where watcher.isRunning { usleep(10_000) }
    #expect(!watcher.isRunning)
  }

  @Test func `neither ends nor delays another process`() throws {
    let fixture = try SandboxFixture()
    let neighbour = try fixture.launcher.launch(try specification(fixture, budget: 64))
    #expect(neighbour.ask("stay 1") == "pong")
    var slowest = Duration.zero
    for how in ["threads", "pieces"] {
      let eater = try fixture.launcher.launch(try specification(fixture, budget: 64))
      eater.send(how)
      while eater.reap(timeout: .zero) == nil {
        slowest = max(slowest, ContinuousClock().measure { #expect(neighbour.ask("again") == "pong") })
      }
      #expect(eater.memoryExcess != nil)
      eater.close()
    }
    print("the slowest answer beside a process that takes memory took \(slowest)")
    #expect(neighbour.memoryExcess == nil && slowest < .seconds(1))
    neighbour.close()
  }

  /// A process that rests is not looked at when another one is.
  @Test func `ends a process that takes memory after a rest, while another one computes`() throws {
    let fixture = try SandboxFixture()
    let busy = try fixture.launcher.launch(try specification(fixture, budget: 64))
    #expect(busy.ask("stay 1") == "pong")
    for _ in 0..<2 {
      let eater = try fixture.launcher.launch(try specification(fixture, budget: 64))
      eater.send("after-rest")
      while eater.reap(timeout: .zero) == nil { #expect(busy.ask("again") == "pong") }
      #expect(eater.memoryExcess != nil)
      eater.close()
    }
    #expect(busy.memoryExcess == nil)
    busy.close()
  }

  @Test func `counts small pages only, whatever the machine's setting`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try specification(fixture, budget: 64))
    #expect(process.ask("stay 1") == "pong")
    let status = try #require(FileSystem.contents("/proc/\(process.pid)/status"))
    #expect(!status.contains("THP_enabled:\t1"))
    process.close()
  }

  /// Go reserves address space without using it.
  @Test func `a process may reserve much more address space than its memory budget`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try specification(fixture, budget: 6))
    #expect(process.ask("reserve") == "1024")
    #expect(process.memoryExcess == nil)
    process.close()
  }
}
