// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests
internal import Foundation
internal import HostCore
internal import PrivacyBoundary
internal import ScreenTimeRules

/// The simulated days of one world on the production host, with real encoders, rules and store, and with the real
/// sandbox if the family's own programs run.
final class WorldRun {
  let world: World
  let witness: TrafficRecorder
  private let family: CheckedFamily
  private let cast: TrafficRecorder.RoleAssignment
  private let script: PublicScript
  private let profile: PrivacyProfile
  private let directory: String
  private(set) var host: VirtualDriver?
  /// The family's tokens before each act that changes them.
  private var earlier: [TokenNames.Generation] = []

  /// - Parameter cast: the programs that the family runs itself.
  init(
    _ family: CheckedFamily, cast: TrafficRecorder.RoleAssignment, world: World, script: PublicScript,
    profile: PrivacyProfile
  ) {
    self.family = family
    self.cast = cast
    self.world = world
    self.script = script
    self.profile = profile
    witness = TrafficRecorder(cast: cast, family: family, world: world, script: script)
    directory = Self.scratch + "/sallyport-world-\(UUID().uuidString)"
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Eight times the normal limits, so that a busy machine causes no timeouts; a silent program is still detected.
  private static let patience = 8

  /// A file system in memory if there is one, because states are many and short-lived.
  private static let scratch =
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()

  /// Runs until the evening.
  func live() throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try placeKey()
    if world.historyDays > 0 { try livePast() }
    let families = try families
    try start(families)
    let spans = script.spans(of: world)
    if let event = script.calendar.event {
      let noon = script.noon
      try host?.run(through: spans.prefix(while: { $0.end <= noon }), until: noon)
      try carryOut(event, families)
      try host?.run(through: spans.drop(while: { $0.end <= noon }), until: script.evening)
    } else {
      try host?.run(through: spans, until: script.evening)
    }
    guard let host, cast != .sealed,
      families.contains(where: { $0.manifest.family == family.name && $0.manifest.app != nil })
    else { return }
    // Open the app twice in the evening: its reports show the day, and the second opening shows their effects.
    for _ in 0..<2 { try host.open(FamilyID(family.name)) }
  }

  private func start(_ families: [LoadedFamily], isSecond: Bool = false) throws {
    let host = try open(families: families, from: script.midnight, isSecond: isSecond)
    self.host = host
    witness.useSoFar = { [weak host] in
      guard let host else { return 0 }
      let totals = try? host.facts.totals(from: .distantPast, to: host.facts.state.now)
      return totals?.values.reduce(0, +) ?? 0
    }
  }

  /// The person's act at noon, and what follows from it.
  private func carryOut(_ event: ScriptCalendar.Event, _ families: [LoadedFamily]) throws {
    let id = FamilyID(family.name)
    if event != .secondPick, let host {
      earlier.append(TokenNames.Generation(host: host, family: family.name, world: world))
    }
    switch event {
    case .rotation: try host?.rotateTokens(of: id)
    case .reset: try host?.resetIdentifiers(of: id)
    // A guardian may end an authorization for a child too, which the person may not (A8).
    case .revocation:
      try host?.revoke(id, by: .guardian)
      try openApp(in: families)
    case .secondPick:
      // Another host has the person's new answers.
      try restart(families, isSecond: true)
      try openApp(in: families)
    case .reinstallation:
      try host?.remove(id, by: .guardian)
      // A host finds new families when it starts; the person then opens the app.
      try restart(families, isSecond: false)
    }
  }

  private func openApp(in families: [LoadedFamily]) throws {
    guard families.contains(where: { $0.manifest.family == family.name && $0.manifest.app != nil }) else { return }
    try host?.open(FamilyID(family.name))
  }

  /// Only one host may have the state open, and it keeps it for as long as it lives.
  private func restart(_ families: [LoadedFamily], isSecond: Bool) throws {
    try host?.close()
    host = nil
    try start(families, isSecond: isSecond)
  }

  func close() throws {
    try host?.close()
  }

  /// The recorded day, read before the state is deleted.
  func record() throws -> RunRecord {
    guard let host else { throw HostError(.failed, "The world has not run yet.") }
    let names = TokenNames(
      host: host, family: family.name, others: world.neighbour > 0 ? [CheckedFamily.neighbour] : [], world: world,
      earlier: earlier)
    let container = directory + "/containers/" + family.name
    return RunRecord(
      family: family.name, crossings: witness.crossings, names: names,
      container: ContainerListing.entries(of: container, names: names),
      unorderedContainer: ContainerListing.entries(of: container, names: names, keepsOrder: false),
      refusals: witness.refusals)
  }

  /// Opens the app once more and has it try these effects, each in a separate commit.
  ///
  /// - Returns: the host's answers, in the order of the attempts.
  func answers(to attempts: [WireValue]) throws -> [WireValue] {
    witness.clear()
    witness.attempts = attempts
    defer { witness.attempts = [] }
    try host?.open(FamilyID(family.name))
    var asked: [WireValue] = []
    var answers: [WireValue] = []
    for crossing in witness.crossings where crossing.point == .app && crossing.program.hasPrefix(family.name + ".") {
      switch crossing.event {
      case .fromProgram(.object(let line)):
        if line["method"] == "commit", case .object(let params)? = line["params"],
          case .array(let effects)? = params["effects"],
          let effect = effects.first, attempts.contains(effect), let id = line["id"]
        {
          asked.append(id)
        }
      case .toProgram(.object(let line)):
        if let id = line["id"], line["method"] == nil, asked.contains(id) { answers.append(.object(line)) }
      default: break
      }
    }
    return answers
  }

