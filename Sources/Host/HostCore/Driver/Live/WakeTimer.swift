// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CEvents
import Foundation

/// Two timers: one for the next instant at which something can be due, and one that fires when the wall clock is set.
final class WakeTimer {
  /// Readable once the set instant has passed.
  let descriptor: CInt
  /// Readable after CLOCK_REALTIME was set (LIVE-CLK3).
  let wallDescriptor: CInt
  /// The milliseconds without any event after which the host counts as at rest.
  var restDelay: CInt = 20_000
  private var instant: Int64?

  /// - Throws: `HostError` if the kernel can't create the timers.
  init() throws {
    descriptor = timerfd_create(CInt(CLOCK_BOOTTIME), CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC))
    wallDescriptor = timerfd_create(CInt(CLOCK_REALTIME), CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC))
    guard descriptor >= 0, wallDescriptor >= 0 else {
      throw HostError(.failed, "The kernel can't create a timer: \(String(cString: strerror(errno)))")
    }
    watchWallClock()
  }

  deinit {
    close(descriptor)
    close(wallDescriptor)
  }

  /// - Parameter boottime: CLOCK_BOOTTIME in milliseconds; `nil` disarms the timer.
  func set(to boottime: Int64?) {
    guard boottime != instant else { return }
    instant = boottime
    var time = itimerspec()
    if let boottime {
      // Zero would disarm it.
      let milliseconds = max(1, boottime)
      time.it_value = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
    }
    timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME), &time, nil)
  }

  /// Reads the expired timers, so that they are not readable any more.
  func quieten() {
    var count: UInt64 = 0
    if read(descriptor, &count, 8) == 8 { instant = nil }
    if read(wallDescriptor, &count, 8) < 0, errno == ECANCELED { watchWallClock() }
  }

  private func watchWallClock() {
    // The expiry never comes; setting the clock cancels the timer, which makes it readable.
    var time = itimerspec()
    time.it_value.tv_sec = .max
    timerfd_settime(
      wallDescriptor, CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET), &time, nil)
  }
}
