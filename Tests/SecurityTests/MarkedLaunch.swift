// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import Sandboxing
@testable import WallTrials

/// A launch of a program whose first instructions create a file, by a launcher with settings for where to fail.
final class MarkedLaunch {
  let directory: String
  let launcherName = "abl-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
  private let uid: UInt32 = geteuid() == 0 ? 600_000 + UInt32(getpid()) : geteuid()

  init(at directory: String? = nil) throws {
    self.directory = directory ?? "/tmp/marked-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    for path in [self.directory, bundle] { try BundleStore.makeDirectory(path) }
    let program = try Descriptor.open(Programs.attack, flags: O_RDONLY)
    try BundleStore.copy(program, try program.status(), path: Programs.attack, to: bundle + "/sallyport-mark")
    mkdir(container, 0o700)
    if geteuid() == 0 { chown(container, uid, uid) }
  }

  deinit { ContainerRemoval.remove(directory) }

  private var bundle: String { directory + "/bundle" }
  private var container: String { directory + "/container" }

  /// Whether any instruction of the program ran.
  var hasRun: Bool { FileSystem.status(container + "/ran") != nil }

  func launch(_ settings: [String]) throws -> LaunchedProcess {
    let launcher = try AblatedWall.launcher(settings, in: directory, name: launcherName)
    return try launcher.launch(
      LaunchSpecification(
        profile: .confined, bundleDirectory: bundle, executable: "sallyport-mark",
        limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 1), containerDirectory: container, containerIsWritable: true,
        identity: .init(uid: uid, gid: uid)))
  }

  /// Processes of this launch, before and after they became the extension, without zombies.
  static func survivors(named names: Set<String>) -> [Int32] {
    (FileSystem.names(in: "/proc") ?? []).compactMap(Int32.init).filter { pid in
      guard let fields = ProcessFields(pid: pid), names.contains(fields.name) else { return false }
      return fields.state != "Z"
    }
  }
}
