// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionRuntime
import Foundation
import Testing

@Suite struct ShimTests {
  @Test func `the kernel's clock is passed through`() {
    let kernel = Double(CallbackClock.process.kernel()) / 1_000
    #expect(abs(kernel - Date().timeIntervalSince1970) < 5)
  }

  @Test func `reads a thread's state from the kernel, or reports a running one if there is no file`() throws {
    let own = try String(contentsOfFile: "/proc/self/stat", encoding: .utf8)
    #expect(own.contains("("))
    let absent = open("/proc/999999999/stat", O_RDONLY)
    defer { close(absent) }
    #expect(absent >= 0)
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(absent, &buffer, buffer.count)
    #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).hasPrefix("0 (w) R 0"))
    #expect(open("/proc/999999999/status", O_RDONLY) == -1)
  }

  @Test func `Date reads the frozen clock`() async {
    await #expect(processExitsWith: .success) {
      CallbackClock.process.freeze(1_795_188_300_500)
      let frozen = Date().timeIntervalSince1970
      CallbackClock.process.release()
      let released = abs(Date().timeIntervalSince1970 - Double(CallbackClock.process.kernel()) / 1_000) < 5
      exit(frozen == 1_795_188_300.5 && released ? 0 : 1)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "chroot needs root"))
  func `random bytes come from the kernel where there is no device, and UUID uses them`() async {
    await #expect(processExitsWith: .success) {
      let place = FileManager.default.temporaryDirectory.path + "/sallyport-empty-\(getpid())"
      try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      guard chroot(place) == 0, access("/dev/urandom", F_OK) != 0 else { exit(1) }
      let device = open("/dev/urandom", O_RDONLY)
      var bytes = [UInt8](repeating: 0, count: 64)
      guard read(device, &bytes, bytes.count) == 64, Set(bytes).count > 8 else { exit(2) }
      exit(UUID() == UUID() ? 3 : 0)
    }
  }
}
