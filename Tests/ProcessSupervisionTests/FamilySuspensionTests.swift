// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Sandboxing
import Synchronization
import Testing

@testable import ProcessSupervision

/// What a suspension does to each process of a family, in order (PRIV-SE7). The processes are puppets that record it.
@Suite struct FamilySuspensionTests {
  private let notes = Notes()

  private func member(
    _ name: String, _ point: ExtensionPoint = .monitor, runs: Bool = true, stops: Bool = true, moves: Bool = true
  ) -> Lane {
    let launching = StillLaunching { StillChild(name, notes, stops: stops, moves: moves) }
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

  @Test(.enabled(if: CoreSet.own?.split != nil, "needs two cores"))
  func `apart, an app goes on on other cores than the report, and returns to its own`() throws {
    let cores = try #require(CoreSet.own?.split)
    do {
      _ = try FamilySuspension(
        around: member("report"), others: [member("app", .app), member("a")], isApart: true)
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

private final class Notes: Sendable {
  private let list = Mutex<[String]>([])
  var all: [String] { list.withLock { $0 } }
  func add(_ note: String) { list.withLock { $0.append(note) } }
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

  init(_ name: String, _ notes: Notes, stops: Bool, moves: Bool) {
    inner = PuppetThread(
      [.read, .helloReply(extension: "homework.\(name)"), .read, .reply(), .hang], patience: .seconds(20))
    self.name = name
    self.notes = notes
    self.stops = stops
    self.moves = moves
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
    return stops
  }

  func letGo() { notes.add("\(name) goes on") }

  func move(to cores: [Int]) -> [Int]? {
    notes.add("\(name) moves to \(cores)")
    return moves ? [7] : nil
  }
}
