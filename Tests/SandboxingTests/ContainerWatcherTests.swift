// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// Real processes that fill their container, as a callback could.
@Suite(.serialized) struct ContainerWatcherTests {
  private let budget = ContainerBudget.standard

  private func specification(_ fixture: SandboxFixture, _ container: String) throws -> LaunchSpecification {
    var specification = try fixture.confined(container: container)
    specification.bundleDirectory = try fixture.bundle("filler")
    specification.limits = LaunchLimits(memoryMiB: 512, cpuSeconds: 60)
    return specification
  }

  /// The blocks and entries that a process left.
  private func holding(_ path: String) -> (bytes: Int64, entries: Int) {
    var bytes: Int64 = 0
    let names = FileSystem.names(in: path) ?? []
    for name in names { bytes += Int64(FileSystem.status("\(path)/\(name)")?.st_blocks ?? 0) * 512 }
    return (bytes, names.count)
  }

  private func free(_ path: String) -> Int64 {
    var volume = statvfs()
    return statvfs(path, &volume) == 0 ? Int64(volume.f_bfree) * Int64(volume.f_frsize) : 0
  }

  private static let ways = [
    "writes", "threads", "fallocate", "mapping", "copies", "removed", "removed-mappings", "entries", "directories",
    "blocks",
  ]

  @Test(arguments: ways)
  func `ends a process before its container exceeds 125% of the budget`(how: String) throws {
    try fill(how)
  }

  @Test(arguments: ways)
  func `keeps the bound while more threads compute than there are cores`(how: String) throws {
    let load = ComputingThreads(4 * ProcessInfo.processInfo.activeProcessorCount)
    defer { load.end() }
    try fill(how)
  }

  private func fill(_ how: String) throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    let process = try fixture.launcher.launch(try specification(fixture, container))
    let before = free(container)
    process.send(how)
    var lowest = before
    while process.reap(timeout: .milliseconds(1)) == nil { lowest = min(lowest, free(container)) }
    let left = holding(container)
    let cost = fixture.launcher.watcher.cost
    print(
      "\(how): left \(left.bytes >> 10) KiB in \(left.entries) entries, peak \((before - lowest) >> 10) KiB;",
      "\(cost.looks) looks, \(cost.processorTime) of processor")
    #expect(process.endedBecause != nil)
    #expect(left.bytes <= budget.bytes * 5 / 4)
    #expect(left.entries <= budget.entries * 5 / 4)
    process.close()
    // The next launch notices what remains.
    if !how.hasPrefix("removed") {
      let next = try fixture.launcher.launch(try specification(fixture, container))
      #expect(next.containerExcess != nil)
      next.close()
    }
    #expect(ContainerRemoval.refusal(container) == nil)
  }

  @Test(arguments: [1, 16, 128]) func `holds a container to the size that its manifest sets`(mebibytes: Int64) throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    var specification = try specification(fixture, container)
    specification.containerBudget.bytes = mebibytes << 20
    let process = try fixture.launcher.launch(specification)
    process.send("writes")
    #expect(process.reap(timeout: .seconds(20)) != nil)
    let left = holding(container)
    print("writes to \(mebibytes) MiB: left \(left.bytes >> 10) KiB in \(left.entries) entries")
    #expect(process.endedBecause == .bytes(limit: mebibytes << 20))
    #expect(left.bytes > mebibytes << 20 && left.bytes <= mebibytes << 20 / 4 * 5)
    process.close()
  }

  @Test func `lets a process write over the same file as often as it likes`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try specification(fixture, try fixture.container()))
    process.send("rewrite")
    #expect(process.reap(timeout: .seconds(2)) == nil)
    #expect(process.endedBecause == nil)
    process.close()
    let idle = try SandboxFixture()
    let waiting = try idle.launcher.launch(try specification(idle, try idle.container()))
    #expect(waiting.reap(timeout: .seconds(2)) == nil)
    waiting.close()
    for (how, cost) in [("rewriting", fixture.launcher.watcher.cost), ("waiting", idle.launcher.watcher.cost)] {
      print("two seconds of a process that is \(how): \(cost.looks) looks, \(cost.processorTime) of processor")
    }
  }

  @Test func `neither ends nor delays another family's process`() throws {
    let fixture = try SandboxFixture()
    let neighbour = try fixture.launcher.launch(try specification(fixture, try fixture.container()))
    #expect(neighbour.ask("ping") == "pong")
    for how in ["entries", "writes"] {
      let filler = try fixture.launcher.launch(try specification(fixture, try fixture.container()))
      filler.send(how)
      while filler.reap(timeout: .zero) == nil { #expect(neighbour.ask("ping") == "pong") }
      #expect(filler.endedBecause != nil)
      filler.close()
    }
    #expect(neighbour.endedBecause == nil)
    neighbour.close()
  }

  @Test func `ends every process that may write to the container`() throws {
    let fixture = try SandboxFixture()
    let specification = try specification(fixture, try fixture.container())
    let (first, second) = (try fixture.launcher.launch(specification), try fixture.launcher.launch(specification))
    #expect(second.ask("ping") == "pong")
    first.send("writes")
    #expect(first.reap(timeout: .seconds(20)) != nil && second.reap(timeout: .seconds(5)) != nil)
    #expect(first.endedBecause != nil && second.endedBecause == first.endedBecause)
  }

  @Test func `a process that the supervisor stopped stays stopped while its container is measured`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try specification(fixture, try fixture.container()))
    #expect(process.holdStill())
    process.pause()
    process.resume()
    process.send("ping")
    #expect(process.readLine(seconds: 1) == "<silence>")
    process.letGo()
    #expect(process.readLine() == "pong")
    process.close()
  }

  @Test func `refuses a process whose mappings are too many to read, and does not delay its neighbour`() throws {
    let fixture = try SandboxFixture()
    let neighbour = try fixture.launcher.launch(try specification(fixture, try fixture.container()))
    #expect(neighbour.ask("opens") == "opened")
    let hiding = try fixture.launcher.launch(try specification(fixture, try fixture.container()))
    // Each opened file is charged in whole, since the host never learns that it was closed.
    #expect(hiding.ask("many-mappings") == "8 then \(EDQUOT)")
    var slowest = Duration.zero
    for _ in 0..<50 {
      let time = ContinuousClock().measure { #expect(neighbour.ask("opens") == "opened") }
      slowest = max(slowest, time)
    }
    print("the slowest of 50 calls beside a process with 20,000 mappings took \(slowest)")
    #expect(slowest < .seconds(2))
    #expect(neighbour.endedBecause == nil)
    hiding.close()
    neighbour.close()
  }

  /// The kernel shows no files for a first thread that has exited.
  @Test func `counts the open files of a process whose first thread has exited`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try specification(fixture, try fixture.container()))
    #expect(process.ask("first-exits") == "9 then \(EDQUOT)")
    process.close()
  }
}
