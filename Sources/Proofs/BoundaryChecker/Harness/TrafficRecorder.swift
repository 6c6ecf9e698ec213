// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests
internal import HostCore
internal import ProcessSupervision

/// Records every program's lines in a run, and decides which programs are stubs.
final class TrafficRecorder: LaunchInterceptor {
  /// The programs that run themselves; stubs run in place of the others.
  enum RoleAssignment: Sendable {
    /// None: only the host is tested.
    case understudies
    /// The sealed programs.
    case sealed
    /// All programs.
    case all
  }

  private let cast: RoleAssignment
  private let family: String
  private let version: String
  private let world: World
  private let fault: HostFault?
  private let watch: ProgramWatch
  private let midnight: Int64
  /// Changes what the sealed programs are shown, such as a name; used while they are on stage.
  var replace: ((WireValue) -> WireValue)?
  /// Milliseconds of all use so far, for host faults that leak it.
  var useSoFar: () -> Int64 = { 0 }
  private(set) var crossings: [Crossing] = []
  /// Called with each line to a program before it is sent.
  var onRequest: ((Crossing) -> Void)?
  /// Effects that the greedy app commits at its next activation, one commit each.
  var attempts: [WireValue] = []
  /// With the cast `sealed`: whether the real programs now run. Until then stubs run, which cost no process.
  var isOnStage = false

  init(cast: RoleAssignment, family: CheckedFamily, world: World, script: PublicScript) {
    midnight = script.lastMidnight.milliseconds
    self.cast = cast
    self.family = family.name
    version = family.located.manifest.version
    fault = family.hostFault
    watch = family.watch
    self.world = world
  }

  func understudy(for declaration: ExtensionDeclaration, of located: LoadedFamily) -> (any ExtensionLaunching)? {
    let isTested = located.manifest.family == family
    switch cast {
    case .all where isTested: return nil
    case .sealed where isTested && declaration.point.isSealed: return nil
    case .all, .sealed, .understudies:
      return listen(to: understudyLaunching(declaration, located.manifest), of: declaration, isStub: true)
    }
  }

  func watch(_ launching: any ExtensionLaunching, of declaration: ExtensionDeclaration) -> any ExtensionLaunching {
    guard cast == .sealed else { return listen(to: launching, of: declaration) }
    let stand = understudyLaunching(declaration, nil)
    return SwitchedLaunching { [unowned self] in
      isOnStage ? listen(to: launching, of: declaration) : listen(to: stand, of: declaration, isStub: true)
    }
  }

  /// A refused call is an attempt to reach outside, and which calls a sealed program tries may follow what it was shown.
  func countsRefusals(of declaration: ExtensionDeclaration) -> Bool { declaration.point.isSealed }

  private func listen(
    to launching: any ExtensionLaunching, of declaration: ExtensionDeclaration, isStub: Bool = false
  ) -> any ExtensionLaunching {
    WatchedLaunching(
      launching, program: declaration.id, point: declaration.point, watch: isStub ? nil : watch,
      change: { [unowned self] value in
        guard let fault else {
          guard isOnStage, declaration.point.isSealed, let replace else { return value }
          return replace(value)
        }
        return fault.applied(to: value, in: world, sent: crossings.count, use: useSoFar)
      }
    ) { [unowned self] in
      if case .toProgram = $0.event { onRequest?($0) }
      crossings.append($0)
    }
  }

  private func understudyLaunching(
    _ declaration: ExtensionDeclaration, _ manifest: FamilyManifest?
  ) -> any ExtensionLaunching {
    let isTested = manifest.map { $0.family == family } ?? true
    let version = manifest?.version ?? self.version
    return InProcessLaunching(grade: "understudy") { [world, midnight, weak self] in
      GreedyScript(
        id: declaration.id, point: declaration.point, version: version, ambition: isTested ? 0 : world.neighbour,
        failsWhenSealed: world.failsWhenSealed, midnight: midnight, attempts: { isTested ? self?.attempts ?? [] : [] })
    }
  }

  /// Removes all records.
  func clear() { crossings = [] }

  /// The host's reasons for refusing requests of programs.
  private(set) var refusals: [String] = []

  /// Records the host's verdict on a reply, which arrives as an event.
  func judged(_ event: HostEvent) {
    guard event.kind == .callback, let id = event.extension else { return }
    if id.hasPrefix(family + "."), event.detail.hasPrefix("refused") { refusals.append(event.detail) }
    guard let point = crossings.last(where: { $0.program == id })?.point, point.isSealed else { return }
    crossings.append(Crossing(program: id, point: point, event: .judged(event.detail)))
  }
}
