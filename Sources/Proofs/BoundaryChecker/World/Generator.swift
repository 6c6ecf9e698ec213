// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// Makes two worlds that differ in one kind of secret but not in any declared output (`privacy-checker.md`).
package enum Generator: String, CaseIterable, Sendable {
  case names = "G1"
  case identities = "G2"
  case durations = "G3"
  case unpickedUse = "G4"
  case fineOrder = "G5"
  case counts = "G6"
  case history = "G7"
  case oneBit = "G8"
  case otherFamilies = "G9"
  case device = "G10"
  case sealedFaults = "G11"
  case yesterday = "G12"
  case installation = "G13"
  case totals = "G14"
  case limits = "G15"
  case openings = "G16"

  package var varies: String {
    switch self {
    case .names: "display names"
    case .identities: "which item stands behind a token"
    case .durations: "how long picked items are used, up to the slots of the thresholds"
    case .unpickedUse: "use of items that were not picked"
    case .fineOrder: "order and fine times within a slot"
    case .counts: "how many different items are used"
    case .history: "how rich the device's history is"
    case .oneBit: "one item: a second or a minute"
    case .otherFamilies: "what other families do"
    case .device: "names and keys of the device"
    case .sealedFaults: "sealed processes that fail in one world only"
    case .yesterday: "use of the day before"
    case .installation: "whether a picked item is still installed"
    case .totals: "how long the device is used in all, from less than two minutes to eight hours"
    case .limits: "a duration or a number of items, just below and at a round limit"
    case .openings: "whether a shielded item is opened when nobody presses a button"
    }
  }

  /// The pair for a seed and a number.
  ///
  /// - Parameter grid: the slots in which the host delivers; the order of events within a slot is a secret.
  package func pair(seed: UInt64, index: Int, on grid: SlotGrid) -> WorldPair {
    var random = CheckRandom(seed: seed, "\(rawValue) \(index)")
    var left = World(seed: random.next())
    if self == .fineOrder, !index.isMultiple(of: 2) { Repair.bringTogether(&left) }
    if self == .installation { Repair.leaveUnused(.picked3, in: &left) }
    if self == .totals { Repair.leaveAlmostUnused(&left) }
    if self == .limits { RoundLimit.number(index).prepare(&left) }
    if self == .openings { Repair.openShieldedItemsLast(&left) }
    var right = left
    vary(&right, from: left, index, &random, grid)
    // Which world runs first must carry no information.
    if random.flip() { swap(&left, &right) }
    return WorldPair(generator: self, index: index, left: left, right: right, calendar: calendar(index))
  }

  /// The dates and the act of a pair.
  private func calendar(_ index: Int) -> ScriptCalendar {
    let place = Self.allCases.firstIndex(of: self) ?? 0
    let (number, phase) = (index * Self.allCases.count + place, index + place)
    switch self {
    // The declared outputs of these worlds are computed for one set of picks.
    case .durations, .fineOrder, .identities: return .number(number, phase: phase, mayChangeTokens: false)
    case .openings:
      var calendar = ScriptCalendar.number(number, phase: phase, mayChangeTokens: false)
      calendar.event = index.isMultiple(of: 2) ? .reset : .rotation
      return calendar
    default: return .number(number, phase: phase, mayChangeTokens: true)
    }
  }

  /// Whether the person presses the buttons of shields. A press is declared, so pairs that differ in shields need a
  /// person who doesn't.
  var presses: Bool { self != .openings }

  /// Whether its worlds differ in what is in front at an instant.
  var changesUse: Bool {
    switch self {
    case .durations, .unpickedUse, .fineOrder, .counts, .oneBit, .totals, .limits, .openings: true
    case .names, .identities, .history, .otherFamilies, .device, .sealedFaults, .yesterday, .installation: false
    }
  }

  private func vary(
    _ world: inout World, from other: World, _ index: Int, _ random: inout CheckRandom, _ grid: SlotGrid
  ) {
    switch self {
    case .names:
      let roles = Role.allCases.filter { $0.kind == .application }
      for role in [roles[index % roles.count], .picked0] { world.names[role] = SecretNames.next(index, &random) }
    case .identities:
      // The first pair changes every picked item, since a program may use any one of them; the others change one.
      let roles = index == 0 ? Role.allCases.filter(\.isPicked) : [Role.allCases[index % Role.allCases.count]]
      for role in roles {
        let mark = Canary.word(&random)
        world.identities[role] = role.kind == .webDomain ? "\(mark).example" : "org.example.\(mark)"
        if role.kind == .webDomain { world.names[role] = world.identities[role] }
      }
    case .durations: Repair.shiftPickedUse(&world, &random, on: grid)
    case .unpickedUse:
      for block in world.use.indices {
        // The same categories at the same times with other items: the totals of whole categories are declared.
        let spare = World.blockLength - world.use[block].values.reduce(0, +)
        world.use[block][.privateSite] = random.number(0...max(0, min(spare, 600_000)))
      }
    case .fineOrder where !index.isMultiple(of: 2): Repair.turn(Repair.meeting, of: &world, on: grid)
    case .fineOrder:
      Repair.reorder(&world, &random, on: grid)
      Repair.shiftPickedUse(&world, &random, on: grid)
    case .counts:
      for block in world.use.indices {
        world.use[block][.privateSite] = random.flip() ? nil : min(240_000, other.spare(in: block))
      }
    case .history: world.historyDays = random.pick([1, 3, 10])
    case .oneBit:
      let block = Int(random.number(0...Int64(World.blocks - 1)))
      world.use[block][.privateSite] = 60_000
    case .otherFamilies: world.neighbour = random.number(1...3)
    case .device:
      if index.isMultiple(of: 2) {
        world.deviceModel = random.pick(["iPad", "Mac"])
      } else {
        world.keys = random.next()
      }
    case .sealedFaults: world.failsWhenSealed = true
    case .yesterday: world.historyDays = 1
    case .installation: world.uninstalled = .picked3
    case .totals:
      world.fill = World.blockLength
      for block in world.use.indices { world.use[block][.private0] = random.number(0...600) * 1_000 }
    case .limits: RoundLimit.number(index).reach(&world)
    case .openings:
      // The afternoon, after the act at noon: nobody has opened the item since.
      for block in world.use.indices where World.hour(of: block) >= 12 {
        for role in DeclaredOutputs.shielded { world.use[block][role] = nil }
      }
    }
    if self == .oneBit, world == other { world.use[0][.privateSite] = 61_000 }
  }
}

extension World {
  /// The time in a block that no other role uses.
  func spare(in block: Int) -> Int64 { max(0, Self.blockLength - use[block].values.reduce(0, +)) }
}
