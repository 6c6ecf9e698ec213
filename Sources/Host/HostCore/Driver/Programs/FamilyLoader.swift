// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import Sandboxing
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Turns manifests into families that can be launched.
///
/// A family that can't be loaded is left out with a sentence; the others are loaded.
struct FamilyLoader {
  /// The result: values for the device, lanes for its driver.
  struct Loaded {
    var hosted = HostedFamilies()
    var lanes: [ProgramID: Lane] = [:]
    var builds: [ProgramID: ProgramBuild] = [:]
    /// `nil` if nothing is launched in the sandbox.
    var trial: CanaryTrial?
  }

  private let configuration: HostConfiguration
  private let opened: DeviceOpening
  private let observer: RunObserver
  private let watching: any ProcessObserver
  private let source: any ProgramSource
  /// Sealed programs start beside the others, so that no confined one can learn from its own wait that one starts.
  private let startGate = StartGate()
  private let sealedStartGate = StartGate()

  /// - Parameter watching: the observer that lanes report to.
  init(
    _ configuration: HostConfiguration, _ opened: DeviceOpening, _ observer: RunObserver,
    watching: any ProcessObserver
  ) throws {
    self.configuration = configuration
    self.opened = opened
    self.observer = observer
    self.watching = watching
    source = try configuration.programs ?? Self.installedPrograms(configuration, opened, observer)
  }

  func load() throws -> Loaded {
    eraseRemovedFamilies()
    var loaded = Loaded(trial: (source as? InstalledPrograms)?.trial)
    for located in configuration.families {
      let id = FamilyID(located.manifest.family)
      guard !loaded.hosted.families.contains(where: { $0.id == id }) else { continue }
      do {
        // Load all of a family or none of it.
        var next = loaded
        next.hosted.families.append(try family(located, &next))
        loaded = next
      } catch let error as LaunchError {
        observer.leftOut(id, error.message, error.remedy)
      } catch let error as HostError {
        observer.leftOut(id, error.description, "")
      }
    }
    return loaded
  }

  /// The programs on disk. First ends processes that the previous run of this host left behind, with a warning, since
  /// the sandbox should have ended them.
  private static func installedPrograms(
    _ configuration: HostConfiguration, _ opened: DeviceOpening, _ observer: RunObserver
  ) throws -> InstalledPrograms {
    let roll = try ProcessRegistry(directory: configuration.stateDirectory + "/running")
    for survivor in roll.endSurvivors() {
      observer.tell(
        HostEvent(
          at: opened.memory.state.now, .warning, "process \(survivor.pid) had outlived the host and was ended",
          detail: "the sandbox should have ended it; please report this"))
    }
    return try InstalledPrograms(configuration, store: opened.memory.store, roll: roll)
  }

  /// Finishes erasures that a killed host had begun, before anything of the same name is installed again.
  private func eraseRemovedFamilies() {
    guard source is InstalledPrograms else { return }
    do { try FamilyErasure(configuration, store: opened.memory.store).eraseDue() } catch {
      observer.tell(HostEvent(at: opened.memory.state.now, .warning, "\(error)"))
    }
  }

  private func family(_ located: LoadedFamily, _ loaded: inout Loaded) throws -> HostedFamily {
    let manifest = located.manifest
    var programs: [ExtensionPoint: HostedProgram] = [:]
    var others: [HostedProgram] = []
    for declaration in manifest.programs {
      if programs[declaration.point] == nil {
        programs[declaration.point] = try program(declaration, located, &loaded)
      } else if declaration.point.isRepeatable {
        others.append(try program(declaration, located, &loaded))
      } else {
        continue
      }
      guard let remark = EnforcementTable.remark(on: declaration.point) else { continue }
      observer.tell(
        HostEvent(
          at: opened.memory.state.now, .warning, family: manifest.family, extension: declaration.id, declaration.id,
          detail: remark))
    }
    return HostedFamily(manifest: manifest, programs: programs, others: others, assets: assets(of: located))
  }

  /// The images that a manifest names, read once before any tree or shield arrives (VIEW-15). An image that can't be
  /// used is left out with a warning, and the default is shown instead.
  private func assets(of located: LoadedFamily) -> AssetCatalog {
    var catalog = AssetCatalog()
    for asset in located.manifest.assets {
      let path = "\(located.bundlePath)/\(asset.path)"
      do {
        let file = try RegularFile(path: path, mostBytes: ViewLimits().imageFileBytes)
        try catalog.addImage(file.bytes, named: asset.name)
      } catch {
        observer.tell(
          HostEvent(
            at: opened.memory.state.now, .warning, family: located.manifest.family, "asset left out: \(asset.name)",
            detail: "\(path): \(error)"))
      }
    }
    return catalog
  }

