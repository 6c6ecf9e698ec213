// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Synchronization
import Testing

@testable import ProcessSupervision

/// The end of a lane's process when its callback is cancelled, when a request needs a process of its own, and at its
/// time.
@Suite struct LaneProcessTests {
  private static let hello = PlayedProcessTests.hello()
  private static let reply = PlayedProcessTests.reply
  private static let callback = [
    "send hello h1 2000", "receive 2000", "send perform h2 5000", "receive 500",
  ]
  private static let end = ["close sending", "kill", "reap 1000", "close", "release"]

  private struct Message: ApprovedMessage {
    var needsBareProcess = false

    func outgoing(as id: RequestID, toProcessWith differences: [String]) throws -> OutgoingRequest {
      OutgoingRequest(params: Bench.params)
    }
  }

  private final class Peer: LanePeer {
    func ask(_ question: Question, _ id: QuestionID) -> Answer { .result([:]) }
    func conclude(_ call: CallID, _ reply: WireValue) -> ReplyVerdict { .accepted }
    func fault(of reply: WireValue, from program: ProgramID) -> ErrorObject? { nil }
  }

  private static func lane(_ process: PlayedProcess, bare: PlayedProcess? = nil) -> Lane {
    Lane(
      SupervisedExtension(
        configuration: ExtensionConfiguration(id: "homework.puppet", point: .monitor, version: "1.0"),
        launcher: process, bareLauncher: bare, lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)),
        observer: nil))
  }

  /// Performs a callback, whose reply the peer concludes.
  private static func performs(_ lane: Lane, bare: Bool = false) -> Bool {
    lane.perform(CallID(1), Message(needsBareProcess: bare), now: 0, peer: Peer()) == nil
  }

  @Test func `a cancelled lane kills its process without blaming it, and the next one lives`() {
    let process = PlayedProcess([Self.hello, Self.reply, .closes], exit: .exited(status: 9))
    let lane = Self.lane(process)
    #expect(Self.performs(lane))
    lane.cancel()
    #expect(process.notes.all == Self.callback + ["kill"])
    lane.tick(now: 0)
    #expect(process.notes.all == Self.callback + ["kill", "reap 200"] + Self.end)
    #expect(lane.supervised.lifecycle.state == .cold && lane.record.strikes.isEmpty)
    lane.endCancelled()
    #expect(Self.performs(lane))
    #expect(process.notes.all == Self.callback + ["kill", "reap 200"] + Self.end + Self.callback)
    // It is blamed for its own end.
    lane.tick(now: 0)
    #expect(lane.record.strikes == [0])
  }

  @Test func `a request that needs a process of its own gets one from its lane`() {
    let (usual, bare) = (PlayedProcess([Self.hello, Self.reply]), PlayedProcess([Self.hello, Self.reply]))
    let lane = Self.lane(usual, bare: bare)
    #expect(Self.performs(lane, bare: true))
    #expect(usual.notes.all == [] && bare.notes.all == Self.callback)
  }

  @Test func `the thread of a lane ends a process at its time, before the next job`() async throws {
    try await Waiting.run {
      let process = PlayedProcess([Self.hello, Self.reply, .silent, Self.reply])
      let lane = Self.lane(process)
      #expect(Self.performs(lane) && lane.grade == "played")
      let grades = Mutex<[String?]>([])
      let done = DispatchSemaphore(value: 0)
      let thread = LaneThread(lane, now: { 10_000 })
      thread.run { lane in
        grades.withLock { $0.append(lane.grade) }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(grades.withLock { $0 } == [nil])
      thread.close()
      #expect(thread.waitForEnd(until: .now() + 20))
    }
  }
}
