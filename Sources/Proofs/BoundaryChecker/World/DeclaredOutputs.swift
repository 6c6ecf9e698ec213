// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The data that the policy's releases reveal to the greedy family: the crossed thresholds and their slots. Computed
/// from the use alone by separate code, because asking the host would hide the host's mistakes.
struct DeclaredOutputs: Equatable {
  /// The slot of each threshold that was crossed.
  private var slots: [String: Int64] = [:]
  /// The minutes in which the person saw a shield; the press on it reveals them (DC3).
  private var presses: [Int64] = []

  /// The greedy family's thresholds, in minutes, with the roles that each set counts.
  static let ladder: [(name: String, roles: [Role], minutes: [Int64])] = [
    ("study", [.picked2], [10, 20, 45, 90]),
    ("sites", [.site], [5, 10]),
    ("both", [.picked2, .site], [30]),
  ]

  /// The roles that the greedy family shields, and the time before the person presses a button.
  static let shielded: [Role] = [.picked0, .picked1]
  static let hesitation: Int64 = 5_000

  init(of world: World, on grid: SlotGrid) {
    var totals: [String: Int64] = [:]
    for block in world.use.indices {
      var start = Int64(World.hour(of: block)) * 3_600_000
      let end = start + World.blockLength
      for role in world.order(in: block) {
        let length = min(world.use[block][role] ?? 0, end - start)
        for (name, roles, minutes) in Self.ladder where roles.contains(role) {
          let total = totals[name, default: 0]
          for next in minutes where total < next * 60_000 && next * 60_000 <= total + length {
            slots["\(name) \(next)"] = grid.slot(ofMillisecond: start + next * 60_000 - total)
          }
          totals[name] = total + length
        }
        if Self.shielded.contains(role) { presses.append((start + Self.hesitation) / 60_000) }
        start += length
      }
    }
  }
}
