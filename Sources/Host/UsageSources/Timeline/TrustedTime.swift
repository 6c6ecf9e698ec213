// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Places live records on a time that can't be set back or forward (LIVE-CLK3 … LIVE-CLK5).
///
/// Within one boot, the boot clock determines the distance between two records. A forward step of at most a minute
/// counts as a correction and is followed. Every other jump is logged and not followed until the wall clock is within
/// two seconds again. So two records with one wall time, from before and after the clock was set back, both count.
package struct TrustedTime: Sendable {
  /// A jump of the wall clock, for `explain`.
  package struct Jump: Hashable, Codable, Sendable {
    /// The wall time of the first record after the jump.
    package var at: Timestamp
    /// The size of the jump, positive forward.
    package var milliseconds: Int64
    package var wasFollowed: Bool
  }

  package private(set) var jumps: [Jump] = []
  private var boot: String?
  /// Wall clock minus boot clock, as stated by the last record and as trusted.
  private var saidOffset: Int64 = 0
  private var trustedOffset: Int64 = 0
  private var newestTrusted = Int64.min

  package init() {}

  /// The records with trusted starts and ends. Records of importers are unchanged.
  package mutating func place(_ samples: [UsageSample]) -> [UsageSample] {
    let live = samples.enumerated().filter { $0.element.boot != nil }
    guard !live.isEmpty else { return samples }
    var placed = samples
    for (index, sample) in order(live) {
      guard let boot = sample.boot else { continue }
      let said = sample.start.milliseconds - boot.up
      if self.boot == boot.id { follow(said, at: sample.start) } else { begin(boot, said: said) }
      let start = boot.up + trustedOffset
      placed[index].start = Timestamp(milliseconds: start)
      placed[index].end = Timestamp(milliseconds: start + sample.milliseconds)
      newestTrusted = max(newestTrusted, start + sample.milliseconds)
    }
    return placed
  }

  /// Orders boots by the wall time of their first record, and records within a boot by uptime.
  private func order(_ live: [(offset: Int, element: UsageSample)]) -> [(offset: Int, element: UsageSample)] {
    var firstSeen: [String: Timestamp] = [:]
    for (_, sample) in live {
      guard let boot = sample.boot else { continue }
      firstSeen[boot.id] = min(firstSeen[boot.id] ?? sample.start, sample.start)
    }
    return live.sorted { left, right in
      guard let one = left.element.boot, let other = right.element.boot else { return left.offset < right.offset }
      let first = (firstSeen[one.id] ?? .distantPast, one.id, one.up, left.offset)
      let second = (firstSeen[other.id] ?? .distantPast, other.id, other.up, right.offset)
      return first < second
    }
  }

  /// Starts a boot. Trusted time never runs backwards across a boot (LIVE-CLK5).
  private mutating func begin(_ boot: UsageSample.Boot, said: Int64) {
    self.boot = boot.id
    saidOffset = said
    trustedOffset = newestTrusted == .min ? said : max(said, newestTrusted - boot.up)
    if trustedOffset != said {
      jumps.append(
        Jump(at: Timestamp(milliseconds: boot.up + said), milliseconds: said - trustedOffset, wasFollowed: false))
    }
  }

  private mutating func follow(_ said: Int64, at wall: Timestamp) {
    let step = said - saidOffset
    saidOffset = said
    if abs(said - trustedOffset) <= Self.tolerance { return }
    let isCorrection = said > trustedOffset && said - trustedOffset <= Self.largestCorrection
    if isCorrection { trustedOffset = said }
    if abs(step) > Self.tolerance { jumps.append(Jump(at: wall, milliseconds: step, wasFollowed: isCorrection)) }
  }

  private static let tolerance: Int64 = 2_000
  private static let largestCorrection: Int64 = 60_000
}
