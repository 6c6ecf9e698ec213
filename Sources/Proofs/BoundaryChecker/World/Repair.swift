// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Changes a world's secrets and repairs it until its declared outputs are unchanged. Generating worlds at random and
/// discarding the others would never finish.
enum Repair {
  /// A shorter use ends before the person presses the shield's button, and a press is a declared output (DC3).
  private static let shortest = DeclaredOutputs.hesitation + 1_000

  /// Changes the lengths of picked use as far as the declared outputs stay the same.
  static func shiftPickedUse(_ world: inout World, _ random: inout CheckRandom, on grid: SlotGrid) {
    let before = DeclaredOutputs(of: world, on: grid)
    for _ in 0..<6 {
      let block = Int(random.number(0...Int64(World.blocks - 1)))
      let roles = world.use[block].keys.filter(\.isPicked).sorted { $0.rawValue < $1.rawValue }
      guard !roles.isEmpty else { continue }
      let role = random.pick(roles)
      var step = random.number(-180...180) * 1_000
      let length = world.use[block][role] ?? 0
      // Halve the change until it no longer affects a declared output.
      while step != 0 {
        var changed = world
        changed.use[block][role] = max(Self.shortest, min(length + step, length + world.spare(in: block)))
        if DeclaredOutputs(of: changed, on: grid) == before {
          world = changed
          break
        }
        step /= 2
      }
    }
  }

  /// The block in which two thresholds are crossed within half a minute.
  static let meeting = 1

  /// Makes two sets cross a threshold right after each other, so that their order is hidden within a slot.
  static func bringTogether(_ world: inout World) {
    let (before, rest) = (10_000 as Int64, 20_000 as Int64)
    for block in 0..<meeting { world.use[block] = [.private0: 60_000] }
    world.use[meeting - 1] = [.picked2: 10 * 60_000 - before, .site: 5 * 60_000 - before]
    world.use[meeting] = [.picked2: rest, .site: rest]
  }

  /// Reverses the order within one block unless that changes a declared output.
  static func turn(_ block: Int, of world: inout World, on grid: SlotGrid) {
    let before = DeclaredOutputs(of: world, on: grid)
    world.isReversed[block].toggle()
    if DeclaredOutputs(of: world, on: grid) != before { world.isReversed[block].toggle() }
  }

  static func leaveUnused(_ role: Role, in world: inout World) {
    for block in world.use.indices { world.use[block][role] = nil }
  }

  /// Puts shielded items at the end of each block of the afternoon, where leaving them out moves no other use.
  static func openShieldedItemsLast(_ world: inout World) {
    for block in world.use.indices where World.hour(of: block) >= 12 { world.isReversed[block] = true }
  }

  /// Leaves seconds of the day: two orders of magnitude below the fullest one.
  static func leaveAlmostUnused(_ world: inout World) {
    for block in world.use.indices { world.use[block] = [.picked0: shortest + 1_000] }
    world.fill = 0
  }

  /// Reverses the order within random blocks where that changes no declared output.
  static func reorder(_ world: inout World, _ random: inout CheckRandom, on grid: SlotGrid) {
    let before = DeclaredOutputs(of: world, on: grid)
    for block in world.use.indices where random.flip() {
      world.isReversed[block].toggle()
      if DeclaredOutputs(of: world, on: grid) != before { world.isReversed[block].toggle() }
    }
  }
}
