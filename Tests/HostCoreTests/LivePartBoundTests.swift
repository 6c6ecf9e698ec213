// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostCore

/// The bounds of a live host's parts, and what they do at them.
@Suite struct LivePartBoundTests {
  @Test func `a program may have sixty-four reports waiting, and a host rests after twenty seconds`() throws {
    #expect(try Mailbox.room == 64 && WakeTimer().restDelay == 20_000)
  }

  @Test func `a timer that was looked at before its time can still be disarmed`() throws {
    let timer = try WakeTimer()
    func isArmed() throws -> Bool {
      let text = try String(contentsOfFile: "/proc/self/fdinfo/\(timer.descriptor)", encoding: .utf8)
      try #require(text.contains("it_value: ("))
      return !text.contains("it_value: (0, 0)")
    }
    timer.set(to: DeviceTime.boottime + 3_600_000)
    timer.quieten()
    #expect(try isArmed())
    timer.set(to: nil)
    #expect(try !isArmed())
  }

  @Test func `a signal needs one free descriptor and a timer two, and without them there is none`() async {
    await #expect(processExitsWith: .success) {
      // RLIMIT_NOFILE
      let resource = __rlimit_resource_t(7)
      var usual = rlimit(rlim_cur: 0, rlim_max: 0)
      try #require(getrlimit(resource, &usual) == 0)
      // The two lowest free descriptors.
      let (first, second) = (open("/dev/null", O_RDONLY), open("/dev/null", O_RDONLY))
      try #require(first > 2 && first < second && close(first) == 0 && close(second) == 0)
      var found: [String] = []
      for limit in [first, first + 1, second + 1] {
        var files = usual
        files.rlim_cur = rlim_t(limit)
        try #require(setrlimit(resource, &files) == 0)
        let hasSignal = (try? Signal()) != nil
        let hasTimer = (try? WakeTimer()) != nil
        try #require(setrlimit(resource, &usual) == 0)
        found.append("\(hasSignal) \(hasTimer)")
      }
      #expect(found == ["false false", "true false", "true true"])
    }
  }

  @Test(arguments: ["3000-3000", "1000-3000-5000"])
  func `a line whose first word is not a range of two different addresses begins no mapping`(_ word: String) {
    let smaps = "\(word) r-xp 00000000 fe:00 7 /usr/bin/a\nVmFlags: rd ex\n"
    #expect(ResidentMemory.unchangedFileMappings(Array(smaps.utf8)).isEmpty)
  }
}
