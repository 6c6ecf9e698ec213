// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import HostileBinaries

@testable import Sandboxing
@testable import WallTrials

/// A host with secrets in its directories, and a family that builds its bundle from a recipe.
final class HostileWorld {
  let root: String
  /// The bytes that no program may return.
  let marker = "sallyport-marker-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
  let launcher: Launcher
  private let uid: UInt32
  private static let isRoot = geteuid() == 0

  var home: String { root + "/home" }
  var state: String { root + "/state" }
  var key: String { state + "/keys/root.key" }
  var otherBundle: String { root + "/programs/other/monitor/1" }
  /// The host's copy of a sealed program.
  var sealedCopy: String { root + "/programs/px/shield/1" }

  init() throws {
    root = Programs.worlds + "/hostile-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    uid = Self.isRoot ? 700_000 + UInt32(getpid()) : geteuid()
    // A program may exit before it reads its order, so writing to it may raise SIGPIPE.
    signal(SIGPIPE, SIG_IGN)
    launcher = try Launcher(launcherPath: Programs.launcher)
    let directories = [
      "", "/home", "/home/.ssh", "/state", "/state/keys", "/programs", "/programs/other", "/programs/other/monitor",
      "/programs/other/monitor/1", "/programs/px", "/programs/px/shield", "/programs/px/shield/1", "/build",
    ]
    for directory in directories {
      mkdir(root + directory, 0o755)
      chmod(root + directory, 0o755)
    }
    for file in secrets {
      try Data(marker.utf8).write(to: URL(filePath: file))
      // Readable by every user, where otherwise the mode alone would protect it from a root host's extension.
      chmod(file, file == key ? 0o600 : 0o644)
    }
    mkdir(root + "/container", 0o700)
    if Self.isRoot { chown(root + "/container", uid, uid) }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var secrets: [String] {
    [home + "/.ssh/id_ed25519", state + "/state.sqlite", key, otherBundle + "/monitor", sealedCopy + "/shield"]
  }

  /// The paths that a program is asked to read.
  var paths: [String] {
    secrets + [home, state, state + "/keys", otherBundle, sealedCopy, root + "/programs", "/dev", "/dev/null"]
  }

  /// The output of a launch, and the inodes that the host found within the program's reach.
  struct Reach {
    var text: String
    var inodes: Set<FileIdentity>
  }

  /// Installs the recipe's files, makes the image, launches the program and sends it the paths.
  func reach(_ recipe: HostileRecipe, _ profile: SandboxProfile) throws -> Reach {
    let build = root + "/build"
    let program = try recipe.build(in: build, self)
    let store = try BundleStore(directory: root + "/programs")
    store.remove("hostile")
    let installed = try store.install(
      source: build, executable: program.executable, assets: program.assets, as: "hostile")
    var specification = LaunchSpecification(
      profile: profile, bundleDirectory: installed.directory, executable: program.executable,
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 2), interpreter: program.interpreter,
      identity: .init(uid: uid, gid: uid),
      runtimeImage: try image(for: installed, program), installRecord: installed.record)
    if profile == .confined {
      specification.containerDirectory = root + "/container"
      specification.containerIsWritable = true
    }
    let process = try launcher.launch(specification)
    defer {
      process.kill()
      _ = process.reap(timeout: .seconds(1))
      process.close()
    }
    let order = Array((paths + ["end", ""]).joined(separator: "\n").utf8)
    _ = order.withUnsafeBytes { write(process.request, $0.baseAddress, $0.count) }
    var lines = LineReader(descriptor: process.reply)
    var text = ""
    while let line = lines.next(atMost: 5000), line != "end" { text += line + "\n" }
    text += String(decoding: lines.bytes, as: UTF8.self)
    return Reach(text: text, inodes: ReachableFiles.inodes(of: process.pid))
  }

  private func image(for installed: InstalledBundle, _ program: HostileRecipe.Program) throws -> String {
    let images = try ImageStore(directory: root + "/images", digest: BundleDigest.unique)
    let need = try RuntimeImage.Need(of: installed, files: program.assets, interpreter: program.interpreter)
    return try images.image(for: need).directory
  }
}

/// Every regular file that a process can reach, as seen through `/proc/<pid>/root`.
enum ReachableFiles {
  static func inodes(of pid: Int32) -> Set<FileIdentity> {
    var found: Set<FileIdentity> = []
    var pending = ["/proc/\(pid)/root"]
    while let directory = pending.popLast() {
      for name in FileSystem.names(in: directory) ?? [] where name != "proc" {
        let path = directory + "/" + name
        guard let status = FileSystem.status(path) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { pending.append(path) }
        if status.st_mode & S_IFMT == S_IFREG { found.insert(FileIdentity(status)) }
      }
    }
    return found
  }
}
