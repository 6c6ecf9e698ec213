// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ScreenTimeRules

/// Use on a clock that is faster than the machine's, because thresholds are whole minutes of use. The editor comes
/// first, so that the apps can start; then editor and chess alternate.
final class AlternatingFeed: LiveFeed {
  static let speed: Int64 = 30
  // In the device's milliseconds.
  private static let beginning = 4_000 * speed
  private static let editorPart = 300 * speed
  private static let period = 800 * speed

  let descriptors: [CInt] = []
  private let start: Timestamp
  /// Nanoseconds of CLOCK_BOOTTIME at the start.
  private var base: Int64
  private let length: Int64
  private var last: Timestamp
  /// Called once the length has passed.
  var onEnd: () -> Void = {}

  /// - Parameter length: the milliseconds that use lasts by the machine's clock.
  init(start: Timestamp, length: Int64) {
    (self.start, self.length, last) = (start, length * Self.speed, start)
    base = BootClock.nanoseconds
  }

  /// Restarts the clock, after the programs were installed.
  func begin() { base = BootClock.nanoseconds }

  /// A millisecond of the machine's clock after the next change, because the new use has no length before that, as with
  /// a machine's sources.
  var nextLook: Timestamp? { change(after: last.advanced(by: -1)).advanced(by: Self.speed) }

  func read() -> [DeviceInput] {
    let now = start.advanced(by: (BootClock.nanoseconds - base) * Self.speed / 1_000_000)
    if now.milliseconds(since: start) > length { onEnd() }
    var inputs: [DeviceInput] = []
    while last < now {
      let end = min(now, change(after: last))
      inputs.append(.use(UseSpan(start: last, end: end, app: app(at: last), isPresent: true)))
      last = end
    }
    return inputs + [.time(last)]
  }

  /// Rounded up, so that a timer never fires early.
  func boottime(of instant: Timestamp) -> Int64 { (nanoseconds(of: instant) + 999_999) / 1_000_000 }

  /// The value of CLOCK_BOOTTIME at an instant of the device.
  private func nanoseconds(of instant: Timestamp) -> Int64 {
    base + instant.milliseconds(since: start) * 1_000_000 / Self.speed
  }

  /// The nanoseconds by the machine's clock from an instant of the device to a value of CLOCK_BOOTTIME.
  func time(since instant: Timestamp, to now: Int64 = BootClock.nanoseconds) -> Double {
    Double(now - nanoseconds(of: instant))
  }

  private func app(at instant: Timestamp) -> Item {
    let time = instant.milliseconds(since: start) - Self.beginning
    return time < 0 || time % Self.period < Self.editorPart ? SampleFamilies.editor : SampleFamilies.chess
  }

  /// The first change of application after an instant.
  private func change(after instant: Timestamp) -> Timestamp {
    let time = instant.milliseconds(since: start) - Self.beginning
    guard time >= Self.editorPart else { return start.advanced(by: Self.beginning + Self.editorPart) }
    let (turn, part) = time.quotientAndRemainder(dividingBy: Self.period)
    let next = part < Self.editorPart ? Self.editorPart : Self.period
    return start.advanced(by: Self.beginning + turn * Self.period + next)
  }
}
