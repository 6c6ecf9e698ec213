// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// How soon a failing extension may run again (`wire.md#what-the-host-does-with-bad-input`); times in milliseconds of
/// the host's clock.
public struct RestartPolicy: Hashable, Sendable {
  public var firstBackoff: Int64 = 250
  public var longestBackoff: Int64 = 60_000
  /// ± 20 %, drawn from the seed and the number of the strike.
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

/// What is remembered about one build: its strikes and how long it has been waiting.
public struct RestartRecord: Hashable, Sendable, Codable {
  public private(set) var strikes: [Int64] = []
  public private(set) var failedHellos = 0
  public private(set) var exponent = 0
  public private(set) var quarantines = 0
  private var lastSuccess: Int64?
  private var draws: UInt64 = 0

  public init() {}

  mutating func helloSucceeded() { failedHellos = 0 }

  /// A success and a minute without a strike make the next wait short again; a probe that works ends the doubling.
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

  /// Both are needed, in either order: a success since the last strike, and a calm period without one.
  private mutating func forgiveWait(at now: Int64, _ policy: RestartPolicy) {
    let lastStrike = strikes.last ?? .min / 2
    if let lastSuccess, lastSuccess >= lastStrike, now - lastStrike >= policy.calmPeriod { exponent = 0 }
  }

  /// To be asked right after a ``strike(at:isFailedHello:_:)``, which forgets the old ones.
  func isOverLimit(_ policy: RestartPolicy) -> Bool {
    // After a quarantine one failed probe is enough.
    quarantines > 0 || failedHellos >= policy.helloFailures || strikes.count >= policy.strikes
  }

  /// min(60 s, 250 ms · 2^k) ± 20 %.
  mutating func nextBackoff(_ policy: RestartPolicy) -> Int64 {
    let base = min(policy.longestBackoff, policy.firstBackoff << Int64(min(exponent, 20)))
    exponent += 1
    draws &+= 1
    // SplitMix64: the same seed and strike give the same wait in every run.
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
