// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Glibc

/// Measures nanoseconds.
enum Stopwatch {
  /// The processor time of the calling thread, which other load on the machine affects little.
  static func processorTime(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
  }

  static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = MonotonicTime.now.nanoseconds
    try body()
    return Double(MonotonicTime.now.nanoseconds - start)
  }
}
