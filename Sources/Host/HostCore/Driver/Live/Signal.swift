// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CEvents
import Foundation

/// A descriptor that becomes readable when another thread raises the signal.
final class Signal: Sendable {
  let descriptor: CInt

  /// - Throws: `HostError` if the process has no descriptor left.
  init() throws {
    descriptor = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw HostError(.failed, "The kernel can't create an eventfd: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  func raise() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// - Returns: whether it was raised since the last call.
  func take() -> Bool {
    var count: UInt64 = 0
    return read(descriptor, &count, 8) == 8
  }
}
