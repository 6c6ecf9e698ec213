// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport

/// Nanoseconds of the monotonic clock.
enum Stopwatch {
  static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = MonotonicTime.now.nanoseconds
    try body()
    return Double(MonotonicTime.now.nanoseconds - start)
  }
}
