// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostCore

/// The clock of a host's threads, beside the kernel's own.
@Suite struct DeviceClockTests {
  private static var kernel: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return (Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)) / 1_000_000
  }

  @Test func `the clock tells the whole milliseconds of the kernel's, and each begins when the kernel's does`() {
    var wrong: [Int64] = []
    var last = Self.kernel
    // Long enough to see many milliseconds begin.
    let end = last + 200
    while last < end {
      let before = Self.kernel
      let read = DeviceTime.boottime
      last = Self.kernel
      if read < before || last < read { wrong.append(read - before) }
    }
    #expect(wrong == [])
  }
}
