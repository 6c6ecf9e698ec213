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

  init(_ configuration: HostConfiguration, store: DeviceStore, roll: ProcessRegistry) throws {
    self.configuration = configuration
    installer = try ProgramInstaller(
      programs: configuration.programsDirectory, stateDirectory: configuration.stateDirectory, store: store,
      runtimeLibraries: configuration.runtimeLibraries)
    launcher = try Launcher(
      launcherPath: configuration.launcherPath,
      controlGroup: try configuration.controlGroup.map(ControlGroup.init(delegated:)), roll: roll, keepsWarm: true)
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
        ConfinedLaunching(
          launcher: launcher,
          specification: try specification(declaration, manifest, installed, identity, granted))
      }
    let build = ProgramBuild { [installer] in
      try? installer.hash(of: installed, declaration, of: manifest.family)
    }
    return PreparedProgram(launching: launching, build: build)
  }

  private func specification(
    _ declaration: ExtensionDeclaration, _ manifest: FamilyManifest, _ installed: InstalledProgram,
    _ identity: LaunchSpecification.Identity?, _ granted: Set<Capability>
  ) throws -> LaunchSpecification {
    let launch = DeclaredLaunch(declaration, granted: granted)
    return launch.specification(
      of: installed.bundle, runtimeImage: installed.runtimeImage?.directory,
      container: launch.hasContainer ? try installer.container(of: manifest, identity: identity) : nil,
      identity: identity, timeZone: configuration.environment.timeZone, acceptedMissing: try acceptedMissing())
  }

  private func acceptedMissing() throws -> Set<Protection> {
    let names = configuration.acceptedMissing
    guard let accepted = Protection.accepted(names) else {
      throw HostError(
        .invalidInput, "One of \(names.joined(separator: ", ")) is not a protection; `sallyport doctor` names them.")
    }
    return accepted
  }
}
