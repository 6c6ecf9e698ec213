// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostCore

/// The timers and limits of a host on a real clock, without waiting for any of them.
@Suite struct HostTimersTests {
  private func isReadable(_ descriptor: CInt, within milliseconds: CInt = 0) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, milliseconds) == 1
  }

  /// The milliseconds until a timer expires, from the kernel's own record; `nil` if it is not set.
  private func remaining(_ descriptor: CInt) throws -> Double? {
    let text = try String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("it_value:") })
    let numbers = line.split { !$0.isNumber }.compactMap { Double($0) }
    let milliseconds = numbers[0] * 1_000 + numbers[1] / 1_000_000
    return milliseconds == 0 ? nil : milliseconds
  }

  private func openFiles(_ kind: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains(kind) == true
    }
  }

  @Test(arguments: [1_500, 10_001, 61_999, 3_600_000]) func `a timer is set to the instant that was asked for`(
    _ milliseconds: Int64
  ) throws {
    let timer = try WakeTimer()
    for offset in [0, 998, 999] as [Int64] {
      let before = DeviceTime.boottime
      timer.set(to: before + milliseconds + offset)
      let left = try #require(try remaining(timer.descriptor))
      let after = DeviceTime.boottime
      // The clock is read in whole milliseconds.
      #expect(left > Double(milliseconds + offset - (after - before) - 2) && left < Double(milliseconds + offset + 1))
      #expect(!isReadable(timer.descriptor) || after - before > milliseconds)
    }
    timer.set(to: nil)
    #expect(try remaining(timer.descriptor) == nil && !isReadable(timer.descriptor))
  }

  @Test(arguments: [-5, 0, 1, 1_000]) func `an instant that is over is reported once, each time it is set`(
    _ instant: Int64
  ) throws {
    let timer = try WakeTimer()
    for _ in 0..<3 {
      timer.set(to: instant)
      timer.set(to: instant)
      #expect(isReadable(timer.descriptor, within: -1))
      timer.quieten()
      #expect(!isReadable(timer.descriptor))
    }
    timer.set(to: DeviceTime.boottime + 3_600_000)
    timer.quieten()
    #expect(try remaining(timer.descriptor) != nil && !isReadable(timer.wallDescriptor))
  }

  @Test func `timers and signals that are gone leave no descriptor open`() throws {
    let before = (try openFiles("timerfd"), try openFiles("eventfd"))
    for _ in 0..<300 {
      _ = try WakeTimer()
      _ = try Signal()
    }
    #expect(try openFiles("timerfd") < before.0 + 200 && openFiles("eventfd") < before.1 + 200)
  }

  @Test func `a signal is taken once, however often it was raised`() throws {
    let signal = try Signal()
    #expect(!signal.take() && !isReadable(signal.descriptor))
    for count in [1, 3] {
      for _ in 0..<count { signal.raise() }
      #expect(isReadable(signal.descriptor) && signal.take() && !signal.take() && !isReadable(signal.descriptor))
    }
  }

  @Test func `the device's time follows the kernel's by a fixed offset`() {
    let time = DeviceTime()
    for offset in [0, 5_000_000, -70_000] as [Int64] {
      time.set(offset: offset)
      let (before, now, after) = (DeviceTime.boottime, time.now, DeviceTime.boottime)
      #expect(before + offset <= now && now <= after + offset)
    }
    let seconds = Double(DeviceTime.boottime) / 1_000
    let uptime = (try? String(contentsOfFile: "/proc/uptime", encoding: .utf8))?.split(separator: " ").first
    #expect(abs((uptime.flatMap { Double($0) } ?? 0) - seconds) < 600)
  }

  @Test func `the device's time is the kernel's to the millisecond before an offset is set`() {
    let time = DeviceTime()
    for _ in 0..<10_000 {
      let (before, now, after) = (DeviceTime.boottime, time.now, DeviceTime.boottime)
      // Only within one millisecond is the reading between them known.
      guard before == after else { continue }
      return #expect(now == before)
    }
    Issue.record("no millisecond was long enough for three readings")
  }

  @Test func `a family asks sixty-four questions at once and eight per second after that`() {
    let start = ContinuousClock.now
    func taken(_ rate: QuestionRate, _ count: Int, at seconds: Double) -> Int {
      (0..<count).count { _ in rate.takes(at: start + .milliseconds(Int64(seconds * 1_000))) }
    }
    let rate = QuestionRate()
    #expect(taken(rate, 100, at: 0) == 64)
    // An earlier instant, as another thread may have read it, gives nothing.
    #expect(taken(rate, 10, at: -5) == 0 && taken(rate, 10, at: -5) == 0)
    let later = QuestionRate()
    #expect(taken(later, 64, at: 0) == 64 && taken(later, 1, at: 0.124) == 0 && taken(later, 2, at: 0.125) == 1)
    #expect(taken(later, 100, at: 1.125) == 8 && taken(later, 100, at: 1.5) == 3)
    #expect(taken(later, 100, at: 3_600) == 64)
  }
}
