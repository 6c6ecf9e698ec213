// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One reading of the kernel's clocks. Everything about clocks is decided on such values, so tests need no clock.
package struct ClockReading: Hashable, Codable, Sendable {
  /// The first eight digits of the boot ID.
  package var boot: String
  /// CLOCK_BOOTTIME in milliseconds: goes on while the computer sleeps, and no one can set it.
  package var boottime: Int64
  /// CLOCK_MONOTONIC in milliseconds: stands still while the computer sleeps.
  package var monotonic: Int64
  /// CLOCK_REALTIME in milliseconds since 1970.
  package var wall: Int64
  /// Whether the kernel considers its clock synchronised (`STA_UNSYNC` is not set).
  package var isSynchronised: Bool
  /// The zone in force, such as `Europe/Berlin`.
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
