// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests
internal import Foundation
package import Sandboxing

/// A place to run one subject behind the wall: its own copy of the bundle, an empty container, a uid nobody else has.
///
/// Everything is gone with the stage. What runs here gets what a real run gives it: an extension that could tell a trial
/// from a real run could behave for it.
package final class TrialStage {
  package let subject: TrialSubject
  private let launcher: Launcher
  private let root: String
  private let bundle: InstalledBundle
  private let image: RuntimeImage?
  private let identity: LaunchSpecification.Identity?
  private let acceptedMissing: Set<Protection>
  private var containers = 0

  /// - Parameters:
  ///   - acceptedMissing: protections that this machine lacks and the person accepts.
  ///   - runtimeLibraries: directories of libraries besides the system's, which the operator named.
  /// - Throws: `ExtensionTrialError` or `LaunchError`, which name what is missing.
  package init(
    _ subject: TrialSubject, launcherPath: String, acceptedMissing: Set<Protection> = [],
    runtimeLibraries: [String] = []
  ) throws {
    // A peer that leaves must not take this process with it.
    ignoreBrokenPipeSignals()
    self.subject = subject
    self.acceptedMissing = acceptedMissing
    launcher = try Launcher(launcherPath: launcherPath)
    // Two for each process, as a family has two: the sealed points' is their own.
    let number = 300_000 + 2 * (UInt32(getpid()) % 100_000) + (subject.point.isSealed ? 1 : 0)
    identity = geteuid() == 0 ? .init(uid: number, gid: number) : nil
    root = NSTemporaryDirectory().trimmingSuffix("/") + "/sallyport-trial-\(getpid())-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: root + "/bundles", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    do {
      bundle = try BundleStore(directory: root + "/bundles").install(
        source: subject.bundle, executable: subject.executable, assets: subject.assets.map(\.path), as: "subject")
      let opensFiles = !subject.point.isSealed || subject.fitting == .files
      image =
        try opensFiles
        ? ImageStore(
          directory: root + "/images", runtimeLibraries: runtimeLibraries, digest: BundleDigest.unique
        ).image(
          for: RuntimeImage.Need(
            of: bundle, files: subject.assets.map(\.path), interpreter: subject.interpreter))
        : nil
    } catch {
      ContainerRemoval.remove(root)
      throw error
    }
  }

  deinit { ContainerRemoval.remove(root) }

  /// Changes to what a launch gives, for the trials that need one.
  package struct Change: Sendable {
    /// Memory and processor time are halved.
    package var isHalved = false
    /// The process is not told its wire.
    package var hidesWire = false
    package var timeZone = "Europe/Berlin"
    /// The container of this name is kept from one launch to the next; without a name it is new.
    package var container: String?

    package init(
      isHalved: Bool = false, hidesWire: Bool = false, timeZone: String = "Europe/Berlin", container: String? = nil
    ) {
      self.isHalved = isHalved
      self.hidesWire = hidesWire
      self.timeZone = timeZone
      self.container = container
    }
  }

  /// Starts a fresh process with a fresh container.
  ///
  /// - Throws: `LaunchError`.
  package func launch(_ change: Change = Change()) throws -> TrialProcess {
    var specification = try specification(timeZone: change.timeZone, container: change.container)
    if change.isHalved {
      specification.limits.memoryMiB = max(1, specification.limits.memoryMiB / 2)
      specification.limits.cpuSeconds = max(1, specification.limits.cpuSeconds / 2)
    }
    specification.namesWire = !change.hidesWire
    let before = MonotonicTime.now
    let process = try launcher.launch(specification)
    return TrialProcess(process, launchedAt: before)
  }

  /// What the next launch is asked for; nothing of it runs.
  ///
  /// - Parameters:
  ///   - container: the name of a container that is kept; a new one without a name.
  ///   - existing: a container that a host has, with the identity it belongs to, in the place of the trial's own.
  package func specification(
    timeZone: String = Change().timeZone, container: String? = nil, existing: ExistingContainer? = nil
  ) throws -> LaunchSpecification {
    let own = existing == nil && declared.hasContainer ? try makeContainer(container) : nil
    return declared.specification(
      of: bundle, runtimeImage: image?.directory, container: existing?.directory ?? own,
      identity: (declared.hasContainer ? existing?.identity : nil) ?? identity, timeZone: timeZone,
      acceptedMissing: acceptedMissing)
  }

  package struct ExistingContainer: Sendable {
    package var directory: String
    package var identity: LaunchSpecification.Identity?

    package init(directory: String, identity: LaunchSpecification.Identity?) {
      self.directory = directory
      self.identity = identity
    }
  }

  /// What `digest` makes of the copied executable, to compare with the manifest's.
  package func hash(by digest: BundleDigest) throws -> String { try bundle.hash(by: digest) }

  private var declared: DeclaredLaunch {
    DeclaredLaunch(
      point: subject.point, granted: Set(subject.capabilities), fitting: subject.fitting, limits: subject.limits,
      interpreter: subject.interpreter, wire: subject.wire, locks: subject.locks)
  }

  private func makeContainer(_ name: String?) throws -> String {
    containers += 1
    let path = "\(root)/container-\(name ?? String(containers))"
    try ContainerDirectory.prepare(path, groups: Array(subject.groups.dropFirst()), identity: identity)
    return path
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
