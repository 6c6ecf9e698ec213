// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import Sandboxing
import ScreenTimeStore

/// The programs of a real host: copied into its own store, with an identity, a container and a sandbox.
struct InstalledPrograms: ProgramSource {
  private let configuration: HostConfiguration
  private let installer: ProgramInstaller
  private let launcher: Launcher
  /// `nil` for a check: it opens a host for each of its worlds, and the sandbox is the same for all.
  let trial: CanaryTrial?

  init(_ configuration: HostConfiguration, store: DeviceStore, roll: ProcessRegistry) throws {
    self.configuration = configuration
    installer = try ProgramInstaller(
      programs: configuration.programsDirectory, stateDirectory: configuration.stateDirectory, store: store,
      runtimeLibraries: configuration.runtimeLibraries)
    launcher = try Launcher(
      launcherPath: configuration.launcherPath,
      controlGroup: try configuration.controlGroup.map(ControlGroup.init(delegated:)), roll: roll, keepsWarm: true)
    guard configuration.witness == nil else {
      trial = nil
      return
    }
    let folder = configuration.launcherPath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    trial = CanaryTrial(
      IsolationProbe(
        launcher: launcher, canary: folder.joined(separator: "/"), scratch: configuration.programsDirectory,
        identity: installer.canaryIdentity),
      accepting: try Self.accepted(configuration))
  }

  func program(
    _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
  ) throws -> PreparedProgram {
    let manifest = family.manifest
    let installed = try installer.install(
      declaration, of: manifest.family, from: family.bundlePath, assets: manifest.assets.map(\.path))
    let identity = try installer.identity(of: manifest.family, isSealed: declaration.point.isSealed)
    let launching: any ExtensionLaunching =
      if let refusal = installed.refusal {
        RefusedLaunching(refusal)
      } else {
        tried(try specification(declaration, manifest, installed, identity, granted))
      }
    let copy = String(installed.bundle.directory.split(separator: "/").last ?? "")
    let build = ProgramBuild(installation: copy) { [installer] in
      try? installer.hash(of: installed, declaration, of: manifest.family)
    }
    return PreparedProgram(launching: launching, build: build)
  }

  private func tried(_ specification: LaunchSpecification) -> any ExtensionLaunching {
    let confined = ConfinedLaunching(launcher: launcher, specification: specification)
    return trial.map { TriedLaunching(confined, in: specification.profile, after: $0) } ?? confined
  }

  private func specification(
    _ declaration: ExtensionDeclaration, _ manifest: FamilyManifest, _ installed: InstalledProgram,
    _ identity: LaunchSpecification.Identity?, _ granted: Set<Capability>
  ) throws -> LaunchSpecification {
    let launch = DeclaredLaunch(declaration, granted: granted)
    var specification = launch.specification(
      of: installed.bundle, runtimeImage: installed.runtimeImage?.directory,
      container: launch.hasContainer ? try installer.container(of: manifest, identity: identity) : nil,
      identity: identity, timeZone: configuration.environment.timeZone,
      acceptedMissing: try Self.accepted(configuration))
    specification.containerBudget.bytes = manifest.containerMiB << 20
    specification.countsRefusals = configuration.witness?.countsRefusals(of: declaration) ?? false
    return specification
  }

  private static func accepted(_ configuration: HostConfiguration) throws -> Set<Protection> {
    let names = configuration.acceptedMissing
    guard let accepted = Protection.accepted(names) else {
      throw HostError(
        .invalidInput, "One of \(names.joined(separator: ", ")) is not a protection; `sallyport doctor` names them.")
    }
    return accepted
  }
}
