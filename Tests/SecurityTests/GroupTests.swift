// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing
@testable import WallTrials

/// The purpose of a delegated control group (`sandbox.md#layers`): it ends whatever a process left running, and limits
/// memory that no resource limit covers. Neither is needed if everything else works.
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

  /// Runs an attack in a flat launch with layers omitted, ends it like the host does, and returns what remains.
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
    // The kernel takes a moment to kill a group, and a child a moment to fork again; processes that are not killed
    // remain.
    for _ in 0..<2_000 where left.isEmpty != hasGroup {
      usleep(5_000)
      left = ProcessScan.attackers(uid: uid, besides: [])
    }
    left.formUnion(ProcessScan.endAttackers(uid: uid, besides: []))
    return (left.count, tale)
  }

  @Test(.enabled(if: geteuid() == 0 && hierarchy != nil, "needs root and a cgroup v2 hierarchy that may be written"))
  func `without the filter and the pid namespace only the group kills a double fork`() throws {
    #expect(try leftovers(of: "PR23.outlive", hasGroup: false).processes > 0)
    #expect(try leftovers(of: "PR23.outlive", hasGroup: true).processes == 0)
  }

  @Test(.enabled(if: geteuid() == 0 && hasMemory, "needs root and the memory controller in the v2 hierarchy"))
  func `shared memory is limited by the group, below the address-space limit`() throws {
    func mebibytes(_ tale: [String]) -> Int {
      tale.compactMap { $0.hasPrefix("value mebibytes ") ? Int($0.dropFirst(16)) : nil }.first ?? 0
    }
    #expect(mebibytes(try leftovers(of: "RE02.shared", hasGroup: false).tale) >= 128)
    // Beyond 64 MiB the whole group is killed, so it reports nothing.
    #expect(mebibytes(try leftovers(of: "RE02.shared", hasGroup: true).tale) <= 64)
  }
}
