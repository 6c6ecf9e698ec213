// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// An opened state directory: store, keys, tokens, and the state in memory.
struct DeviceOpening {
  let policy: FlowPolicy
  let tokens: TokenRegistry
  let memory: DeviceMemory
  let chronicle: Chronicle
  let random: HostRandom

  /// - Throws: `HostError`, `StoreError` or `TokenKeyError`, each with a one-sentence message.
  init(_ configuration: HostConfiguration, onFirstKey: @escaping (LedgerKey) -> Void) throws {
    let random = configuration.reproducibleKeys ? HostRandom(seed: configuration.seed) : HostRandom()
    self.random = random
    let store = try DeviceStore(
      directory: configuration.stateDirectory, durability: configuration.clock == .real ? .full : .simulated)
    policy = try configuration.policy ?? FlowPolicy.builtIn()
    let displayNames = Dictionary(
      configuration.families.map { ($0.manifest.family, $0.manifest.displayName) }
    ) { first, _ in first }
    chronicle = Chronicle(
      PrivacyLedger(
        policy: policy, random: random.stream("ledger").bytes, familyName: { displayNames[$0] ?? $0 },
        onFirstKey: onFirstKey),
      try HostCalendar(timeZone: configuration.environment.timeZone))
    tokens = try Self.openTokens(configuration, store, random)
    memory = try DeviceMemory(
      store,
      rules: DeviceRules(
        mode: configuration.mode, limits: configuration.limits, registry: configuration.registry,
        authorization: configuration.authorization),
      start: configuration.start, place: configuration.place)
  }

  private static func openTokens(
    _ configuration: HostConfiguration, _ store: DeviceStore, _ random: HostRandom
  ) throws -> TokenRegistry {
    let hasTokens = try store.read { try $0.hasIssuedTokens() }
    let file = TokenKeyFile(stateDirectory: configuration.stateDirectory)
    // Stored before the key files change. Keep an event left by an earlier host, because it is the one that occurred.
    let owed = try store.read { try $0.value(TokenKeyFile.Opened.Event.self, HostMeta.owedKeyEvent) }
    if owed == nil, let due = try file.due(tokensExist: hasTokens) {
      try store.transaction { try $0.setValue(due, HostMeta.owedKeyEvent) }
    }
    let key = try file.open(
      tokensExist: hasTokens, random: { random.stream("key").bytes(RootKey.byteCount) })
    return try store.read { try TokenRegistry(root: key.key, reading: $0, sample: { random.number(below: $0) }) }
  }
}

/// The families that could be loaded, and the stored records of their programs.
struct HostedFamilies {
  var families: [HostedFamily] = []
  var stored: [ProgramID: RestartMemory] = [:]
}
