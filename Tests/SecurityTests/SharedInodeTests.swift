// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing
@testable import WallTrials

/// A file that two processes can both open is a channel, whatever the filter refuses
/// (`sandbox.md#what-an-extension-sees`, EX08).
@Suite struct SharedInodeTests {
  private struct Inode: Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// Every regular file that a process can reach, as seen through `/proc/<pid>/root`.
  private func inodes(of process: LaunchedProcess) -> Set<Inode> {
    var found: Set<Inode> = []
    var pending = ["/proc/\(process.pid)/root"]
    while let directory = pending.popLast() {
      for name in FileSystem.names(in: directory) ?? [] where name != "proc" {
        let path = directory + "/" + name
        guard let status = FileSystem.status(path) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { pending.append(path) }
        if status.st_mode & S_IFMT == S_IFREG {
          found.insert(Inode(device: UInt64(status.st_dev), number: UInt64(status.st_ino)))
        }
      }
    }
    return found
  }

  @Test(.enabled(if: geteuid() == 0, "needs to see into another process's root"))
  func `a sealed and an unsealed process share no inode`() throws {
    let uid = 800_000 + UInt32(getpid())
    let arena = try TrialEnvironment(program: Programs.attack, root: "/tmp/inodes-\(getpid())", uid: uid)
    let launcher = try Launcher(launcherPath: Programs.launcher)
    func launch(_ profile: SandboxProfile, _ bundle: String) throws -> LaunchedProcess {
      let image = try ImageStore(
        directory: "\(arena.root)/images-\(profile == .confined)", digest: BundleDigest.unique
      ).image(for: .staticProgram)
      var specification = LaunchSpecification(
        profile: profile, bundleDirectory: arena.bundle(bundle), executable: "sallyport-attack",
        limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 1), identity: arena.identity,
        runtimeImage: profile == .sealed(.compute) ? nil : image.directory)
      if profile == .confined {
        specification.containerDirectory = arena.container
        specification.containerIsWritable = true
      }
      return try launcher.launch(specification)
    }
    let confined = try launch(.confined, "confined")
    let open = inodes(of: confined)
    #expect(open.count > 100, "the confined view holds the time zones at least")
    for (profile, bundle) in [(SandboxProfile.sealed(.compute), "compute"), (.sealed(.files), "files")] {
      let sealed = try launch(profile, bundle)
      let own = inodes(of: sealed)
      #expect(own.count >= 2, "the sealed view holds its bundle at least")
      #expect(own.isDisjoint(with: open), "\(bundle)")
      sealed.close()
    }
    confined.close()
    // The counter-test: processes that share a bundle share its inodes.
    let careless = try launch(.sealed(.files), "confined")
    #expect(!inodes(of: careless).isDisjoint(with: open))
    careless.close()
  }
}
