// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A time that no setting of the wall clock moves: the boot, and the milliseconds since then, sleep included.
struct BootTime: Codable, Hashable {
  var boot: String
  var milliseconds: Int64

  /// - Throws: `HostError` if the kernel does not tell its boot.
  static func now() throws(HostError) -> BootTime {
    guard let id = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
      throw HostError(.failed, "The boot ID can't be read from /proc, so attempts at the passcode can't be limited.")
    }
    return BootTime(boot: String(id.prefix { !$0.isNewline }), milliseconds: DeviceTime.boottime)
  }

  /// The least time that has passed since `earlier`. After a restart that is the time since the boot, since nothing
  /// trusted tells how long the computer was off.
  func elapsed(since earlier: BootTime) -> Int64 {
    boot == earlier.boot ? max(0, milliseconds - earlier.milliseconds) : max(0, milliseconds)
  }
}

/// Limits the attempts at a passcode: five for each account, then waits that grow to an hour, and 100 a day in all.
struct TryLimit: Codable, Hashable {
  struct Account: Codable, Hashable {
    /// Attempts since the last right one.
    var count = 0
    /// What is left of the wait before the next one, in milliseconds.
    var wait: Int64 = 0
  }

  static let free = 5
  static let waits: [Int64] = [1, 5, 15, 60].map { $0 * 60_000 }
  static let mostADay = 100
  private static let day: Int64 = 24 * 3_600_000

  private(set) var accounts: [String: Account] = [:]
  private var today = 0
  private var leftOfDay: Int64 = 0
  private var mark: BootTime?

  /// Counts an attempt, before it is checked.
  ///
  /// - Throws: `HostError` if the account or everybody has to wait. The attempt is not counted then.
  mutating func take(_ account: uid_t, at now: BootTime) throws(HostError) {
    pass(to: now)
    var own = accounts["\(account)"] ?? Account()
    let wait = today >= Self.mostADay ? max(own.wait, leftOfDay) : own.wait
    guard wait == 0 else {
      let minutes = (wait + 59_999) / 60_000
      throw HostError(
        .failed,
        "Too many attempts at the passcode; try again in \(minutes == 1 ? "a minute" : "\(minutes) minutes").",
        as: .guardianLocked)
    }
    own.count += 1
    if own.count >= Self.free { own.wait = Self.waits[min(own.count - Self.free, Self.waits.count - 1)] }
    accounts["\(account)"] = own
    if today == 0 { leftOfDay = Self.day }
    today += 1
  }

  /// Forgets the attempts of an account after a right one.
  mutating func succeed(_ account: uid_t) { accounts["\(account)"] = nil }

  private mutating func pass(to now: BootTime) {
    let elapsed = mark.map { now.elapsed(since: $0) } ?? 0
    mark = now
    for (name, account) in accounts { accounts[name]?.wait = max(0, account.wait - elapsed) }
    leftOfDay = max(0, leftOfDay - elapsed)
    if leftOfDay == 0 { today = 0 }
  }
}
