// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// A device-day with its secrets; the script (what the families call, what the person does, the clock) is the same in
/// every world of a check and stands in ``PublicScript``.
package struct World: Hashable, Sendable {
  package internal(set) var names: [Role: String]
  package internal(set) var identities: [Role: String]
  /// By block of the day, milliseconds of each item; what is left of the block belongs to `private2`.
  package internal(set) var use: [[Role: Int64]]
  package internal(set) var isReversed: [Bool]
  /// 0: there is no other family; else what it does.
  package internal(set) var neighbour: Int64
  package internal(set) var keys: UInt64
  package internal(set) var failsWhenSealed: Bool
  package internal(set) var historyDays: Int64
  package internal(set) var deviceModel: String
  /// Picked once, and gone from the device before the day began.
  package internal(set) var uninstalled: Role?

  /// Blocks begin at the full hours from 8 to 19 and last as long in every world: whether the device is in use is
  /// declared (DC2), what it is used for is not.
  static let blocks = 12
  static let blockLength: Int64 = 40 * 60_000
  static func hour(of block: Int) -> Int { 8 + block }

  /// What the device knows of.
  package var installed: [Role] { Role.allCases.filter { $0 != uninstalled } }

  package func item(_ role: Role) -> Item { Item(kind: role.kind, id: identities[role] ?? role.rawValue) }

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
    // The same in all worlds of all checks but where it is what differs: a token that somebody wrote into a program can
    // then be told from one that was made up.
    keys = 0
    failsWhenSealed = false
    historyDays = 0
    deviceModel = "iPhone"
  }

  private static let base: [[(Role, Int64)]] = [
    [(.picked0, 4 * 60_000), (.picked2, 16 * 60_000), (.private0, 8 * 60_000)],
    [(.picked1, 7 * 60_000), (.picked2, 12 * 60_000), (.site, 3 * 60_000)],
    [(.picked2, 11 * 60_000), (.picked3, 9 * 60_000), (.private1, 5 * 60_000)],
    [(.picked2, 14 * 60_000), (.site, 5 * 60_000), (.privateSite, 6 * 60_000)],
  ]

  /// What is in front in a block, one after another; what is left of it belongs to `private2`.
  func order(in block: Int) -> [Role] {
    let roles = Role.allCases.filter { $0 != .private2 && (use[block][$0] ?? 0) > 0 }
    return isReversed[block] ? roles.reversed() : roles
  }

  // MARK: - Two worlds

  /// Where this world differs from another.
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
    return fields
  }

  /// Makes one place equal to another world's.
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
    }
  }

  /// What a person reads of one place.
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
    }
  }
}
