// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import Testing

/// Checks the consequences of each behaviour of an extension on a thread. A suite for each depth, so that what looks for
/// a short suite (`make mutants`) finds the one without processes.
@Suite struct SupervisedThreadTests {
  @Test(.timeLimit(.minutes(20)), arguments: Scene.all) func `on a thread`(_ scene: Scene) async throws {
    try await Waiting.run { try scene.play(at: .thread) }
  }
}

/// The same as processes.
@Suite struct SupervisedProcessTests {
  @Test(
    .enabled(if: Depth.available.contains(.process), "needs /usr/bin/python3"), .timeLimit(.minutes(20)),
    arguments: Scene.all)
  func `as a process`(_ scene: Scene) async throws {
    try await Waiting.run { try scene.play(at: .process) }
  }
}

/// The same in the sandbox.
@Suite struct SupervisedSandboxTests {
  @Test(
    .enabled(if: Depth.available.contains(.sandbox), "needs /usr/bin/python3 and a kernel that gives every protection"),
    .timeLimit(.minutes(20)), arguments: Scene.all)
  func `in the sandbox`(_ scene: Scene) async throws {
    try await Waiting.run { try scene.play(at: .sandbox) }
  }
}

extension Scene {
  fileprivate func play(at depth: Depth) throws {
    guard depths.contains(depth) else { return }
    let bench = try Bench(self, at: depth)
    let start = ContinuousClock.now
    let outcome = bench.perform()
    let time = ContinuousClock.now - start
    #expect(outcome.withoutTimes == self.outcome)
    if ticks {
      if reasons.last == "exited" || reasons.contains("exit.1") {
        _ = bench.child?.waitForExit(atMost: .seconds(10))
      }
      bench.supervised.tick(now: 1)
    }
    #expect(bench.reasons == ["demand", "exec.ok"] + reasons)
    #expect(bench.answers == answers)
    #expect(bench.asked.count == asked)
    if configuration.point.isSealed {
      // Success, crash, hang and garbage look alike from outside: each takes its whole deadline (PRIV-SE6).
      #expect(time >= configuration.deadline)
      #expect(bench.methods == ["hello h1", "perform h2"])
    }
    if !bench.supervised.lifecycle.state.hasProcess {
      #expect(bench.child?.waitForExit(atMost: .zero) != nil, "no process outlives exiting")
    }
  }
}
