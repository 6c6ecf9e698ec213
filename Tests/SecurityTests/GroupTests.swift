// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing
@testable import WallTrials

/// What a delegated control group is for (`sandbox.md#layers`): it ends whatever a process left behind,
/// and bounds memory that no resource limit counts. Neither is needed where everything else holds.
@Suite(.serialized) struct GroupTests {
  private static let hierarchy: String? = {
    for line in (FileSystem.contents("/proc/self/mountinfo") ?? "").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.contains("cgroup2"), words.count > 4, access(words[4], W_OK) == 0 { return words[4] }
    }
    return nil
  }()

  private static let hasMemory: Bool = {
    guard let hierarchy else { return false }
    return FileSystem.contents(hierarchy + "/cgroup.controllers")?.contains("memory") == true
  }()

  /// Runs an attack in a flat launch with layers left out, ends it as the host does, and looks at what is left.
  private func leftovers(of attack: String, hasGroup: Bool) throws -> (processes: Int, tale: [String]) {
    let uid: UInt32 = 1_000_000 + UInt32(getpid())
    let root = "/tmp/group-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    let arena = try TrialEnvironment(program: Programs.attack, root: root, uid: uid, walls: [.flatConfined])
    let subtree = try #require(Self.hierarchy) + "/sallyport-ablation-\(getpid())"
    mkdir(subtree, 0o755)
    defer { rmdir(subtree) }
    let group = hasGroup ? try ControlGroup(delegated: subtree) : nil
    let path = try AblatedWall.launcher(
      ["filter", "death", "landlock", "limits"].map { "without \($0)" }, in: arena.root
    ).launcherPath
    let launcher = try Launcher(launcherPath: path, controlGroup: group)
    let process = try launcher.launch(
      LaunchSpecification(
        profile: .confined, bundleDirectory: arena.bundle(.flatConfined), executable: "sallyport-attack",
        limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 1), containerDirectory: arena.container,
        containerIsWritable: true, identity: arena.identity, acceptedMissing: Protection.namespaces))
    let order = Array("\(attack) mark=\(arena.mark)\n".utf8)
    try #require(write(process.request, order, order.count) == order.count)
    var lines = LineReader(descriptor: process.reply)
    var tale: [String] = []
    while let next = lines.next(atMost: 30_000), next != "end" { tale.append(next) }
    process.close()
    var left = ProcessScan.attackers(uid: uid, besides: [])
    // The kernel takes a moment to end a group, and a child one to fork again; what nobody ends stays.
    for _ in 0..<2_000 where left.isEmpty != hasGroup {
      usleep(5_000)
      left = ProcessScan.attackers(uid: uid, besides: [])
    }
    for pid in left { kill(pid, SIGKILL) }
    return (left.count, tale)
  }

  @Test(.enabled(if: geteuid() == 0 && hierarchy != nil, "needs root and a cgroup v2 hierarchy that may be written"))
  func `without the filter and the pid namespace a double fork outlives its host's kill, but for the group`() throws {
    #expect(try leftovers(of: "PR23.outlive", hasGroup: false).processes > 0)
    #expect(try leftovers(of: "PR23.outlive", hasGroup: true).processes == 0)
  }

  @Test(.enabled(if: geteuid() == 0 && hasMemory, "needs root and the memory controller in the v2 hierarchy"))
  func `shared memory ends at the group's bound, below what the address space leaves`() throws {
    func mebibytes(_ tale: [String]) -> Int {
      tale.compactMap { $0.hasPrefix("value mebibytes ") ? Int($0.dropFirst(16)) : nil }.first ?? 0
    }
    #expect(mebibytes(try leftovers(of: "RE02.shared", hasGroup: false).tale) >= 128)
    // Beyond 64 MiB the whole group is ended, so it has nothing to tell.
    #expect(mebibytes(try leftovers(of: "RE02.shared", hasGroup: true).tale) <= 64)
  }
}
