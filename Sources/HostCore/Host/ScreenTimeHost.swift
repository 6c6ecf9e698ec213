// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
package import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
package import ScreenTimeStore
import Surfaces

/// The running host: state in memory, its durable twin in the store, and the families' processes.
///
/// One thread does everything, in the order of the device's clock: that order is the contract (C6, C7), and it makes
/// a week the same bytes every time. State changes in memory become real only with `persist`, in one transaction with
/// what they owe.
package final class ScreenTimeHost {
  package let configuration: HostConfiguration
  package let store: DeviceStore
  let policy: FlowPolicy
  let tokens: TokenRegistry
  let ledger: PrivacyLedger
  var rules: DeviceRules
  /// How finely families may know: the configured profile, or what was agreed to where that is narrower (CS2).
  package internal(set) var profile: PrivacyProfile
  /// The policy that each family's person last agreed to (FP6).
  var agreedPolicies: [FamilyID: Int] = [:]
  let calendar: HostCalendar
  let observer: HostObserver
  let random: HostRandom
  private(set) var families: [FamilyID: HostedFamily] = [:]
  /// Of all families, in the one order that everything about them is done in.
  private(set) var programs: [HostedProgram] = []

  package internal(set) var state: DeviceState
  /// What the store holds; `nil` in a new store, which must then be given all of it.
  var saved: DeviceState?
  /// The end of the newest sample, which reports tell as the time of their last update (R10).
  var newestSample: Timestamp
  /// A write failed: memory is not to be trusted until it was read again.
  var isAheadOfStore = false
  /// Use that was counted and is not stored yet.
  var unsavedUse: [UseSpan] = []
  /// What is owed, oldest first: the outbox's owed rows.
  var owed: [OwedDelivery] = []
  /// Until when an extension must be left alone, by its id.
  var blockedUntil: [String: Timestamp] = [:]
  /// What is stored about programs that failed, by extension.
  var restarts: [String: RestartMemory] = [:]
  var pendingPress: PendingPress?
  var shieldCount: DailyCount
  /// The pictures that a family's manifest names.
  var assets: [FamilyID: AssetCatalog] = [:]
  /// What the shield on screen shows; `nil` when nobody has answered yet, or not in time.
  var shownShield: ShownShield?
  /// The first instant of the last day whose daily job is done.
  var maintainedDay: Int64
  /// Reports in the windows of open apps.
  var reportSurfaces: ReportSurfaces
  var picksMade: [FamilyID: Int] = [:]
  /// What an open app's window shows.
  var windows: [FamilyID: AppWindow] = [:]
  var pages: PageWriter?

  /// Opens the state directory and takes up what it says is owed; launches nothing yet.
  ///
  /// - Throws: `HostError`, `StoreError`, `TokenKeyError`: one sentence each.
  package init(_ configuration: HostConfiguration, onEvent: @escaping (HostEvent) -> Void = { _ in }) throws {
    self.configuration = configuration
    random = configuration.reproducibleKeys ? HostRandom(seed: configuration.seed) : HostRandom()
    store = try DeviceStore(
      directory: configuration.stateDirectory, durability: configuration.clock == .real ? .full : .simulated)
    policy = try configuration.policy ?? FlowPolicy.builtIn()
    let displayNames = Dictionary(
      configuration.families.map { ($0.manifest.family, $0.manifest.displayName) }
    ) { first, _ in first }
    ledger = PrivacyLedger(
      policy: policy, random: random.stream("ledger").bytes, familyName: { displayNames[$0] ?? $0 },
      onFirstKey: { key in
        // A reproducible key is no secret: whoever knows the seed knows it.
        guard !configuration.reproducibleKeys else { return }
        onEvent(HostEvent(at: configuration.start, .ledgerKey, "\(key)"))
      })
    profile = configuration.profile
    rules = DeviceRules(
      mode: configuration.mode, limits: configuration.limits, registry: configuration.registry,
      authorization: configuration.authorization)
    calendar = try HostCalendar(timeZone: configuration.environment.timeZone)
    let opened = try Self.openState(configuration, store, random)
    tokens = opened.tokens
    let memory = opened.memory
    state = memory.state
    saved = memory.isNew ? nil : memory.state
    owed = memory.owed
    pendingPress = memory.pendingPress
    shieldCount = memory.shieldCount
    reportSurfaces = ReportSurfaces(counts: memory.reportCounts)
    newestSample = memory.newestSample
    maintainedDay = memory.maintainedDay
    observer = try HostObserver(configuration, policy: policy, now: memory.state.now, onEvent: onEvent)
    pages = configuration.outputDirectory.map {
      PageWriter(directory: $0, isDeferred: configuration.clock == .virtual)
    }
    families = try FamilyLoader(host: self).load()
    programs = families.values.sorted { $0.id < $1.id }.flatMap { family in
      family.programs.values.sorted { $0.declaration.id.precedesInUTF8($1.declaration.id) }
    }
    loadAssets()
    try refillHistory()
    try admitFamilies()
    try enterHostEvents(opened.keyEvent)
    try settleConsent()
    applyProfile()
  }

  /// Makes the rules follow the profile in force.
  private func applyProfile() {
    rules.limits.thresholdStepMilliseconds = Int64(profile.stepMinutes) * 60_000
    rules.tellsOfOtherFamilies = profile == .open
    // DC2: nothing in `tight`, where intervals begin and end by the clock alone.
    if profile == .tight { rules.mode = .exact }
    updateGrids()
  }

  /// Stops every process and closes the recording. The state stays as it is.
  package func close() throws {
    for program in programs { program.supervised.stop(.hostStopping, now: state.now.milliseconds) }
    try pages?.flush()
    try observer.finish(at: state.now)
  }

  func program(_ family: FamilyID, _ point: ExtensionPoint) -> HostedProgram? { families[family]?.programs[point] }

  /// How the launches since the start went.
  package var launches: LaunchTally { observer.launches }

  /// What a person reads for an item: its name, else its id.
  package func name(of item: Item) -> String { configuration.names[item] ?? item.id }
}

