// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import Synchronization
import Testing

/// While a report runs, nothing else of its family runs, or nothing on the report's core (PRIV-SE7).
@Suite(.serialized) struct StillnessTests {
  private static let family = FamilyID("watcher")
  private static let deadline = 900
  private static let report =
    "\"executable\": \"WorklogReport\", \"requests\": [], \"limits\": { \"startMs\": 8000, \"deadlineMs\": \(deadline) }"

  /// Opens a family whose app and monitor measure their own scheduling, and leaves both idle between callbacks.
  private func run(_ profile: PrivacyProfile, report: String = report) throws -> HostedRun {
    let families = try ScriptFamilies()
    try families.copy("watcher.py")
    for program in ["WorklogReport", "HomeworkShield"] {
      let built = HostProgram.root + "/.build-extensions/release/" + program
      try #require(
        FileManager.default.isExecutableFile(atPath: built),
        "The example extensions are not built; run `make extensions`.")
      try FileManager.default.copyItem(atPath: built, toPath: families.bundle + "/" + program)
    }
    let script = "\"executable\": \"watcher.py\", \"interpreter\": \"/usr/bin/python3\", \"fitting\": \"files\""
    let limits = "\"limits\": { \"startMs\": 10000, \"deadlineMs\": 5000 }"
    try families.scratch.write(
      """
      {
        "manifest": 1, "family": "watcher", "displayName": "Watcher", "version": "1.0",
        "developer": { "name": "Test" }, "groups": ["group.test.watcher"], "bundle": "../bundle",
        "app": { \(script), "requests": ["authorization", "monitoring", "settings"], \(limits) },
        "extensions": [
          { "name": "monitor", "point": "monitor", \(script), "requests": ["settings"], \(limits) },
          { "name": "report", "point": "report", \(report) }
        ]
      }

      """, to: "manifests/watcher.json")
    let run = try HostedRun(families, profile: profile, leavesOpen: true, clock: .real)
    // In small steps, since an idle monitor exits after ten seconds.
    for step in 0..<300 where run.processes.count < 2 {
      let now = HostedRun.start.advanced(by: Int64(step) * 4_000)
      let span = UseSpan(
        start: now, end: now.advanced(by: 4_000), app: .application("org.gnome.Chess"), isPresent: true)
      try run.host.run(through: [span], until: span.end)
    }
    try #require(run.processes.count == 2, "the app and the monitor are running")
    return run
  }

  private func request(_ context: String = "pie") -> ReportRequest {
    ReportRequest(
      family: Self.family, context: context, segment: .daily, start: HostedRun.start,
      end: HostedRun.start.advanced(by: 60_000))
  }

  /// The app's measurements since its last callback: milliseconds in which it did not run, and its fewest cores.
  private func observed(_ run: HostedRun) throws -> (gap: Int, cores: Int) {
    try run.host.open(Self.family)
    guard case .string(let text)? = run.host.facts.state.families[Self.family]?.defaults["group.test.watcher"]?["app"]
    else {
      return (-1, -1)
    }
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return (numbers.first ?? -1, numbers.last ?? -1)
  }

  @Test func `under tight nothing of the family runs from the seal to the report's end`() throws {
    let run = try run(.tight)
    _ = try observed(run)
    let others = run.processes
    let watch = ProcessWatch(state: run.stateDirectory, others: others)
    #expect(try run.host.render(request()).outcome == "answered")
    let looks = watch.end()
    let sealed = looks.firstIndex { $0.stopped.count == 2 } ?? looks.count
    let living = looks[sealed...].prefix { $0.isReportAlive }
    #expect(living.allSatisfy { $0.stopped.count == 2 }, "a process ran while the report was running")
    let time = (living.last?.at ?? 0) - (living.first?.at ?? 0)
    #expect(time >= Double(Self.deadline) * 0.8, "\(time) ms")
    #expect(others.allSatisfy { ProcessWatch.state(of: $0) != "T" })
    // The app itself has seen only that it did not run for all of that time.
    let (gap, cores) = try observed(run)
    #expect(gap >= Self.deadline, "\(gap)")
    #expect(cores == ProcessInfo.processInfo.activeProcessorCount)
    _ = try run.close()
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "needs two cores"),
    arguments: [PrivacyProfile.standard, .open])
  func `under standard and open the app runs on, on other cores than the report`(_ profile: PrivacyProfile) throws {
    let run = try run(profile)
    _ = try observed(run)
    let others = run.processes
    let watch = ProcessWatch(state: run.stateDirectory, others: others)
    #expect(try run.host.render(request()).outcome == "answered")
    let looks = watch.end()
    let apart = looks.filter { look in look.isReportAlive && look.stopped.count == 1 && look.cores.count == 3 }
    #expect(!apart.isEmpty)
    // The report has one core, and the running processes have all others.
    let together = apart.filter { look in
      look.cores.contains { !others.contains($0.key) && $0.value.count == 1 }
    }
    #expect(
      !together.isEmpty
        && together.allSatisfy { look in
          let report = look.cores.first { !others.contains($0.key) }?.value ?? []
          let app = look.cores.first { others.contains($0.key) && !look.stopped.contains($0.key) }?.value ?? []
          return !app.isEmpty && report.isDisjoint(with: app)
        })
    let (gap, cores) = try observed(run)
    #expect(gap < Self.deadline * 4 / 5, "the app kept running: \(gap)")
    #expect(cores == ProcessInfo.processInfo.activeProcessorCount - 1)
    // Afterwards the app has all cores back.
    #expect(try observed(run).cores == ProcessInfo.processInfo.activeProcessorCount)
    _ = try run.close()
  }

  @Test(arguments: [
    ("pie", "\"executable\": \"HomeworkShield\", \"requests\": []"), ("no such context", report),
    (
      "pie",
      "\"executable\": \"WorklogReport\", \"requests\": [], \"limits\": { \"startMs\": 8000, \"deadlineMs\": 100, \"memoryMiB\": 64 }"
    ),
  ])
  func `the family resumes with the same processes however a report ends`(_ context: String, _ report: String) throws {
    let run = try run(.tight, report: report)
    let others = run.processes
    _ = try run.host.render(request(context))
    #expect(run.processes == others && others.allSatisfy { ProcessWatch.state(of: $0) != "T" })
    #expect(try observed(run).cores == ProcessInfo.processInfo.activeProcessorCount)
    _ = try run.close()
  }

  @Test func `a shield that comes up suspends no process`() throws {
    let live = try LiveHost(
      "closer", answers: .init(leavesOpen: true), clock: .real, look: .staticProgram)
    try live.use(minutes: 1)
    let shield = try #require(live.host.facts.state.shield)
    let app = ProcessWatch.running(in: live.scratch.path + "/state")
    let watch = ProcessWatch(state: live.scratch.path + "/state", others: app)
    #expect(try live.host.look(at: shield).grade == "sealed")
    let looks = watch.end()
    #expect(looks.count > 10 && looks.allSatisfy(\.stopped.isEmpty))
    try live.close()
  }
}

