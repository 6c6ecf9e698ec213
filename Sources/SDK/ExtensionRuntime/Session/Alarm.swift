// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import Foundation

/// A timer that wakes one thread. Setting it costs a system call but no thread switch.
final class Alarm: Sendable {
  private let descriptor = cextensionshims_alarm_open()

  deinit { close(descriptor) }

  func ring(after time: Duration) {
    let (seconds, attoseconds) = time.components
    cextensionshims_alarm_set(descriptor, max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  /// Blocks until the timer fires. Without a timer it returns after 10 ms, so that the caller polls.
  func wait() {
    if cextensionshims_alarm_wait(descriptor) != 0 { usleep(10_000) }
  }
}
