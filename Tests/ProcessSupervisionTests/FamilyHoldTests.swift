// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Synchronization
import Testing

@testable import ProcessSupervision
@testable import Sandboxing

/// The suspension of a family around a report, with real processes on lanes that have threads (PRIV-SE7, H8).
@Suite(.enabled(if: Depth.hasPython, "needs /usr/bin/python3")) struct FamilyHoldTests {
  @Test func `suspends all other processes of the family until the release (PRIV-SE7)`() async throws {
    try await Waiting.run {
      let (report, others) = (try Member(), try (0..<3).map { _ in try Member() })
      let confirmed = Confirmations()
      let hold = confirmed.hold(around: report, others: 3)
      for other in others { other.thread.attend(hold) }
      #expect(confirmed.wait() == .suspended)
      #expect(others.allSatisfy(\.isStopped) && !report.isStopped)
      // No lane works meanwhile.
      let jobs = others.map { $0.job() }
      #expect(jobs.allSatisfy { $0.wait(timeout: .now() + .milliseconds(100)) == .timedOut })
      hold.release()
      #expect(jobs.allSatisfy { $0.wait(timeout: .now() + 20) == .success })
      for other in others {
        #expect(!other.isStopped)
        #expect(other.performs() == .accepted)
      }
      hold.release()
      #expect(confirmed.all == [.suspended])
    }
  }

  @Test func `a process that can't be stopped is named, and the others resume (PRIV-SE7)`() async throws {
    try await Waiting.run {
      let report = try Member()
      let (well, unstoppable) = (try Member(), try Member(script: "unstoppable.py", name: "homework.greedy"))
      let confirmed = Confirmations()
      let hold = confirmed.hold(around: report, others: 2)
      for other in [well, unstoppable] { other.thread.attend(hold) }
      #expect(confirmed.wait() == .failed("homework.greedy can't be suspended, so no report is shown beside it."))
      for other in [well, unstoppable] {
        #expect(other.performs() == .accepted)
        #expect(!other.isStopped)
      }
      hold.release()
      #expect(confirmed.all.count == 1)
    }
  }

  @Test(arguments: [1, 2])
  func `a family that stays busy is refused after the patience, and no process is stopped`(number: Int) async throws {
    try await Waiting.run {
      let (report, others) = (try Member(), try (0..<number).map { _ in try Member() })
      let busy = DispatchSemaphore(value: 0)
      others[0].thread.run { _ in busy.wait() }
      let confirmed = Confirmations()
      let hold = confirmed.hold(around: report, others: number, patience: .milliseconds(200))
      for other in others { other.thread.attend(hold) }
      // The confirmation comes although that lane is still busy.
      #expect(
        confirmed.wait() == .failed("The family is busy with a callback, so no report is shown beside it."))
      busy.signal()
      for other in others {
        #expect(other.performs() == .accepted)
        #expect(!other.isStopped)
      }
      hold.release()
      #expect(confirmed.all.count == 1)
    }
  }

  @Test func `a release before all lanes attend confirms nothing and suspends nothing`() async throws {
    try await Waiting.run {
      let (report, others) = (try Member(), try (0..<2).map { _ in try Member() })
      let confirmed = Confirmations()
      let hold = confirmed.hold(around: report, others: 2, patience: .milliseconds(200))
      others[0].thread.attend(hold)
      hold.release()
      others[1].thread.attend(hold)
      for other in others {
        #expect(other.performs() == .accepted)
        #expect(!other.isStopped)
      }
      #expect(confirmed.all.isEmpty)
    }
  }

  @Test func `a release does not wait until the processes are suspended (H8)`() async throws {
    try await Waiting.run {
      let report = try Member()
      let unstoppable = try Member(script: "unstoppable.py")
      let confirmed = Confirmations()
      let hold = confirmed.hold(around: report, others: 1)
      unstoppable.thread.attend(hold)
      // The attempt to stop it takes a quarter of a second.
      let time = ContinuousClock().measure { hold.release() }
      #expect(time < .milliseconds(150), "\(time)")
      #expect(unstoppable.performs() == .accepted)
      #expect(confirmed.all.count <= 1)
    }
  }

  @Test func `closing the lanes while the family is held ends every process`() async throws {
    try await Waiting.run {
      let (report, others) = (try Member(), try (0..<3).map { _ in try Member() })
      let confirmed = Confirmations()
      let hold = confirmed.hold(around: report, others: 3)
      for other in others { other.thread.attend(hold) }
      #expect(confirmed.wait() == .suspended)
      let processes = others.map(\.process)
      hold.release()
      for member in others + [report] { member.thread.close() }
      for member in others + [report] { #expect(member.thread.waitForEnd(until: .now() + 20)) }
      #expect(processes.allSatisfy { kill($0, 0) == -1 && errno == ESRCH })
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "needs two cores"))
  func `a family that may be apart keeps its app running, on other cores than the report`() async throws {
    try await Waiting.run {
      let (report, app, monitor) = (try Member(), try Member(point: .app), try Member())
      let all = app.cores
      let confirmed = Confirmations()
      let hold = confirmed.hold(around: report, others: 2, isApart: true)
      for other in [app, monitor] { other.thread.attend(hold) }
      #expect(confirmed.wait() == .suspended)
      #expect(monitor.isStopped && !app.isStopped && !report.isStopped)
      #expect(report.cores.count == 1 && !app.cores.isEmpty && app.cores.isDisjoint(with: report.cores))
      hold.release()
      #expect(app.performs() == .accepted && monitor.performs() == .accepted)
      #expect(app.cores == all && !monitor.isStopped)
    }
  }
}