/// Inspects the processes of a host every other millisecond, from another thread.
final class ProcessWatch: Sendable {
  struct Inspection {
    /// Milliseconds.
    var at: Double
    /// The processes of `others` that were stopped.
    var stopped: Set<Int32>
    /// Whether a process not in `others` was alive afterwards.
    var isReportAlive: Bool
    /// The cores that each process may run on.
    var cores: [Int32: Set<Int>]
  }

  private let looks = Mutex<[Inspection]>([])
  private let isOver = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(state: String, others: Set<Int32>) {
    let thread = Thread { [self] in
      while !isOver.load(ordering: .relaxed) {
        let before = Self.running(in: state)
        // The report first: it is moved last, so a process read after it was already moved.
        let order = before.subtracting(others).sorted() + before.intersection(others).sorted()
        let cores = Dictionary(uniqueKeysWithValues: order.map { ($0, Self.cores(of: $0)) })
        let stopped = others.filter { Self.state(of: $0) == "T" }
        let alive = !Self.running(in: state).subtracting(others).isEmpty
        let now = Double(DispatchTime.now().uptimeNanoseconds) / 1e6
        looks.withLock { $0.append(Inspection(at: now, stopped: stopped, isReportAlive: alive, cores: cores)) }
        usleep(2_000)
      }
      ended.signal()
    }
    thread.start()
  }

  func end() -> [Inspection] {
    isOver.store(true, ordering: .relaxed)
    ended.wait()
    return looks.withLock { $0 }
  }

  /// The processes in the host's registry.
  static func running(in state: String) -> Set<Int32> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: state + "/running")) ?? []
    return Set(names.compactMap { $0.split(separator: ".").dropFirst().first.flatMap { Int32($0) } })
  }

  /// The process's state letter from the kernel.
  static func state(of process: Int32) -> String {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = stat.lastIndex(of: ")")
    else { return "" }
    return stat[end...].split(separator: " ").dropFirst().first.map(String.init) ?? ""
  }

  private static func cores(of process: Int32) -> Set<Int> {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed_list:") }) else {
      return []
    }
    return Set(
      line.dropFirst("Cpus_allowed_list:".count).trimmingCharacters(in: .whitespaces).split(separator: ",")
        .flatMap { part in
          let ends = part.split(separator: "-").compactMap { Int($0) }
          return ends.isEmpty ? [] : Array(ends[0]...(ends.last ?? ends[0]))
        })
  }
}

extension HostedRun {
  fileprivate var processes: Set<Int32> { ProcessWatch.running(in: stateDirectory) }
}