  /// The host's mistake when it opens this state without its token key, or `nil` if it refuses with the right error and
  /// creates no key.
  func mistakeWithoutKey() throws -> String? {
    // Release the old host first: only one host may have the state open.
    host = nil
    try FileManager.default.removeItem(atPath: directory + "/keys")
    do {
      try open(families: try families, from: script.midnight).close()
      return "the host started"
    } catch let error as TokenKeyError {
      if FileManager.default.fileExists(atPath: directory + "/keys/root.key") { return "another key was made" }
      return error.code == .tokenKeyMissing ? nil : "the error is “\(error.code.rawValue)”"
    }
  }

  /// `other` with identities changed where needed, so that its tokens sort like this world's. A family may see the
  /// order of its tokens (PRIV-TK3), so what it does with the order is not a leak.
  func sortingAlike(_ other: World) -> World {
    guard let host, other.identities != world.identities, other.keys == world.keys else { return other }
    var settled = Role.allCases.filter { other.identities[$0] == world.identities[$0] }
    func ranks(_ world: World) -> [Role] {
      let tokens = Dictionary(
        uniqueKeysWithValues: settled.map { role in
          (role, host.facts.token(for: world.item(role), of: FamilyID(family.name))?.text ?? "")
        })
      return settled.sorted { (tokens[$0] ?? "").utf8.lexicographicallyPrecedes((tokens[$1] ?? "").utf8) }
    }
    var candidate = other
    // One role after another: finding the place of all at once would take as many trials as there are orders.
    for role in Role.allCases where other.identities[role] != world.identities[role] {
      settled.append(role)
      let (wanted, id) = (ranks(world), other.identities[role] ?? "")
      for attempt in 0..<400 where ranks(candidate) != wanted {
        candidate.identities[role] = role.kind == .webDomain ? "n\(attempt).\(id)" : "\(id).n\(attempt)"
      }
    }
    return candidate
  }

  // MARK: -

  private var families: [LoadedFamily] {
    get throws {
      var families: [LoadedFamily]
      switch cast {
      case .all: families = [family.located]
      case .sealed: families = [try family.withUnderstudies { $0.isSealed }]
      case .understudies: families = [try family.withUnderstudies { _ in false }]
      }
      if world.neighbour > 0 { families.append(try CheckedFamily.understudies(named: CheckedFamily.neighbour)) }
      return families
    }
  }

  /// Creates the root key from the world's secret; the host has no other randomness.
  private func placeKey() throws {
    var random = CheckRandom(seed: world.keys, "root key")
    let bytes = (0..<RootKey.byteCount).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
    _ = try TokenKeyFile(stateDirectory: directory).open(tokensExist: false, random: { bytes })
  }

  /// Records use from before the family was installed.
  private func livePast() throws {
    let host = try open(families: [], from: script.midnight.advanced(by: -world.historyDays * PublicScript.dayLength))
    var spans: [UseSpan] = []
    for day in 0..<world.historyDays {
      let start = script.midnight.advanced(
        by: (day - world.historyDays) * PublicScript.dayLength + 36_000_000)
      for (index, role) in [Role.private0, .picked2, .private1].enumerated() {
        let begin = start.advanced(by: Int64(index) * 1_800_000)
        spans.append(
          UseSpan(start: begin, end: begin.advanced(by: 1_500_000), app: world.item(role), isPresent: true))
      }
    }
    try host.run(through: spans, until: script.midnight)
    try host.close()
  }

  private func open(
    families: [LoadedFamily], from start: Timestamp, isSecond: Bool = false
  ) throws -> VirtualDriver {
    var configuration = HostConfiguration(
      stateDirectory: directory, programsDirectory: family.programs, outputDirectory: nil, recordingPath: nil,
      families: families, launcherPath: family.launcher, clock: .virtual, mode: .faithful, start: start,
      environment: PublicScript.environment, profile: profile, registry: script.registry(of: world),
      names: Dictionary(
        uniqueKeysWithValues: world.installed.map { (world.item($0), world.names[$0] ?? "") }
          + world.extraItems.enumerated().map { ($1, "Further item \($0)") }),
      answers: script.answers(of: families.map(\.manifest.family), in: world, isSecond: isSecond),
      presses: PressScript(
        buttons: script.presses ? [.primaryButtonPressed, .secondaryButtonPressed, .primaryButtonPressed] : [],
        byLabel: script.presses ? 3 : 0, hesitation: DeclaredOutputs.hesitation),
      seed: 1, reproducibleKeys: true)
    configuration.deviceModel = world.deviceModel
    configuration.patience = Self.patience
    configuration.witness = witness
    // With stubs only, no program is needed, so the disk is not touched.
    if cast == .understudies { configuration.programs = NoPrograms() }
    return try VirtualDriver(configuration, onEvent: { [witness] in witness.judged($0) })
  }
}

/// For a device that runs stubs only.
private struct NoPrograms: ProgramSource {
  func program(
    _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
  ) throws -> PreparedProgram {
    throw HostError(.failed, "\(declaration.id) has no stub.")
  }
}
