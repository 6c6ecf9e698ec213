// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One reading of the kernel's clocks. All decisions about clocks use such values, so tests need no real clock.
package struct ClockReading: Hashable, Codable, Sendable {
  /// The first eight digits of the boot ID.
  package var boot: String
  /// CLOCK_BOOTTIME in milliseconds: includes time asleep and can't be set.
  package var boottime: Int64
  /// CLOCK_MONOTONIC in milliseconds: excludes time asleep.
  package var monotonic: Int64
  /// CLOCK_REALTIME in milliseconds since 1970.
  package var wall: Int64
  /// Whether the kernel considers its clock synchronised (`STA_UNSYNC` is not set).
  package var isSynchronised: Bool
  /// The current time zone, such as `Europe/Berlin`.
  package var timeZone: String

  package init(
    boot: String, boottime: Int64, monotonic: Int64, wall: Int64, isSynchronised: Bool, timeZone: String
  ) {
    self.boot = boot
    self.boottime = boottime
    self.monotonic = monotonic
    self.wall = wall
    self.isSynchronised = isSynchronised
    self.timeZone = timeZone
  }
}
