// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import Sandboxing
import ScreenTimeRules
import ScreenTimeStore

/// Turns manifests into families that can be launched.
///
/// A family that can't be had is left out with a sentence; the others go on.
struct FamilyLoader {
  private let host: ScreenTimeHost
  private let source: any ProgramSource

  init(host: ScreenTimeHost) throws {
    self.host = host
    source = try host.configuration.programs ?? Self.installedPrograms(host)
  }

  func load() throws -> [FamilyID: HostedFamily] {
    eraseRemovedFamilies()
    var families: [FamilyID: HostedFamily] = [:]
    for located in host.configuration.families {
      let id = FamilyID(located.manifest.family)
      guard families[id] == nil else { continue }
      do {
        families[id] = try family(located)
      } catch let error as LaunchError {
        host.observer.leftOut(id, error.message, error.remedy)
      } catch let error as HostError {
        host.observer.leftOut(id, error.description, "")
      }
    }
    return families
  }

  /// Programs on the disk. What the last life of this host left running is ended first, and told: the wall should have
  /// left nothing.
  private static func installedPrograms(_ host: ScreenTimeHost) throws -> InstalledPrograms {
    let roll = try ProcessRoll(directory: host.configuration.stateDirectory + "/running")
    let now = host.state.now
    for survivor in roll.endSurvivors() {
      host.observer.tell(
        now,
        HostEvent(
          at: now, .warning, "process \(survivor.pid) had outlived the host and was ended",
          detail: "the wall should have ended it; please report this"))
    }
    return try InstalledPrograms(host.configuration, store: host.store, roll: roll)
  }

  /// Finishes what a killed host had begun, before anything of the same name is installed again.
  private func eraseRemovedFamilies() {
    guard source is InstalledPrograms else { return }
    do { try host.eraseRemovedFamilies() } catch {
      host.observer.tell(host.state.now, HostEvent(at: host.state.now, .warning, "\(error)"))
    }
  }

  private func family(_ located: LoadedFamily) throws -> HostedFamily {
    let manifest = located.manifest
    var programs: [ExtensionPoint: HostedProgram] = [:]
    for declaration in manifest.programs where programs[declaration.point] == nil {
      programs[declaration.point] = try program(declaration, located)
    }
    return HostedFamily(manifest: manifest, programs: programs)
  }

  private func program(_ declaration: ExtensionDeclaration, _ located: LoadedFamily) throws -> HostedProgram {
    let granted = Set(declaration.requests.filter { $0.isOpen(to: declaration.point) })
    let prepared = try prepare(declaration, located, granted)
    let build = prepared.build
    let key = RestartMemory.key(declaration.id)
    let stored = try host.store.read { try $0.value(RestartMemory.self, key) }
    let known = stored.flatMap { $0.build == build.hash ? $0 : nil }
    host.restarts[declaration.id] = known
    let isApproved = declaration.sha256.map { $0 == build.hash } ?? true
    let configuration = self.configuration(declaration, located.manifest, granted)
    _ = try RequestEncoder(policy: host.policy, point: declaration.point, profile: host.profile).hello(
      configuration.hello)
    let supervised = SupervisedExtension(
      configuration: configuration, launcher: prepared.launching,
      lifecycle: ProcessLifecycle(
        state: isApproved ? known?.state ?? .cold : .refused, record: known?.record ?? RestartRecord(),
        policy: RestartPolicy(seed: host.configuration.seed)),
      observer: host.observer)
    return HostedProgram(
      declaration: declaration, granted: granted, supervised: supervised, build: build, felledBy: known?.felledBy)
  }

  /// A warm process of a sealed point waits ten minutes, any other ten seconds, an app as long as it is open (§10).
  private func idleStop(_ point: ExtensionPoint) -> Int64? {
    if point == .app { return nil }
    return point.isSealed ? 600_000 : 10_000
  }

  private func prepare(
    _ declaration: ExtensionDeclaration, _ located: LoadedFamily, _ granted: Set<Capability>
  ) throws -> PreparedProgram {
    guard let witness = host.configuration.witness else {
      return try source.program(declaration, of: located, granted: granted)
    }
    if let understudy = witness.understudy(for: declaration, of: located) {
      return PreparedProgram(launching: understudy, build: ProgramBuild(known: "understudy"))
    }
    var prepared = try source.program(declaration, of: located, granted: granted)
    prepared.launching = witness.watch(prepared.launching, of: declaration)
    return prepared
  }

  private var patience: Int64 { host.configuration.clock == .virtual ? Int64(max(1, host.configuration.patience)) : 1 }

  private func configuration(
    _ declaration: ExtensionDeclaration, _ manifest: FamilyManifest, _ granted: Set<Capability>
  ) -> ExtensionConfiguration {
    ExtensionConfiguration(
      id: declaration.id, point: declaration.point, version: manifest.version,
      capabilities: granted.sorted { $0.rawValue.precedesInUTF8($1.rawValue) }, behaviour: manifest.behaviour,
      schemas: declaration.schemas, allowsNoise: declaration.wire == .stdio,
      start: .milliseconds(declaration.limits.startMs * patience),
      deadline: .milliseconds(declaration.limits.deadlineMs * patience),
      // Only processes on demand are stopped and replaced; an app lives while it is open (§10).
      idleStopMs: idleStop(declaration.point),
      callbacksPerProcess: declaration.point == .app ? .max : 256,
      lifetimeMs: declaration.point == .app ? .max : 3_600_000,
      killsSealedAtOnce: host.configuration.clock == .virtual)
  }
}
