// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A duration or a number of items at which programs often change what they do, such as an hour or ten rows.
enum RoundLimit: Hashable, Sendable {
  /// Minutes of use of one item on one day.
  case minutes(Int64)
  /// Items on one day. Programs count applications, sites, or both, so the worlds are a dozen items apart.
  case items(Int64)

  private static let dozen: Int64 = 12

  private static let minutes: [Int64] = [60, 30, 1, 120, 10, 5, 45, 90, 100, 15, 2, 20, 180, 200]
  private static let items: [Int64] = [10, 1, 100, 5, 20, 50, 64, 8, 16, 32, 128, 2]

  static func number(_ index: Int) -> RoundLimit {
    let half = index / 2
    return index.isMultiple(of: 2)
      ? .minutes(minutes[half % minutes.count]) : .items(items[half % items.count])
  }

  /// The number of different limits.
  static var count: Int { minutes.count + items.count }

  /// Brings a world just below the limit.
  func prepare(_ world: inout World) {
    switch self {
    case .minutes(let minutes): Self.use(minutes * 60_000 - 1_000, in: &world)
    case .items(let count): world.extras = max(0, count - Self.dozen)
    }
  }

  /// Brings it to the limit.
  func reach(_ world: inout World) {
    switch self {
    case .minutes(let minutes): Self.use(minutes * 60_000, in: &world)
    case .items(let count): world.extras = count
    }
  }

  /// Uses one item for this long, in as many blocks as it takes.
  private static func use(_ total: Int64, in world: inout World) {
    var rest = total
    for block in world.use.indices {
      for role in [Role.private0, .private1, .privateSite] { world.use[block][role] = nil }
      let part = min(rest, world.spare(in: block))
      if part > 0 { world.use[block][.private0] = part }
      rest -= part
    }
  }
}
