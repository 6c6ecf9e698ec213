// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import Foundation

/// Wakes one thread at a time that can be moved: setting it costs a system call, and no change of threads.
final class Alarm: Sendable {
  private let descriptor = cextensionshims_alarm_open()

  deinit { close(descriptor) }

  func ring(after time: Duration) {
    let (seconds, attoseconds) = time.components
    cextensionshims_alarm_set(descriptor, max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  /// Blocks until it rings. A process that got no timer looks often instead.
  func wait() {
    if cextensionshims_alarm_wait(descriptor) != 0 { usleep(10_000) }
  }
}
