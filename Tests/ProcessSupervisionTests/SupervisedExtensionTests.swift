// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import Testing

/// Checks the consequences of each behaviour of an extension: on a thread, as a process, and in the sandbox.
@Suite struct SupervisedExtensionTests {
  @Test(.timeLimit(.minutes(20)), arguments: Scene.all) func `on a thread`(_ scene: Scene) async throws {
    try await Waiting.run { try Self.play(scene, at: .thread) }
  }

  @Test(
    .enabled(if: Depth.available.contains(.process), "needs /usr/bin/python3"), .timeLimit(.minutes(20)),
    arguments: Scene.all)
  func `as a process`(_ scene: Scene) async throws {
    try await Waiting.run { try Self.play(scene, at: .process) }
  }

  @Test(
    .enabled(if: Depth.available.contains(.sandbox), "needs /usr/bin/python3 and a kernel that gives every protection"),
    .timeLimit(.minutes(20)), arguments: Scene.all)
  func `in the sandbox`(_ scene: Scene) async throws {
    try await Waiting.run { try Self.play(scene, at: .sandbox) }
  }

  private static func play(_ scene: Scene, at depth: Depth) throws {
    guard scene.depths.contains(depth) else { return }
    let bench = try Bench(scene, at: depth)
    let start = ContinuousClock.now
    let outcome = bench.perform()
    let time = ContinuousClock.now - start
    #expect(outcome.withoutTimes == scene.outcome)
    if scene.ticks {
      if scene.reasons.last == "exited" || scene.reasons.contains("exit.1") {
        _ = bench.child?.waitForExit(atMost: .seconds(10))
      }
      bench.supervised.tick(now: 1)
    }
    #expect(bench.reasons == ["demand", "exec.ok"] + scene.reasons)
    #expect(bench.answers == scene.answers)
    #expect(bench.asked.count == scene.asked)
    if scene.configuration.point.isSealed {
      // Success, crash, hang and garbage look alike from outside: each takes its whole deadline (PRIV-SE6).
      #expect(time >= scene.configuration.deadline)
      #expect(bench.methods == ["hello h1", "perform h2"])
    }
    if !bench.supervised.lifecycle.state.hasProcess {
      #expect(bench.child?.waitForExit(atMost: .zero) != nil, "no process outlives exiting")
    }
  }
}