/// A lane on a thread, with a running process that is idle after its first callback.
private final class Member {
  private let bench: Bench
  let thread: LaneThread
  let process: Int32

  init(
    script: String = "puppet.py", name: String = "homework.puppet", point: ExtensionPoint = .monitor
  ) throws {
    let callback: [Step] = [.read, .reply()]
    let stage = try Stage(program: [.read, .helloReply(extension: name)] + callback + callback)
    let configuration = ExtensionConfiguration(
      id: name, point: point, version: "1.0", start: .seconds(20), deadline: .seconds(20), idleStopMs: nil)
    bench = Bench(configuration, try stage.launching(at: .process, script: script), stage)
    try #require(bench.perform() == .accepted)
    process = try #require(bench.child?.processID)
    thread = LaneThread(Lane(bench.supervised), now: { 0 })
  }

  deinit {
    thread.close()
    _ = thread.waitForEnd(until: .now() + 20)
  }

  /// Runs a job on the lane; the semaphore is signalled when it has run.
  func job() -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    thread.run { _ in done.signal() }
    return done
  }

  /// Performs the second callback on the lane.
  func performs() -> PerformOutcome? {
    let result = Mutex<PerformOutcome?>(nil)
    let done = DispatchSemaphore(value: 0)
    thread.run { lane in
      let outcome = lane.supervised.perform(
        PerformCall(
          prepare: { _, _ in OutgoingRequest(params: Bench.params) }, answer: { _ in .success([:]) },
          judge: Bench.judge), now: 0)
      result.withLock { $0 = outcome }
      done.signal()
    }
    guard done.wait(timeout: .now() + 30) == .success else { return nil }
    return result.withLock { $0 }
  }

  var isStopped: Bool {
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return stat.split(separator: ")").last?.split(separator: " ").first == "T"
  }

  /// The cores that the process may run on.
  var cores: Set<Int> {
    Set(CoreSet.of(thread: process)?.cores ?? [])
  }
}

/// What a hold confirmed, in order.
private final class Confirmations: Sendable {
  enum Confirmation: Equatable {
    case suspended
    case failed(String)
  }

  private let list = Mutex<[Confirmation]>([])
  private let added = DispatchSemaphore(value: 0)

  var all: [Confirmation] { list.withLock { $0 } }

  func hold(
    around report: Member, others: Int, isApart: Bool = false, patience: Duration = .seconds(20)
  ) -> FamilyHold {
    FamilyHold(around: report.thread, others: others, isApart: isApart, patience: patience) { [self] failure in
      list.withLock { $0.append(failure.map(Confirmation.failed) ?? .suspended) }
      added.signal()
    }
  }

  /// The next confirmation; `nil` if none comes in 30 seconds.
  func wait() -> Confirmation? { added.wait(timeout: .now() + 30) == .success ? all.last : nil }
}
