// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import Synchronization

/// Scripted use on a clock that is faster than the machine's: a minute passes in half a second.
final class ScaledFeed: LiveFeed {
  static let speed: Int64 = 120

  /// The foreground from each offset on, in milliseconds after the start; the last one continues.
  private let script: [(from: Int64, front: RecordedForeground)]
  private let start: Timestamp
  /// The machine's clock at the start.
  let base: Int64
  private var last: Timestamp
  /// Empty: the feed reads no files.
  let descriptors: [CInt] = []

  init(_ script: [(from: Int64, front: RecordedForeground)], start: Timestamp) {
    (self.script, self.start, last) = (script, start, start)
    base = Self.machine
  }

  /// The machine's clock in milliseconds.
  static var machine: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  private var now: Timestamp { start.advanced(by: (Self.machine - base) * Self.speed) }

  /// Shortly after each change, so that the new foreground is read.
  var nextLook: Timestamp? {
    script.map { start.advanced(by: $0.from + Self.speed) }.first { last < $0 }
  }

  func read() -> [DeviceInput] {
    let now = now
    guard last < now else { return [.time(last)] }
    var inputs: [DeviceInput] = []
    for (index, part) in script.enumerated() {
      let end = index + 1 < script.count ? start.advanced(by: script[index + 1].from) : now
      let span = UseSpan(
        start: max(last, start.advanced(by: part.from)), end: min(now, end), front: part.front)
      if span.start < span.end { inputs.append(.use(span)) }
    }
    last = now
    return inputs + [.time(now)]
  }

  func boottime(of instant: Timestamp) -> Int64 { Self.boottime(of: instant, after: start, at: base) }

  /// The machine's clock at an instant of a feed that began at `start` when the machine's clock was `base`.
  static func boottime(of instant: Timestamp, after start: Timestamp, at base: Int64) -> Int64 {
    base + (instant.milliseconds(since: start) + speed - 1) / speed
  }
}
