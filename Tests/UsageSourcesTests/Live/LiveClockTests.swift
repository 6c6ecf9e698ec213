// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing

@testable import UsageSources

@Suite struct LiveClockTests {
  private typealias F = LiveFixture

  private func begin(_ reading: ClockReading = F.reading(0)) -> LiveClock {
    LiveClock.start(reading, mark: nil, device: nil).clock
  }

  private func words(_ events: [SourceEvent]) -> [String] { F.words(events.map { .source($0) }) }

  @Test func `ignores small steps, follows synchronised changes and reports them (LIVE-CLK3)`() {
    var clock = begin()
    #expect(clock.take(F.reading(10, wallAhead: 1.9)).events.isEmpty)
    #expect(clock.now == F.time(10), "a step within two seconds changes nothing")
    #expect(
      words(clock.take(F.reading(20, wallAhead: 40, isSynchronised: false)).events)
        == ["set by 38100 followed", "jumped to 60", "marked"])
    #expect(
      words(clock.take(F.reading(30, wallAhead: 7_200)).events) == [
        "set by 7160000 followed", "jumped to 7230", "marked",
      ])
    #expect(
      words(clock.take(F.reading(40, wallAhead: 0)).events) == ["set by -7200000 followed", "jumped to 40", "marked"])
  }

  @Test func `ignores an unsynchronised jump until the clock is synchronised (LIVE-CLK5)`() {
    var clock = begin()
    let jumped = clock.take(F.reading(10, wallAhead: 3_600, isSynchronised: false))
    #expect(words(jumped.events) == ["set by 3600000 ignored", "marked"] && jumped.followed == 0)
    #expect(clock.now == F.time(10))
    #expect(clock.take(F.reading(20, wallAhead: 3_600, isSynchronised: false)).events.isEmpty, "it is reported once")
    #expect(clock.now == F.time(20))
    #expect(
      words(clock.take(F.reading(30, wallAhead: 3_600)).events) == [
        "set by 3600000 followed", "jumped to 3630", "marked",
      ])
  }

  @Test func `many small jumps together gain no more time than the limit (LIVE-CLK5)`() {
    var clock = begin()
    for step in 1...100 {
      _ = clock.take(F.reading(Double(step), wallAhead: Double(step) * 30, isSynchronised: false))
    }
    #expect(clock.now <= F.time(100 + 60))
    #expect(clock.now > F.time(100))
  }

  @Test func `accepts clocks 55 years ahead, before 1970 and at the limits of time`() {
    for wall in [Int64.min, -1, 0, 3_300_000_000_000, .max] {
      for isSynchronised in [true, false] {
        var clock = begin()
        var reading = F.reading(10, isSynchronised: isSynchronised)
        reading.wall = wall
        _ = clock.take(reading)
        if !isSynchronised { #expect(clock.now == F.time(10)) }
        _ = clock.take(F.reading(20))
        #expect(clock.now == F.time(20) || !isSynchronised)
        _ = LiveClock.start(reading, mark: clock.mark, device: F.time(5))
        _ = LiveClock.start(reading, mark: nil, device: F.time(5))
      }
    }
  }

  @Test func `sleep is the boot clock's gain over the monotonic clock (LIVE-CLK1)`() {
    var clock = begin()
    #expect(clock.take(F.reading(100, asleep: 0.9)).slept == 0)
    #expect(clock.take(F.reading(5_000, asleep: 4_000.9)).slept == 4_000_000)
    #expect(clock.take(F.reading(5_010, asleep: 4_000.9)).slept == 0)
  }

  @Test func `ignores a reading older than the last`() {
    var clock = begin(F.reading(100))
    #expect(clock.take(F.reading(50)) == LiveClock.Change(reached: F.time(100)))
    #expect(clock.now == F.time(100))
  }

  @Test func `a host restarted in the same boot continues with the same time (LIVE-CLK5)`() {
    var clock = begin()
    _ = clock.take(F.reading(10, wallAhead: 3_600, isSynchronised: false))
    let again = LiveClock.start(
      F.reading(500, wallAhead: 3_600, isSynchronised: false), mark: clock.mark, device: F.time(10))
    #expect(again.clock.now == F.time(500))
    #expect(words(again.events) == ["jumped to 500"])
    // The clock was set while no host ran.
    let behind = LiveClock.start(
      F.reading(500, wallAhead: 7_200, isSynchronised: false), mark: clock.mark, device: F.time(10))
    #expect(words(behind.events) == ["set by 3600000 ignored", "marked", "jumped to 500"])
  }

  @Test func `time never goes back across a reboot unless the clock is synchronised (LIVE-CLK5)`() {
    let reset = LiveClock.start(
      F.reading(5, wallAhead: -1_000_000, isSynchronised: false, boot: "00000001"), mark: begin().mark,
      device: F.time(900))
    #expect(reset.clock.now == F.time(900))
    #expect(words(reset.events) == ["set by -1000895000 reset", "marked"])
    var clock = reset.clock
    #expect(
      words(clock.take(F.reading(10, wallAhead: 1_000, boot: "00000001")).events)
        == ["set by 1001000000 followed", "jumped to 1010", "marked"])
    let vouched = LiveClock.start(
      F.reading(5, wallAhead: 100, boot: "00000001"), mark: begin().mark, device: F.time(900))
    #expect(words(vouched.events) == ["marked", "jumped to 105"])
    let later = LiveClock.start(
      F.reading(5, wallAhead: 5_000, isSynchronised: false, boot: "00000001"), mark: begin().mark, device: F.time(900))
    #expect(words(later.events) == ["marked", "jumped to 5005"], "after a reboot only the wall clock gives the time")
  }

  @Test func `reports a change of zone once (D16)`() {
    var clock = begin()
    #expect(words(clock.take(F.reading(1, zone: "Europe/Berlin")).events) == ["zone Europe/Berlin"])
    #expect(clock.take(F.reading(2, zone: "Europe/Berlin")).events.isEmpty)
  }

  @Test func `converts device time to the boot clock and back`() {
    var clock = begin()
    _ = clock.take(F.reading(10, wallAhead: 3_600))
    #expect(clock.boottime(of: clock.now) == 10_000)
    #expect(clock.trusted(boottime: 11_000) == F.time(3_611))
  }

  @Test func `reads the kernel's clocks`() throws {
    let clocks = try SystemClocks()
    let (one, two) = (clocks.read(), clocks.read())
    #expect(one.boot == two.boot && one.boottime <= two.boottime && one.monotonic <= one.boottime)
    #expect(one.wall > F.epoch && !one.timeZone.isEmpty)
  }
}
