// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules for restarting a failing extension (`wire.md#what-the-host-does-with-bad-input`). Times are in
/// milliseconds of the host's clock.
public struct RestartPolicy: Hashable, Sendable {
  public var firstBackoff: Int64 = 250
  public var longestBackoff: Int64 = 60_000
  /// ± 20 %, derived from the seed and the number of the wait.
  public var jitterPercent: Int64 = 20
  public var calmPeriod: Int64 = 60_000
  public var strikes = 3
  public var strikeWindow: Int64 = 300_000
  public var helloFailures = 2
  public var firstQuarantine: Int64 = 600_000
  public var longestQuarantine: Int64 = 86_400_000
  public var seed: UInt64

  public init(seed: UInt64) { self.seed = seed }
}

/// The record of one build: its failures and its progress in back-off and quarantine.
public struct RestartRecord: Hashable, Sendable, Codable {
  public private(set) var strikes: [Int64] = []
  public private(set) var failedHellos = 0
  public private(set) var exponent = 0
  public private(set) var quarantines = 0
  private var lastSuccess: Int64?
  private var draws: UInt64 = 0

  public init() {}

  mutating func helloSucceeded() { failedHellos = 0 }

  /// Records a success. After a minute without a failure the back-off starts small again; a successful probe ends the
  /// doubling of quarantines.
  mutating func succeeded(at now: Int64, _ policy: RestartPolicy) {
    quarantines = 0
    lastSuccess = now
    forgiveWait(at: now, policy)
  }

  mutating func strike(at now: Int64, isFailedHello: Bool, _ policy: RestartPolicy) {
    forgiveWait(at: now, policy)
    strikes = strikes.filter { now - $0 < policy.strikeWindow } + [now]
    if isFailedHello { failedHellos += 1 }
  }

  /// Resets the back-off. Needs both, in either order: a success since the last failure, and a calm period without one.
  private mutating func forgiveWait(at now: Int64, _ policy: RestartPolicy) {
    let lastStrike = strikes.last ?? .min / 2
    if let lastSuccess, lastSuccess >= lastStrike, now - lastStrike >= policy.calmPeriod { exponent = 0 }
  }

  /// Whether the build must be quarantined. Call it right after ``strike(at:isFailedHello:_:)``, which drops old
  /// failures.
  func isOverLimit(_ policy: RestartPolicy) -> Bool {
    // After a quarantine one failed probe is enough.
    quarantines > 0 || failedHellos >= policy.helloFailures || strikes.count >= policy.strikes
  }

  /// min(60 s, 250 ms · 2^k) ± 20 %.
  mutating func nextBackoff(_ policy: RestartPolicy) -> Int64 {
    let base = min(policy.longestBackoff, policy.firstBackoff << Int64(min(exponent, 20)))
    exponent += 1
    draws &+= 1
    // SplitMix64, so that the same seed and number give the same wait in every run.
    var word = policy.seed &+ draws &* 0x9E37_79B9_7F4A_7C15
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    let percent = Int64((word ^ (word >> 31)) % UInt64(2 * policy.jitterPercent + 1)) - policy.jitterPercent
    return base + base * percent / 100
  }

  /// Ten minutes, doubled by each failed probe, at most a day.
  mutating func nextQuarantine(_ policy: RestartPolicy) -> Int64 {
    let wait = min(policy.longestQuarantine, policy.firstQuarantine << Int64(min(quarantines, 12)))
    quarantines += 1
    failedHellos = 0
    return wait
  }
}
