// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import Sandboxing
@testable import WallTrials

/// A sandbox without some of its layers, built by the tests' launcher.
struct AblatedWall {
  /// The settings file of the launcher.
  var settings: [String]
  /// A flat plan has no view; with `namespaces` settings the launcher adds the namespaces, so that only the view is
  /// missing.
  var wall: SandboxVariant

  /// - Parameters:
  ///   - layers: names of `sandbox.md#layers`; `mount` makes the plan flat.
  ///   - isBare: whether to omit all namespaces, not only the view.
  init(without layers: [String], wall: SandboxVariant = .confined, isBare: Bool = false) {
    let isFlat = layers.contains("mount") || isBare
    self.wall = isFlat ? (wall == .confined ? .flatConfined : .flatCompute) : wall
    settings = layers.filter { $0 != "mount" }.map { "without \($0)" }
    if isFlat && !isBare { settings += ["pid", "net", "ipc", "uts", "time", "cgroupns"].map { "add \($0)" } }
  }

  /// Installs a launcher in `directory`, with these settings beside it.
  static func launcher(_ settings: [String], in directory: String, name: String = "ablated-launch") throws -> Launcher {
    let path = directory + "/" + name
    let program = try Descriptor.open(Programs.directory + "/ablated-launch", flags: O_RDONLY)
    unlink(path)
    try BundleStore.copy(program, try program.status(), path: path, to: path)
    try settings.map { $0 + "\n" }.joined().write(
      toFile: path + ".settings", atomically: true, encoding: .utf8)
    return try Launcher(launcherPath: path)
  }

  /// Runs an attack in this sandbox, in a fresh environment, since a successful attack damages it.
  /// - Parameter program: the attack program; a dynamic one comes with copies of its libraries.
  func verdict(
    of attack: Attack, by program: String = Programs.attack
  ) throws -> Verdict {
    let uid: UInt32? = geteuid() == 0 ? 500_000 + UInt32(getpid()) : nil
    let name = "ablation-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    let arena = try TrialEnvironment(program: program, root: "\(Programs.worlds)/\(name)", uid: uid, walls: [wall])
    let leak = settings.contains("without descriptors") ? ["leak \(arena.database)"] : []
    let launcher = try Self.launcher(settings + leak, in: arena.root)
    let trial = try Trial(arena: arena, launcher: launcher, program: program, auditsProcess: false)
    // Not the expectation of a flat sandbox, which would permit the attack.
    return try trial.observe(attack, behind: wall).verdict(attack.expectation(behind: .confined))
  }
}
