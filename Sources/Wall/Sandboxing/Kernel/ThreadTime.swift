// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The processor time of the calling thread.
enum ThreadTime {
  static var now: Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
