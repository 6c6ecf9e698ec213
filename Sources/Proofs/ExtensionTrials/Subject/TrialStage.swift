// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests
internal import Foundation
package import Sandboxing

/// A sandbox for one subject, with its own copy of the bundle, empty containers, and a dedicated uid.
///
/// All of it is deleted with the stage. A trial gives an extension the same environment as a real run, so that it can't
/// detect a trial and behave differently.
package final class TrialStage {
  package let subject: TrialSubject
  private let launcher: Launcher
  private let root: String
  private let bundle: InstalledBundle
  private let declared: DeclaredLaunch
  private let image: RuntimeImage?
  private let identity: LaunchSpecification.Identity?
  private let acceptedMissing: Set<Protection>
  private var containers = 0

  /// - Parameters:
  ///   - acceptedMissing: protections that this machine lacks and that the person accepts.
  ///   - runtimeLibraries: further library directories, named by the operator.
  /// - Throws: `ExtensionTrialError` or `LaunchError` with the missing part.
  package init(
    _ subject: TrialSubject, launcherPath: String, acceptedMissing: Set<Protection> = [],
    runtimeLibraries: [String] = []
  ) throws {
    // A write to an extension that has exited must not kill this process.
    ignoreBrokenPipeSignals()
    self.subject = subject
    self.acceptedMissing = acceptedMissing
    launcher = try Launcher(launcherPath: launcherPath)
    declared = DeclaredLaunch(
      point: subject.point, granted: Set(subject.capabilities), fitting: subject.fitting, limits: subject.limits,
      interpreter: subject.interpreter, interpreterArguments: subject.interpreterArguments, wire: subject.wire,
      locks: subject.locks)
    // Two uids per process, as for a family: sealed points have their own.
    let number = 300_000 + 2 * (UInt32(getpid()) % 100_000) + (subject.point.isSealed ? 1 : 0)
    identity = geteuid() == 0 ? .init(uid: number, gid: number) : nil
    root = NSTemporaryDirectory().trimmingSuffix("/") + "/sallyport-trial-\(getpid())-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: root + "/bundles", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    do {
      bundle = try BundleStore(directory: root + "/bundles").install(
        source: subject.bundle, executable: subject.executable, assets: subject.assets.map(\.path), as: "subject")
      image =
        try declared.opensFiles(bundle)
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

  /// Changes to a launch, for checks that need them.
  package struct Change: Sendable {
    /// Memory, processor time and the limits of files are halved.
    package var isHalved = false
    /// Hides the wire's descriptors from the process's environment.
    package var hidesWire = false
    package var timeZone = "Europe/Berlin"
    /// The name of a container to keep between launches; `nil` for a new container.
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
    specification.limits.isHalved = change.isHalved
    specification.namesWire = !change.hidesWire
    let before = MonotonicTime.now
    let process = try launcher.launch(specification)
    return TrialProcess(process, launchedAt: before)
  }

  /// The specification of the next launch; starts nothing.
  ///
  /// - Parameters:
  ///   - container: the name of a container to keep; `nil` for a new one.
  ///   - existing: a host's container and its identity, to use in place of the trial's own.
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

  /// The digest of the copied executable, to compare with the manifest's.
  package func hash(by digest: BundleDigest) throws -> String { try bundle.hash(by: digest) }

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
