// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// Launches a Foundation program while every core is busy. Missing runtime support shows as a crash once in a hundred
/// or a thousand launches, a leak as steady growth. `make launches` runs 10,000 launches, `make test` a
/// fraction.
@Suite(.serialized) struct BusyLaunchTests {
  private struct Count {
    var crashes = 0
    var wrongAnswers = 0
    var failures = 0
  }

  /// Runs in its own process, so that other tests' descriptors and children are not counted.
  @Test func `launches under load neither crash nor leak`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let count = ProcessInfo.processInfo.environment["SALLYPORT_LAUNCHES"].flatMap { Int($0) } ?? 100
      let fixture = try SandboxFixture()
      let bundles = try [fixture.bundle("worker"), fixture.bundle("worker")]
      // Two threads per core, so that another thread runs whenever an extension waits.
      let load = Load(threads: ProcessInfo.processInfo.activeProcessorCount * 2)
      defer { load.stop() }
      try Self.launch(count, of: bundles, fixture)
      fflush(nil)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  private static func launch(_ count: Int, of bundles: [String], _ fixture: SandboxFixture) throws {
    let container = try fixture.container()
    var specifications = try [fixture.sealed(), fixture.confined(container: container)]
    for index in 0..<2 { specifications[index].bundleDirectory = bundles[index] }
    var total = Count()
    var launcher: Launcher? = try Launcher(launcherPath: SandboxFixture.launcherPath, keepsWarm: true)
    // Let caches fill before counting begins.
    for index in 0..<10 { launch(specifications[index % 2], launcher, &total) }
    try settle(launcher)
    let descriptors = Self.descriptors()
    let before = Self.residentKiB()
    for index in 0..<count {
      launch(specifications[index % 2], launcher, &total)
      if (index + 1).isMultiple(of: 1_000) { print("\(index + 1) launches, \(Self.residentKiB()) KiB resident") }
    }
    let growth = Self.residentKiB() - before
    try settle(launcher)
    let leaked = Self.descriptors() - descriptors
    launcher = nil
    let children = Self.children()
    print(
      "\(count) launches under load: \(total.crashes) crashes, \(total.wrongAnswers) wrong answers, "
        + "\(total.failures) failed, \(children) processes and \(leaked) descriptors leaked, host grew by \(growth) KiB"
    )
    #expect(total.crashes == 0 && total.wrongAnswers == 0 && total.failures == 0)
    #expect(children == 0 && leaked == 0)
    // A leak of a hundred bytes per launch would add a mebibyte; the allocator's variation is below four.
    #expect(growth < 4_096)
  }

  /// Waits until a launcher is waiting and neither a container nor memory is watched: each holds descriptors.
  private static func settle(_ launcher: Launcher?) throws {
    // The spawn thread works in order, so the waiting launcher has started once this returns.
    try HostThread.spawn.run {}
    while launcher?.watcher.isRunning == true || launcher?.memoryWatcher.isRunning == true { sched_yield() }
  }

  private static func launch(_ specification: LaunchSpecification, _ launcher: Launcher?, _ count: inout Count) {
    guard let process = try? launcher?.launch(specification) else {
      count.failures += 1
      return
    }
    process.send("a line")
    let answer = process.readLine(seconds: 60)
    process.closeRequest()
    let status = process.reap(timeout: .seconds(60))
    process.close()
    if !answer.contains(#""sum":55"#) || !answer.contains(#""day":21"#) { count.wrongAnswers += 1 }
    if status != .exited(0) { count.crashes += 1 }
  }

  // MARK: - Counts

  private static func descriptors() -> Int { FileSystem.names(in: "/proc/self/fd")?.count ?? 0 }

  /// The children of all threads, including waiting launchers and zombies.
  private static func children() -> Int {
    (FileSystem.names(in: "/proc/self/task") ?? []).reduce(0) { sum, thread in
      let text = FileSystem.contents("/proc/self/task/\(thread)/children") ?? ""
      return sum + text.split(whereSeparator: \.isWhitespace).count
    }
  }

  private static func residentKiB() -> Int {
    let line = FileSystem.contents("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") } ?? 0
  }
}

/// Threads that only use processor time.
private final class Load: Sendable {
  private let isOver = Atomic<Bool>(false)

  init(threads: Int) {
    for _ in 0..<threads {
      Thread.detachNewThread { [self] in
        while !isOver.load(ordering: .relaxed) {}
      }
    }
  }

  func stop() { isOver.store(true, ordering: .relaxed) }
}
