// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CEvents
import Foundation
import Synchronization

/// The device's clock for other threads: CLOCK_BOOTTIME plus the device's offset from it.
final class DeviceTime: Sendable {
  private let offset = Atomic<Int64>(0)

  /// The device's milliseconds.
  var now: Int64 { Self.boottime + offset.load(ordering: .relaxed) }

  func set(offset milliseconds: Int64) { offset.store(milliseconds, ordering: .relaxed) }

  /// CLOCK_BOOTTIME in milliseconds.
  static var boottime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
