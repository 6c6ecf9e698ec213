// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import Sandboxing
import ScreenTimeRules
import ScreenTimeStore

/// Turns manifests into families that can be launched: installs each program in the host's own store, gives it an
/// identity, a container and a place behind the wall.
///
/// A family that can't be had is left out with a sentence; the others go on.
struct FamilyLoader {
  private let host: ScreenTimeHost
  private let installer: ProgramInstaller
  private let launcher: Launcher

  init(host: ScreenTimeHost) throws {
    self.host = host
    installer = try ProgramInstaller(
      programs: host.configuration.programsDirectory, stateDirectory: host.configuration.stateDirectory,
      store: host.store)
    launcher = try Launcher(launcherPath: host.configuration.launcherPath)
  }

  func load() throws -> [FamilyID: HostedFamily] {
    var families: [FamilyID: HostedFamily] = [:]
    for located in host.configuration.families {
      let id = FamilyID(located.manifest.family)
      guard families[id] == nil else { continue }
      do {
        families[id] = try family(located)
      } catch let error as LaunchError {
        warn(id, error.message, error.remedy)
      } catch let error as HostError {
        warn(id, error.description, "")
      }
    }
    return families
  }

  private func warn(_ family: FamilyID, _ what: String, _ detail: String) {
    host.observer.tell(
      host.state.now,
      HostEvent(at: host.state.now, .warning, family: family.rawValue, "left out: \(what)", detail: detail))
  }

  private func family(_ located: LoadedFamily) throws -> HostedFamily {
    let manifest = located.manifest
    var programs: [ExtensionPoint: HostedProgram] = [:]
    for declaration in manifest.programs where programs[declaration.point] == nil {
      let installed = try installer.install(
        declaration, of: manifest.family, from: located.bundlePath,
        assets: manifest.assets.map(\.path))
      programs[declaration.point] = try program(declaration, manifest, installed)
    }
    return HostedFamily(manifest: manifest, programs: programs)
  }

  private func program(
    _ declaration: ExtensionDeclaration, _ manifest: FamilyManifest, _ installed: InstalledBundle
  ) throws -> HostedProgram {
    let hash = installed.hashes[installed.executable] ?? ""
    let granted = Set(declaration.requests.filter { $0.isOpen(to: declaration.point) })
    let identity = try installer.identity(of: manifest.family, isSealed: declaration.point.isSealed)
    let key = RestartMemory.key(declaration.id)
    let known = try host.store.read { try $0.value(RestartMemory.self, key) }.flatMap { $0.build == hash ? $0 : nil }
    host.restarts[declaration.id] = known
    let isApproved = declaration.sha256.map { $0 == hash } ?? true
    let launching = ConfinedLaunching(
      launcher: launcher,
      specification: try specification(declaration, manifest, installed, identity, granted),
      grade: declaration.point.isSealed ? "sealed" : "confined")
    let configuration = self.configuration(declaration, manifest, granted)
    _ = try host.encoder(for: declaration.point).hello(configuration.hello)
    let supervised = SupervisedExtension(
      configuration: configuration, launcher: launching,
      lifecycle: ProcessLifecycle(
        state: isApproved ? known?.state ?? .cold : .refused, record: known?.record ?? RestartRecord(),
        policy: RestartPolicy(seed: host.configuration.seed)),
      observer: host.observer)
    return HostedProgram(declaration: declaration, granted: granted, supervised: supervised, buildHash: hash)
  }

  private func specification(
    _ declaration: ExtensionDeclaration, _ manifest: FamilyManifest, _ installed: InstalledBundle,
    _ identity: LaunchSpecification.Identity?, _ granted: Set<Capability>
  ) throws -> LaunchSpecification {
    let hasContainer =
      !declaration.point.isSealed && (granted.contains(.containerWrite) || granted.contains(.containerRead))
    let limits = declaration.limits
    let isApp = declaration.point == .app
    return LaunchSpecification(
      profile: declaration.point.isSealed ? .sealed(declaration.fitting == .files ? .files : .compute) : .confined,
      bundleDirectory: installed.directory, executable: installed.executable,
      limits: LaunchLimits(
        memoryMiB: UInt64(limits.memoryMiB), cpuSeconds: UInt64(limits.cpuS ?? 3_600), isApp: isApp),
      containerDirectory: hasContainer ? try installer.container(of: manifest, identity: identity) : nil,
      containerIsWritable: granted.contains(.containerWrite) && declaration.point != .widget,
      interpreter: declaration.interpreter,
      wire: declaration.wire == .stdio ? .standardStreams : .fileDescriptors,
      timeZone: host.configuration.environment.timeZone, identity: identity, grantsLocks: declaration.locks,
      acceptedMissing: try acceptedMissing(),
      installRecord: installed.record)
  }

  private func acceptedMissing() throws -> Set<Protection> {
    let names = host.configuration.acceptedMissing
    guard let accepted = Protection.accepted(names) else {
      throw HostError(
        .invalidInput, "One of \(names.joined(separator: ", ")) is no protection; `sallyport doctor` names them.")
    }
    return accepted
  }

  private func configuration(
    _ declaration: ExtensionDeclaration, _ manifest: FamilyManifest, _ granted: Set<Capability>
  ) -> ExtensionConfiguration {
    ExtensionConfiguration(
      id: declaration.id, point: declaration.point, version: manifest.version,
      capabilities: granted.sorted { $0.rawValue.precedesInUTF8($1.rawValue) }, behaviour: manifest.behaviour,
      schemas: declaration.schemas, allowsNoise: declaration.wire == .stdio,
      start: .milliseconds(declaration.limits.startMs), deadline: .milliseconds(declaration.limits.deadlineMs),
      idleStopMs: declaration.point == .app ? nil : 10_000,
      killsSealedAtOnce: host.configuration.clock == .virtual)
  }
}
