// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostCore

/// The limit on attempts at the passcode, to the millisecond.
@Suite struct TryLimitTests {
  private static let minute: Int64 = 60_000
  private static let day: Int64 = 24 * 3_600_000

  private func at(_ milliseconds: Int64, boot: String = "one") -> BootTime {
    BootTime(boot: boot, milliseconds: milliseconds)
  }

  private final class Attempts {
    var limit = TryLimit()

    /// How long an attempt has to wait, in the words of its refusal; `nil` if it was taken.
    func wait(_ account: uid_t, at now: BootTime) -> String? {
      do throws(HostError) {
        try limit.take(account, at: now)
        return nil
      } catch {
        let start = "Too many attempts at the passcode; try again in "
        guard error.code == .failed, error.refusal == .guardianLocked, error.description.hasPrefix(start) else {
          return "another error: \(error)"
        }
        return String(error.description.dropFirst(start.count))
      }
    }
  }

  @Test func `within a boot the time since the earlier one counts, and after another only that since the boot`() {
    for (earlier, now, boot, elapsed) in [
      (5, 5, "one", 0), (5, 6, "one", 1), (5, 9, "one", 4), (9, 5, "one", 0), (9, 7, "two", 7), (9, 0, "two", 0),
      (9, -3, "two", 0), (-5, -3, "one", 2),
    ] as [(Int64, Int64, String, Int64)] {
      #expect(at(now, boot: boot).elapsed(since: at(earlier)) == elapsed, "\(earlier) to \(now) of \(boot)")
    }
  }

  @Test func `the present is in this boot, on the clock that runs while the computer sleeps`() throws {
    let before = DeviceTime.boottime
    let now = try BootTime.now()
    #expect(before <= now.milliseconds && now.milliseconds <= DeviceTime.boottime)
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    #expect(now.boot == boot.trimmingCharacters(in: .whitespacesAndNewlines) && now.boot.count == 36)
  }

  @Test func `a wait is over at its very millisecond, and is told in whole minutes rounded up`() {
    let attempts = Attempts()
    for _ in 0..<5 { #expect(attempts.wait(7, at: at(0)) == nil) }
    #expect(attempts.limit.accounts == ["7": TryLimit.Account(count: 5, wait: Self.minute)])
    for milliseconds in [0, 1, Self.minute - 1] {
      #expect(attempts.wait(7, at: at(milliseconds)) == "a minute.", "\(milliseconds)")
    }
    #expect(attempts.wait(7, at: at(Self.minute)) == nil)
    #expect(attempts.limit.accounts == ["7": TryLimit.Account(count: 6, wait: 5 * Self.minute)])
    for (milliseconds, words) in [
      (0, "5 minutes."), (Self.minute - 1, "5 minutes."), (Self.minute, "4 minutes."),
      (4 * Self.minute - 1, "2 minutes."), (4 * Self.minute, "a minute."), (5 * Self.minute - 1, "a minute."),
    ] as [(Int64, String)] {
      #expect(attempts.wait(7, at: at(Self.minute + milliseconds)) == words, "\(milliseconds)")
    }
    // A refused attempt is not counted.
    #expect(attempts.limit.accounts == ["7": TryLimit.Account(count: 6, wait: 1)])
    #expect(attempts.wait(7, at: at(6 * Self.minute)) == nil)
    #expect(attempts.limit.accounts == ["7": TryLimit.Account(count: 7, wait: 15 * Self.minute)])
  }

  @Test func `a clock that goes back shortens no wait, and counts on from there`() {
    let attempts = Attempts()
    for _ in 0..<5 { #expect(attempts.wait(7, at: at(10 * Self.minute)) == nil) }
    #expect(attempts.wait(7, at: at(5 * Self.minute)) == "a minute.")
    #expect(attempts.limit.accounts["7"]?.wait == Self.minute)
    #expect(attempts.wait(7, at: at(5 * Self.minute + 20_000)) == "a minute.")
    #expect(attempts.limit.accounts["7"]?.wait == 40_000)
    #expect(attempts.wait(7, at: at(6 * Self.minute)) == nil)
  }

  @Test func `time that passes shortens the waits of every account, and none grows or ends below zero`() {
    let attempts = Attempts()
    for account: uid_t in [7, 8] { for _ in 0..<5 { #expect(attempts.wait(account, at: at(0)) == nil) } }
    #expect(attempts.wait(8, at: at(Self.minute)) == nil)
    #expect(
      attempts.limit.accounts == [
        "7": TryLimit.Account(count: 5, wait: 0), "8": TryLimit.Account(count: 6, wait: 5 * Self.minute),
      ])
    #expect(attempts.wait(9, at: at(20 * Self.minute)) == nil)
    #expect(
      attempts.limit.accounts == [
        "7": TryLimit.Account(count: 5, wait: 0), "8": TryLimit.Account(count: 6, wait: 0),
        "9": TryLimit.Account(count: 1, wait: 0),
      ])
    attempts.limit.succeed(8)
    #expect(attempts.limit.accounts.keys.sorted() == ["7", "9"])
  }

  @Test func `a day begins with its first attempt, and the longer of two waits is told`() {
    let attempts = Attempts()
    #expect(attempts.wait(1, at: at(0)) == nil)
    // The account of the last attempts waits for an hour, and the day is over in a minute.
    let late = Self.day - Self.minute
    for account: uid_t in 2..<93 { #expect(attempts.wait(account, at: at(late / 2)) == nil) }
    var now = late - (1 + 5 + 15) * Self.minute
    for _ in 0..<5 { #expect(attempts.wait(500, at: at(now)) == nil) }
    for minutes: Int64 in [1, 5, 15] {
      now += minutes * Self.minute
      #expect(attempts.wait(500, at: at(now)) == nil)
    }
    #expect(now == late && attempts.limit.accounts["500"] == TryLimit.Account(count: 8, wait: 60 * Self.minute))
    #expect(attempts.wait(500, at: at(now)) == "60 minutes.")
    #expect(attempts.wait(600, at: at(now)) == "a minute.")
    #expect(attempts.wait(600, at: at(Self.day - 1)) == "a minute.")
    #expect(attempts.wait(600, at: at(Self.day)) == nil)
    #expect(attempts.wait(500, at: at(Self.day)) == "59 minutes.")
    // The next day begins with the attempt that was taken in it.
    for account: uid_t in 1_000..<1_099 { #expect(attempts.wait(account, at: at(Self.day + 1)) == nil) }
    #expect(attempts.wait(600, at: at(2 * Self.day - 1)) == "a minute.")
    #expect(attempts.wait(600, at: at(2 * Self.day)) == nil)
  }
}
