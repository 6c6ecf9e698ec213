// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing

/// What every benchmark needs: the built programs, a launcher, and a scratch directory that is gone afterwards.
final class Workbench {
  /// Where `make bench` runs: the checkout.
  let root: String
  /// As the host has it: the next launcher is started ahead.
  let launcher: Launcher
  /// Everything from the decision to launch on.
  let coldLauncher: Launcher
  let scratch: String
  private let store: BundleStore
  private var installed: [String: InstalledBundle] = [:]
  /// A root host gives extensions a uid of their own; any other can't.
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

  /// A copy of a program, installed as the host installs it.
  ///
  /// - Parameter directory: where it was built; `nil`: with the example extensions.
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

  /// The runtime image of an installed program, in a store that is named after it.
  func image(for bundle: InstalledBundle, interpreter: String? = nil) throws -> RuntimeImage {
    try ImageStore(directory: "\(scratch)/images-\(bundle.executable)", digest: BundleDigest.unique)
      .image(for: RuntimeImage.Need(of: bundle, interpreter: interpreter))
  }

  /// How the host would launch `bundle` at a point of that profile.
  func specification(_ bundle: InstalledBundle, _ profile: SandboxProfile) -> LaunchSpecification {
    LaunchSpecification(
      profile: profile, bundleDirectory: bundle.directory, executable: bundle.executable,
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 60), identity: identity, installRecord: bundle.record)
  }

  private static func program(_ path: String, below root: String, _ target: String) throws -> String {
    let full = root + "/" + path
    guard FileManager.default.isExecutableFile(atPath: full) else {
      throw BenchmarkError("\(path) is not built; run `make \(target)` in the checkout, and this from there.")
    }
    return full
  }
}