// MARK: - Opening

extension ScreenTimeHost {
  private struct Opened {
    var tokens: TokenRegistry
    var memory: HostMemory
    var keyEvent: TokenKeyFile.Opened.Event?
  }

  private static func openState(
    _ configuration: HostConfiguration, _ store: DeviceStore, _ random: HostRandom
  ) throws -> Opened {
    let hasTokens = try store.read { try $0.hasIssuedTokens() }
    let file = TokenKeyFile(stateDirectory: configuration.stateDirectory)
    // Owed before the files change. What an earlier host owed and could not tell is what truly happened.
    var keyEvent = try store.read { try $0.value(TokenKeyFile.Opened.Event.self, HostMeta.owedKeyEvent) }
    if keyEvent == nil, let due = try file.due(tokensExist: hasTokens) {
      try store.transaction { try $0.setValue(due, HostMeta.owedKeyEvent) }
      keyEvent = due
    }
    let key = try file.open(
      tokensExist: hasTokens, random: { random.stream("key").bytes(RootKey.byteCount) })
    return try store.read { reader in
      Opened(
        tokens: try TokenRegistry(root: key.key, reading: reader, sample: { random.number(below: $0) }),
        memory: try HostMemory(reader, start: configuration.start, place: place(configuration)), keyEvent: keyEvent)
    }
  }

  private static func place(_ configuration: HostConfiguration) -> CalendarPlace {
    CalendarPlace(calendar: configuration.environment.calendar, timeZone: configuration.environment.timeZone)
  }

  /// Gives new families a place in the state. A family that is not configured this time keeps its own.
  private func admitFamilies() throws {
    for family in families.values where state.families[family.id] == nil {
      state.families[family.id] = FamilyState(
        mode: family.manifest.behaviour == .strict ? .strict : .appleCompatible)
    }
    // The person may have travelled, or moved house, since this state was written (D16).
    rules.setPlace(Self.place(configuration), in: &state)
    if state.withoutHistory != saved { try persist() }
  }
}

/// Names of small values in the store.
enum HostMeta {
  static let pendingPress = "host.pendingPress"
  static let shieldCount = "host.shieldCount"
  static let reportCounts = "host.reportCounts"
  static let newestSample = "host.newestSample"
  static let person = "host.person"
  static let maintainedDay = "host.maintainedDay"
  static let acceptedMissing = "host.acceptedMissing"
  static let ledgerOff = "host.ledgerOff"
  static let owedKeyEvent = "host.owedKeyEvent"
  static func consent(_ family: FamilyID) -> String { "host.consent.\(family.rawValue)" }
  static func budget(_ family: FamilyID) -> String { "host.budget.\(family.rawValue)" }
  static func blocked(_ family: FamilyID) -> String { "host.blocked.\(family.rawValue)" }
  static func opened(_ family: FamilyID) -> String { "host.opened.\(family.rawValue)" }
}

/// Something counted anew each local day.
struct DailyCount: Codable, Hashable {
  var day = ""
  var count = 0

  /// How many there were on `today`.
  func count(on today: String) -> Int { day == today ? count : 0 }

  /// Adds one on `today`.
  mutating func increment(on today: String) -> Int {
    if day != today { self = DailyCount(day: today) }
    count += 1
    return count
  }
}

extension StoreReader {
  /// A small value that was kept as canonical JSON.
  func value<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value? {
    try meta(key).map { try CanonicalJSON.value(type, from: $0, named: key) }
  }
}

extension StoreTransaction {
  func setValue(_ value: (some Encodable)?, _ key: String) throws {
    try setMeta(key, to: try value.map { try CanonicalJSON.bytes(of: $0) })
  }
}
