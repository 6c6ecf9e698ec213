// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// A simulated day of a device with its secrets. ``PublicScript`` holds what is the same in every world of a check: the
/// families' requests, the person's actions and the clock.
package struct World: Hashable, Sendable {
  package internal(set) var names: [Role: String]
  package internal(set) var identities: [Role: String]
  /// Milliseconds of each item by block of the day; the rest of the block belongs to `private2`.
  package internal(set) var use: [[Role: Int64]]
  package internal(set) var isReversed: [Bool]
  /// 0 without another family; otherwise the number of its behaviour.
  package internal(set) var neighbour: Int64
  package internal(set) var keys: UInt64
  package internal(set) var failsWhenSealed: Bool
  package internal(set) var historyDays: Int64
  package internal(set) var deviceModel: String
  /// Milliseconds of each block after which the device is idle, unless its items are used for longer.
  package internal(set) var fill: Int64
  /// Further items that were not picked, each used for a second at the end of the day.
  package internal(set) var extras: Int64
  /// An item that was picked but was uninstalled before the day began.
  package internal(set) var uninstalled: Role?

  /// Blocks begin at the full hours from 8 to 19: the time of the first use is declared (DC2), the items are not.
  static let blocks = 12
  static let blockLength: Int64 = 40 * 60_000
  static func hour(of block: Int) -> Int { 8 + block }

  /// The roles of the installed items.
  package var installed: [Role] { Role.allCases.filter { $0 != uninstalled } }

  package func item(_ role: Role) -> Item { Item(kind: role.kind, id: identities[role] ?? role.rawValue) }

  /// The most extra items of a world: around the limits at which programs change their layout.
  static let mostExtras: Int64 = 130

  var extraItems: [Item] { (0..<extras).map { .application("org.example.extra\($0)") } }

  /// The world that every pair starts from.
  init(seed: UInt64) {
    var random = CheckRandom(seed: seed, "world")
    names = [:]
    identities = [:]
    for role in Role.allCases {
      let mark = Canary.word(&random)
      identities[role] = role.kind == .webDomain ? "\(mark).example" : "org.example.\(mark)"
      names[role] = role.kind == .webDomain ? identities[role] : "Name \(Canary.word(&random))"
    }
    use = (0..<Self.blocks).map { block in
      var block = [Role: Int64](uniqueKeysWithValues: Self.base[block % Self.base.count])
      for role in block.keys where !role.isPicked { block[role, default: 0] += random.number(0...60) * 1_000 }
      return block
    }
    isReversed = Array(repeating: false, count: Self.blocks)
    neighbour = 0
    // Equal in all worlds of all checks unless the keys are what differs, so that a token hard-coded in a program is
    // recognised.
    keys = 0
    failsWhenSealed = false
    historyDays = 0
    deviceModel = "iPhone"
    fill = Self.blockLength
    extras = 0
  }

  private static let base: [[(Role, Int64)]] = [
    [(.picked0, 4 * 60_000), (.picked2, 16 * 60_000), (.private0, 8 * 60_000)],
    [(.picked1, 7 * 60_000), (.picked2, 12 * 60_000), (.site, 3 * 60_000)],
    [(.picked2, 11 * 60_000), (.picked3, 9 * 60_000), (.private1, 5 * 60_000)],
    [(.picked2, 14 * 60_000), (.site, 5 * 60_000), (.privateSite, 6 * 60_000)],
  ]

  /// The roles in the foreground in a block, in order; the rest of the block belongs to `private2`.
  func order(in block: Int) -> [Role] {
    let roles = Role.allCases.filter { $0 != .private2 && (use[block][$0] ?? 0) > 0 }
    return isReversed[block] ? roles.reversed() : roles
  }

  /// The use of all items on one day, in milliseconds.
  package var totalUse: Int64 {
    use.reduce(0) { $0 + min(Self.blockLength, max(fill, $1.values.reduce(0, +))) }
  }

  // MARK: - Two worlds

  /// The places in which this world differs from another.
  package func differences(from other: World) -> [SecretField] {
    var fields: [SecretField] = []
    for role in Role.allCases where names[role] != other.names[role] { fields.append(.name(role)) }
    for role in Role.allCases where identities[role] != other.identities[role] { fields.append(.identity(role)) }
    for block in use.indices {
      for role in Role.allCases where use[block][role] != other.use[block][role] {
        fields.append(.use(block: block, role))
      }
      if isReversed[block] != other.isReversed[block] { fields.append(.order(block: block)) }
    }
    if neighbour != other.neighbour { fields.append(.neighbour) }
    if keys != other.keys { fields.append(.keys) }
    if failsWhenSealed != other.failsWhenSealed { fields.append(.sealedFault) }
    if historyDays != other.historyDays { fields.append(.history) }
    if deviceModel != other.deviceModel { fields.append(.deviceModel) }
    if uninstalled != other.uninstalled { fields.append(.installation) }
    if fill != other.fill { fields.append(.total) }
    if extras != other.extras { fields.append(.count) }
    return fields
  }

  /// Copies one place from another world.
  mutating func take(_ field: SecretField, from other: World) {
    switch field {
    case .name(let role): names[role] = other.names[role]
    case .identity(let role): identities[role] = other.identities[role]
    case .use(let block, let role): use[block][role] = other.use[block][role]
    case .order(let block): isReversed[block] = other.isReversed[block]
    case .neighbour: neighbour = other.neighbour
    case .keys: keys = other.keys
    case .sealedFault: failsWhenSealed = other.failsWhenSealed
    case .history: historyDays = other.historyDays
    case .deviceModel: deviceModel = other.deviceModel
    case .installation: uninstalled = other.uninstalled
    case .total: fill = other.fill
    case .count: extras = other.extras
    }
  }

  /// One place's value as text for people.
  package func value(_ field: SecretField) -> String {
    switch field {
    case .name(let role): "\(names[role]?.utf8.count ?? 0) bytes"
    case .identity(let role): item(role).id
    case .use(let block, let role): "\((use[block][role] ?? 0) / 1_000) s"
    case .order(let block): isReversed[block] ? "reversed" : "as written"
    case .neighbour: neighbour == 0 ? "none" : "number \(neighbour)"
    case .keys: "key \(keys % 1_000)"
    case .sealedFault: failsWhenSealed ? "fails" : "answers"
    case .history: "\(historyDays) days"
    case .deviceModel: deviceModel
    case .installation: uninstalled.map { "without \($0.spoken)" } ?? "all are installed"
    case .total: "\(totalUse / 1_000) s a day"
    case .count: "\(extras) further items"
    }
  }
}
