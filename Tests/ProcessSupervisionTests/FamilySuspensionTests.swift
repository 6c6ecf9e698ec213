// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Sandboxing
import Synchronization
import Testing

@testable import ProcessSupervision

/// The steps of a suspension for each process of a family, in order (PRIV-SE7). Fake processes record them.
@Suite struct FamilySuspensionTests {
  private let notes = Notes()

  private func member(
    _ name: String, _ point: ExtensionPoint = .monitor, runs: Bool = true, stops: Bool = true, moves: Bool = true
  ) -> Lane {
    notes.member(name, point, runs: runs, stops: stops, moves: moves)
  }

  @Test func `each running process stops, one that does not run is left alone, and all resume once`() throws {
    let suspension = try FamilySuspension(
      around: member("report"), others: [member("a", .app), member("b", runs: false), member("c")], isApart: false)
    #expect(notes.all == ["a stops", "c stops"])
    suspension.end()
    #expect(notes.all == ["a stops", "c stops", "a goes on", "c goes on"])
    suspension.end()
    #expect(notes.all.count == 4)
  }

  @Test func `a process that can't be stopped is named, and those already stopped resume`() throws {
    let error = #expect(throws: FamilySuspension.Failure.self) {
      try FamilySuspension(
        around: member("report"), others: [member("a"), member("b", stops: false), member("c")], isApart: true)
    }
    #expect(error?.description == "homework.b can't be suspended, so no report is shown beside it.")
    #expect(notes.all == ["a stops", "b stops", "a goes on", "b goes on"])
  }

  @Test(.enabled(if: CoreSet.own?.split != nil, "needs two cores"), arguments: [true, false])
  func `apart, an app goes on on other cores than the report, and returns to its own once`(endsEarly: Bool) throws {
    let cores = try #require(CoreSet.own?.split)
    do {
      let suspension = try FamilySuspension(
        around: member("report"), others: [member("app", .app), member("a")], isApart: true)
      if endsEarly { suspension.end() }
      // It ends with its last reference.
    }
    #expect(
      notes.all == [
        "app stops", "a stops", "app moves to \(cores.others.cores)", "report stops",
        "report moves to \(cores.one.cores)", "report goes on", "app goes on",
        "app stops", "app moves to [7]", "app goes on", "a goes on",
      ])
  }

  @Test(
    .enabled(if: CoreSet.own?.split != nil, "needs two cores"),
    arguments: [(true, false, true), (true, true, false), (false, true, true)])
  func `an app stays stopped if it or the report can't be moved`(
    appMoves: Bool, reportStops: Bool, reportMoves: Bool
  ) throws {
    let suspension = try FamilySuspension(
      around: member("report", stops: reportStops, moves: reportMoves),
      others: [member("app", .app, moves: appMoves)], isApart: true)
    #expect(notes.all.first == "app stops" && !notes.all.contains("app goes on"))
    #expect(notes.all.contains("report stops") == appMoves)
    // Whatever was stopped of the report goes on.
    #expect(notes.all.contains("report goes on") == appMoves)
    suspension.end()
    #expect(notes.all.last == "app goes on")
    #expect(notes.all.contains("app moves to [7]") == appMoves)
  }
}

/// The suspension of lanes on threads: which lane waits, until when, and which confirmation it gets. The processes are
/// fakes.
@Suite final class FamilyHoldStepsTests: Sendable {
  private let notes = Notes()
  private let confirmed = Mutex<[String?]>([])
  private let confirmation = DispatchSemaphore(value: 0)

  private func thread(
    _ name: String, stops: Bool = true, whileStopping: @escaping @Sendable () -> Void = {}
  ) -> LaneThread {
    LaneThread(notes.member(name, stops: stops, whileStopping: whileStopping), now: { 0 })
  }

  private func hold(_ others: Int, patience: Duration = .seconds(60)) -> FamilyHold {
    FamilyHold(around: thread("report"), others: others, isApart: false, patience: patience) { [self] failure in
      confirmed.withLock { $0.append(failure) }
      confirmation.signal()
    }
  }

  /// Whether a thread does its next work.
  private func works(_ thread: LaneThread, within seconds: Double = 20) -> Bool {
    let done = DispatchSemaphore(value: 0)
    thread.run { _ in done.signal() }
    return done.wait(timeout: .now() + seconds) == .success
  }

  private func isConfirmed(_ failure: String?) -> Bool {
    confirmation.wait(timeout: .now() + 20) == .success && confirmed.withLock { $0 } == [failure]
  }

  private func close(_ threads: [LaneThread]) {
    for thread in threads { thread.close() }
    for thread in threads { #expect(thread.waitForEnd(until: .now() + 20)) }
  }

  @Test func `the last lane to arrive stops all, and none works until the release`() async throws {
    try await Waiting.run { [self] in
      let threads = ["a", "b", "c"].map { thread($0) }
      let hold = hold(3)
      for thread in threads.dropLast() { thread.attend(hold) }
      #expect(!works(threads[0], within: 0.05) && !works(threads[1], within: 0.05) && notes.all.isEmpty)
      threads[2].attend(hold)
      #expect(isConfirmed(nil) && notes.all.sorted() == ["a stops", "b stops", "c stops"])
      #expect(threads.allSatisfy { !works($0, within: 0.05) })
      hold.release()
      #expect(threads.allSatisfy { works($0) })
      #expect(notes.all.dropFirst(3).sorted() == ["a goes on", "b goes on", "c goes on"])
      // After the release, another one and a late lane change nothing.
      hold.release()
      threads[0].attend(hold)
      #expect(works(threads[0]) && notes.all.count == 6 && confirmed.withLock { $0.count } == 1)
      close(threads)
    }
  }

  @Test func `a process that can't be stopped is named, and every lane works again`() async throws {
    try await Waiting.run { [self] in
      let threads = [thread("a"), thread("b", stops: false)]
      let hold = hold(2)
      for thread in threads { thread.attend(hold) }
      #expect(isConfirmed("homework.b can't be suspended, so no report is shown beside it."))
      #expect(threads.allSatisfy { works($0) })
      #expect(Set(notes.all.filter { $0.hasSuffix("stops") }.map { $0.prefix(1) }).isSuperset(of: ["b"]))
      #expect(
        notes.all.count { $0.hasSuffix("stops") } == notes.all.count { $0.hasSuffix("goes on") })
      hold.release()
      #expect(confirmed.withLock { $0.count } == 1)
      close(threads)
    }
  }