  private func program(
    _ declaration: ExtensionDeclaration, _ located: LoadedFamily, _ loaded: inout Loaded
  ) throws -> HostedProgram {
    let granted = Set(declaration.requests.filter { $0.isOpen(to: declaration.point) })
    let prepared = try prepare(declaration, located, granted)
    let (id, build) = (ProgramID(declaration.id), prepared.build)
    let stored = try opened.memory.store.read {
      try $0.value(RestartMemory.self, RestartMemory.key(declaration.id))
    }
    let known = stored.flatMap { $0.build == build.hash ? $0 : nil }
    let isApproved = declaration.sha256.map { $0 == build.hash } ?? true
    let configuration = self.configuration(declaration, located.manifest, granted)
    _ = try RequestEncoder(policy: opened.policy, point: declaration.point, profile: self.configuration.profile).hello(
      configuration.hello)
    let state = isApproved ? known?.state ?? .cold : .refused
    let supervised = SupervisedExtension(
      configuration: configuration, launcher: prepared.launching,
      bareLauncher: try bare(declaration, located, granted)?.launching,
      lifecycle: ProcessLifecycle(
        state: state, record: known?.record ?? RestartRecord(),
        policy: RestartPolicy(seed: self.configuration.seed)),
      observer: watching, startGate: declaration.point.isSealed ? sealedStartGate : startGate)
    loaded.lanes[id] = Lane(supervised)
    loaded.builds[id] = build
    loaded.hosted.stored[id] = known
    return HostedProgram(
      declaration: declaration, granted: granted, hello: configuration.hello, installation: build.installation,
      beginning: ProgramStatus(
        state: state, record: known?.record ?? RestartRecord(), build: known?.build, felledBy: known?.felledBy))
  }

  /// The program without what outlasts a request: a widget that describes itself sees no container, and a question to a
  /// Focus filter can't write to it. `nil` if the program has no such requests, or nothing to leave out.
  private func bare(
    _ declaration: ExtensionDeclaration, _ located: LoadedFamily, _ granted: Set<Capability>
  ) throws -> PreparedProgram? {
    let less: Set<Capability>
    switch declaration.point {
    case .widget: less = granted.subtracting([.containerRead, .containerWrite])
    case .focusFilter:
      guard granted.contains(.containerWrite) else { return nil }
      less = granted.subtracting([.containerWrite]).union([.containerRead])
    default: return nil
    }
    return less == granted ? nil : try prepare(declaration, located, less)
  }

  /// The time that a warm process may be idle: ten minutes at a sealed point, ten seconds elsewhere, no limit for an
  /// open app.
  private func idleStop(_ point: ExtensionPoint) -> Int64? {
    if point == .app || configuration.keepsIdleProcesses { return nil }
    return point.isSealed ? 600_000 : 10_000
  }

  private func prepare(
    _ declaration: ExtensionDeclaration, _ located: LoadedFamily, _ granted: Set<Capability>
  ) throws -> PreparedProgram {
    guard let witness = configuration.witness else {
      return try standIn(declaration, located) ?? source.program(declaration, of: located, granted: granted)
    }
    if let understudy = witness.understudy(for: declaration, of: located) {
      return PreparedProgram(launching: understudy, build: ProgramBuild(known: "understudy"))
    }
    var prepared = try source.program(declaration, of: located, granted: granted)
    prepared.launching = witness.watch(prepared.launching, of: declaration)
    return prepared
  }

  /// The stand-in for a missing app. Recordings and simulations provide all programs themselves.
  private func standIn(_ declaration: ExtensionDeclaration, _ located: LoadedFamily) -> PreparedProgram? {
    guard located.hasStandIn, declaration.point == .app, source is InstalledPrograms else { return nil }
    return PreparedProgram(
      launching: InProcessLaunching(standInOf: located), build: ProgramBuild(known: LoadedFamily.standInName))
  }

  private var patience: Int64 { self.configuration.clock == .virtual ? Int64(max(1, self.configuration.patience)) : 1 }

  private func configuration(
    _ declaration: ExtensionDeclaration, _ manifest: FamilyManifest, _ granted: Set<Capability>
  ) -> ExtensionConfiguration {
    ExtensionConfiguration(
      id: declaration.id, point: declaration.point, version: manifest.version,
      capabilities: granted.sorted { $0.rawValue.precedesInUTF8($1.rawValue) }, behaviour: manifest.behaviour,
      schemas: declaration.schemas, allowsNoise: declaration.wire == .stdio,
      start: .milliseconds(declaration.limits.startMs * patience),
      deadline: .milliseconds(declaration.limits.deadlineMs * patience),
      liveness: ExtensionConfiguration.standardLiveness * patience,
      // Only on-demand processes are stopped and replaced; an app runs as long as it is open.
      idleStopMs: idleStop(declaration.point),
      callbacksPerProcess: declaration.point == .app ? .max : 256,
      lifetimeMs: declaration.point == .app || self.configuration.keepsIdleProcesses ? .max : 3_600_000,
      launchesPerMinute: launchesPerMinute(declaration.point),
      waitsForDebugger: self.configuration.reproducibleKeys,
      killsSealedAtOnce: self.configuration.clock == .virtual)
  }

  /// A sealed program needs a process for each look, so it has a count of its own. On a virtual clock any number of
  /// looks may fall on one instant.
  private func launchesPerMinute(_ point: ExtensionPoint) -> Int? {
    guard point.isSealed else { return 10 }
    return configuration.clock == .virtual ? nil : 60
  }
}
