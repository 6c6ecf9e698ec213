// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSampleFeeds
import Foundation
import Glibc

/// The kernel's clocks and the computer's time zone.
package struct SystemClocks: Sendable {
  private let boot: String

  /// - Throws: `SampleFeedError` if the kernel's boot ID can't be read.
  package init() throws(SampleFeedError) {
    let path = "/proc/sys/kernel/random/boot_id"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.prefix(8).count == 8,
      text.prefix(8).allSatisfy({ $0.isASCII && $0.isHexDigit && !$0.isUppercase })
    else { throw SampleFeedError(.unreadable, "the boot ID can't be read from \(path)") }
    boot = String(text.prefix(8))
  }

  package func read() -> ClockReading {
    ClockReading(
      boot: boot, boottime: Self.milliseconds(CLOCK_BOOTTIME), monotonic: Self.milliseconds(CLOCK_MONOTONIC),
      wall: Self.milliseconds(CLOCK_REALTIME), isSynchronised: csamplefeeds_is_clock_synchronised() == 1,
      timeZone: Self.timeZone())
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The current time zone: `TZ`, else the target of `/etc/localtime`. Looked up at each reading, since the computer
  /// may travel.
  private static func timeZone() -> String {
    let named = ProcessInfo.processInfo.environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if let named, TimeZone(identifier: named) != nil { return named }
    let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")) ?? ""
    if let folder = link.range(of: "zoneinfo/") {
      let name = String(link[folder.upperBound...])
      if TimeZone(identifier: name) != nil { return name }
    }
    return TimeZone.current.identifier
  }
}
