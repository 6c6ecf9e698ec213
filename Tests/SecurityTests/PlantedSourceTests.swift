// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing
@testable import WallTrials

/// Repeats the escape of the first release: a directory of the host among the mounts. The launcher refuses the plan,
/// and if it doesn't check, Landlock refuses the files (`sandbox.md#what-an-extension-sees`, "four sources").
@Suite(.serialized) struct PlantedSourceTests {
  private struct Planted {
    let arena: TrialEnvironment
    let plan: LaunchPlan
    let launcher: Launcher
  }

  /// A plan as the old host made it for a program with `-Wl,-rpath,<home>`.
  private func planted(without layers: [String]) throws -> Planted {
    let uid: UInt32? = geteuid() == 0 ? 700_000 + UInt32(getpid()) : nil
    // Not in /tmp, which every view already has.
    let root = "/var/tmp/planted-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    let arena = try TrialEnvironment(program: Programs.attack, root: root, uid: uid, walls: [.confined])
    let launcher = try AblatedWall.launcher(layers.map { "without \($0)" }, in: arena.root)
    let specification = LaunchSpecification(
      profile: .confined, bundleDirectory: arena.bundle(.confined), executable: "sallyport-attack",
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 1), identity: arena.identity)
    var plan = try PlanBuilder(
      specification, landlockABI: launcher.landlockVersion ?? 0
    ).build()
    let home = try Descriptor.open(arena.home, flags: Descriptor.pathOnly | O_DIRECTORY)
    plan.view.append(ViewEntry(target: arena.home, source: .tree(home)))
    return Planted(arena: arena, plan: plan, launcher: launcher)
  }

  /// The outcome of reading a key in the planted directory: the errors of its steps, and whether the bytes were
  /// returned.
  private func attempt(_ planted: Planted) throws -> (steps: [String], isLeaked: Bool) {
    let process = try planted.launcher.launch(plan: planted.plan, bytes: planted.plan.encoded())
    defer { process.close() }
    let order = Array("FS22.dot-files home=\(planted.arena.home)\n".utf8)
    try #require(write(process.request, order, order.count) == order.count)
    var lines = LineReader(descriptor: process.reply)
    var steps: [String] = []
    var isLeaked = false
    while let line = lines.next(atMost: 30_000), line != "end" {
      if line.hasPrefix("step") { steps.append(line) }
      guard line.hasPrefix("bytes ") else { continue }
      let shown = Hexadecimal.bytes(String(line.dropFirst(6)))
      if Hexadecimal.contains(shown, Array(planted.arena.secret.utf8)) { isLeaked = true }
    }
    return (steps, isLeaked)
  }

  @Test func `the launcher refuses a source that the host did not list`() throws {
    let planted = try planted(without: [])
    let error = #expect(throws: LaunchError.self) {
      try planted.launcher.launch(plan: planted.plan, bytes: planted.plan.encoded())
    }
    #expect(error?.stage == "plan")
    #expect(error?.message.contains("an unknown place") == true)
  }

  @Test func `without the launcher's check Landlock refuses every file`() throws {
    let attempt = try attempt(try planted(without: ["sources"]))
    #expect(attempt.steps.contains { $0.hasSuffix(" \(EACCES)") }, "\(attempt.steps)")
    #expect(!attempt.steps.contains { $0.hasSuffix(" 0") }, "\(attempt.steps)")
    #expect(!attempt.isLeaked)
  }

  @Test func `without both checks the files are read, so each is needed`() throws {
    let attempt = try attempt(try planted(without: ["sources", "landlock"]))
    #expect(attempt.isLeaked, "\(attempt.steps)")
  }
}
