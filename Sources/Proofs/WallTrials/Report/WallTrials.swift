// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing
import Synchronization

/// Runs all attacks in every sandbox variant that this machine provides.
public struct WallTrials {
  /// The directory of `sallyport-launch` and `sallyport-attack`.
  private let launcherPath: String
  private let program: String
  private let scratch: String
  private static let count = Atomic<UInt32>(0)

  /// - Parameters:
  ///   - launcher: the launcher program.
  ///   - program: the attack program, `sallyport-attack`.
  ///   - scratch: a directory for temporary files, in a path that all users may enter.
  public init(launcher: String, program: String, scratch: String) {
    launcherPath = launcher
    self.program = program
    self.scratch = scratch
  }

  /// - Parameters:
  ///   - rows: names or rows to run; empty for all.
  ///   - progress: called with each entry after its verdict.
  public func run(
    walls: [SandboxVariant] = SandboxVariant.allCases, rows: Set<String> = [],
    progress: (TrialReport.Entry) -> Void = { _ in }
  ) throws -> TrialReport {
    let isRoot = geteuid() == 0
    var report = TrialReport(host: isRoot ? .root : .unprivileged)
    // A dedicated uid: the process scan by uid must find only this trial's processes, not those of concurrent trials.
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let uid: UInt32? = isRoot ? 200_000 + UInt32(getpid()) + 10_000_000 * number : nil
    let root = "\(scratch)/trials-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    let launcher = try Launcher(launcherPath: launcherPath)
    let arena = try TrialEnvironment(program: program, root: root, uid: uid, walls: walls)
    let trial = try Trial(arena: arena, launcher: launcher, program: program)
    for wall in walls {
      for attack in Attack.all where attack.walls.contains(wall) {
        guard rows.isEmpty || rows.contains(attack.row) || rows.contains(attack.name) else { continue }
        do {
          report.append(attack, wall, try trial.judge(attack, behind: wall))
        } catch let error as LaunchError {
          report.refuse(wall, error.description)
          break
        }
        if let last = report.entries.last { progress(last) }
      }
    }
    return report
  }
}
