// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The launches of one extension within a minute of the host's clock.
struct LaunchRate {
  static let period: Int64 = 60_000

  private let most: Int?
  /// Oldest first.
  private var launches: [Int64] = []

  /// - Parameter most: the launches that a minute may have; `nil` for no limit.
  init(most: Int?) { self.most = most }

  /// The instant from which the next launch is allowed, if it is not allowed now. A clock that was set back keeps no
  /// extension waiting for longer than the period.
  func nextLaunch(now: Int64) -> Int64? {
    guard let most else { return nil }
    let recent = launches.filter { now - $0 < Self.period && $0 <= now }
    guard recent.count >= most, let oldest = recent.first else { return nil }
    return oldest + Self.period
  }

  mutating func count(at now: Int64) {
    guard most != nil else { return }
    launches = launches.filter { now - $0 < Self.period && $0 <= now } + [now]
  }
}