  @Test func `a family that stays busy is refused after the patience, and nothing is stopped`() async throws {
    try await Waiting.run { [self] in
      let threads = [thread("a"), thread("b")]
      let hold = hold(2, patience: .milliseconds(20))
      threads[0].attend(hold)
      #expect(isConfirmed("The family is busy with a callback, so no report is shown beside it."))
      threads[1].attend(hold)
      #expect(threads.allSatisfy { works($0) } && notes.all.isEmpty)
      hold.release()
      #expect(confirmed.withLock { $0.count } == 1)
      close(threads)
    }
  }

  @Test func `a release before all lanes are there confirms nothing and stops nothing`() async throws {
    try await Waiting.run { [self] in
      let threads = [thread("a"), thread("b")]
      let hold = hold(2, patience: .milliseconds(20))
      threads[0].attend(hold)
      hold.release()
      #expect(works(threads[0]))
      threads[1].attend(hold)
      #expect(works(threads[1]) && notes.all.isEmpty)
      // When the time limit is reached, nothing is reported.
      #expect(confirmation.wait(timeout: .now() + 0.1) == .timedOut)
      close(threads)
    }
  }

  @Test(arguments: [true, false])
  func `a release while the processes are being stopped does not wait, and resumes them`(_ stops: Bool) async throws {
    try await Waiting.run { [self] in
      let (begins, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let slow = thread("a", stops: stops) {
        begins.signal()
        goesOn.wait()
      }
      let hold = hold(1)
      slow.attend(hold)
      #expect(begins.wait(timeout: .now() + 20) == .success)
      hold.release()
      hold.release()
      goesOn.signal()
      #expect(works(slow) && notes.all == ["a stops", "a goes on"])
      #expect(confirmed.withLock { $0.isEmpty })
      close([slow])
    }
  }
}

private final class Notes: Sendable {
  private let list = Mutex<[String]>([])
  var all: [String] { list.withLock { $0 } }
  func add(_ note: String) { list.withLock { $0.append(note) } }

  /// A lane whose process notes what is done to it.
  func member(
    _ name: String, _ point: ExtensionPoint = .monitor, runs: Bool = true, stops: Bool = true, moves: Bool = true,
    whileStopping: @escaping @Sendable () -> Void = {}
  ) -> Lane {
    let launching = StillLaunching { StillChild(name, self, stops: stops, moves: moves, whileStopping) }
    let configuration = ExtensionConfiguration(
      id: "homework.\(name)", point: point, version: "1.0", start: .seconds(20), deadline: .seconds(20),
      idleStopMs: nil)
    let lane = Lane(
      SupervisedExtension(
        configuration: configuration, launcher: launching, lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)),
        observer: nil))
    if runs {
      let call = PerformCall(prepare: { _, _ in OutgoingRequest(params: Bench.params) }, judge: Bench.judge)
      #expect(lane.supervised.perform(call, now: 0) == .accepted)
    }
    return lane
  }
}

private final class StillLaunching: ExtensionLaunching {
  private let child: () -> StillChild
  init(_ child: @escaping () -> StillChild) { self.child = child }
  func launch() throws(LaunchFailure) -> any ExtensionChild { child() }
}

/// A puppet's thread that notes what is done to it.
private final class StillChild: ExtensionChild {
  private let inner: PuppetThread
  private let name: String
  private let notes: Notes
  private let stops: Bool
  private let moves: Bool
  private let whileStopping: @Sendable () -> Void

  init(
    _ name: String, _ notes: Notes, stops: Bool, moves: Bool, _ whileStopping: @escaping @Sendable () -> Void
  ) {
    inner = PuppetThread(
      [.read, .helloReply(extension: "homework.\(name)"), .read, .reply(), .hang], patience: .seconds(20))
    self.name = name
    self.notes = notes
    self.stops = stops
    self.moves = moves
    self.whileStopping = whileStopping
  }

  let processID: Int32 = 77
  let grade = "played"
  var channel: any MessageChannel { inner.channel }
  func kill() { inner.kill() }
  func waitForExit(atMost timeout: Duration) -> ChildExit? { inner.waitForExit(atMost: timeout) }
  func log() -> CapturedLog { inner.log() }
  func sealDifferences() -> [String] { [] }
  func release() {}

  func holdStill() -> Bool {
    notes.add("\(name) stops")
    whileStopping()
    return stops
  }

  func letGo() { notes.add("\(name) goes on") }

  func move(to cores: [Int]) -> [Int]? {
    notes.add("\(name) moves to \(cores)")
    return moves ? [7] : nil
  }
}
