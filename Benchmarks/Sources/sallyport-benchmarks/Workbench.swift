// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing

/// The shared setup of the benchmarks: the built programs, launchers, and a temporary directory.
final class Workbench {
  /// The checkout in which `make bench` runs.
  let root: String
  /// A launcher as in the host, which starts the next process ahead.
  let launcher: Launcher
  /// A launcher that starts nothing ahead.
  let coldLauncher: Launcher
  let scratch: String
  private let store: BundleStore
  private var installed: [String: InstalledBundle] = [:]
  /// The extensions' uid if the host is root; `nil` otherwise.
  let identity: LaunchSpecification.Identity?

  init() throws {
    root = FileManager.default.currentDirectoryPath
    let path = try Self.program(".build/release/sallyport-launch", below: root, "host")
    launcher = try Launcher(launcherPath: path, keepsWarm: true)
    coldLauncher = try Launcher(launcherPath: path)
    scratch = NSTemporaryDirectory() + "/sallyport-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    let bundles = scratch + "/bundles"
    try FileManager.default.createDirectory(
      atPath: bundles, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    store = try BundleStore(directory: bundles)
    identity = geteuid() == 0 ? LaunchSpecification.Identity(uid: 61_000, gid: 61_000) : nil
  }

  func warmLauncher() throws -> Launcher { try Launcher(launcherPath: launcher.launcherPath, keepsWarm: true) }

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  func program(_ path: String, madeBy target: String) throws -> String {
    try Self.program(path, below: root, target)
  }

  /// Installs a copy of a program as the host does.
  ///
  /// - Parameter directory: the directory of the built program; `nil` for that of the example extensions.
  func install(_ name: String, from directory: String? = nil) throws -> InstalledBundle {
    if let bundle = installed[name] { return bundle }
    let source =
      try directory
      ?? URL(filePath: program(".build-extensions/release/\(name)", madeBy: "extensions"))
      .deletingLastPathComponent().path
    let bundle = try store.install(source: source, executable: name, as: name)
    installed[name] = bundle
    return bundle
  }

  /// The runtime image of an installed program, in a separate store.
  func image(for bundle: InstalledBundle, interpreter: String? = nil) throws -> RuntimeImage {
    try ImageStore(directory: "\(scratch)/images-\(bundle.executable)", digest: BundleDigest.unique)
      .image(for: RuntimeImage.Need(of: bundle, interpreter: interpreter))
  }

  /// The host's launch specification for `bundle` with this profile.
  func specification(_ bundle: InstalledBundle, _ profile: SandboxProfile) -> LaunchSpecification {
    LaunchSpecification(
      profile: profile, bundleDirectory: bundle.directory, executable: bundle.executable,
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 60), identity: identity, installRecord: bundle.record)
  }

  private static func program(_ path: String, below root: String, _ target: String) throws -> String {
    let full = root + "/" + path
    guard FileManager.default.isExecutableFile(atPath: full) else {
      throw BenchmarkError("\(path) is not built; run `make \(target)` in the checkout, then run this program there.")
    }
    return full
  }
}
