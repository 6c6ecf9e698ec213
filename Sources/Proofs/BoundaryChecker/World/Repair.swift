// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Changes a world's secrets and mends them until what is declared is as it was: generating at random and throwing away
/// would never end.
enum Repair {
  /// An item in front for less is gone before the person presses the button of its shield, and a press is told (DC3).
  private static let shortest = DeclaredOutputs.hesitation + 1_000

  /// Moves use between blocks after the thresholds of the day are passed, and within them as far as they stay put.
  static func shiftPickedUse(_ world: inout World, _ random: inout CheckRandom, on grid: SlotGrid) {
    let before = DeclaredOutputs(of: world, on: grid)
    for _ in 0..<6 {
      let block = Int(random.number(0...Int64(World.blocks - 1)))
      let roles = world.use[block].keys.filter(\.isPicked).sorted { $0.rawValue < $1.rawValue }
      guard !roles.isEmpty else { continue }
      let role = random.pick(roles)
      var step = random.number(-180...180) * 1_000
      let length = world.use[block][role] ?? 0
      // Half the change, until it moves nothing that is told.
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

  /// The block in which two thresholds are passed within half a minute.
  static let meeting = 1

  /// Lets two sets pass a threshold one right after the other, so that which came first is within a slot.
  static func bringTogether(_ world: inout World) {
    let (before, rest) = (10_000 as Int64, 20_000 as Int64)
    for block in 0..<meeting { world.use[block] = [.private0: 60_000] }
    world.use[meeting - 1] = [.picked2: 10 * 60_000 - before, .site: 5 * 60_000 - before]
    world.use[meeting] = [.picked2: rest, .site: rest]
  }

  /// Turns the order within one block round unless somebody is told of it.
  static func turn(_ block: Int, of world: inout World, on grid: SlotGrid) {
    let before = DeclaredOutputs(of: world, on: grid)
    world.isReversed[block].toggle()
    if DeclaredOutputs(of: world, on: grid) != before { world.isReversed[block].toggle() }
  }

  static func leaveUnused(_ role: Role, in world: inout World) {
    for block in world.use.indices { world.use[block][role] = nil }
  }

  /// Turns the order within blocks round wherever nobody is told of it.
  static func reorder(_ world: inout World, _ random: inout CheckRandom, on grid: SlotGrid) {
    let before = DeclaredOutputs(of: world, on: grid)
    for block in world.use.indices where random.flip() {
      world.isReversed[block].toggle()
      if DeclaredOutputs(of: world, on: grid) != before { world.isReversed[block].toggle() }
    }
  }
}
