// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionRuntime
import Foundation
import Testing

/// The function that `SystemRandomNumberGenerator` calls in static and in optimised programs, called directly because this
/// test program is neither.
@_silgen_name("swift_stdlib_random") private func swiftRandom(_ buffer: UnsafeMutableRawPointer, _ count: Int)

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

  @Test func `random numbers follow from the request's seed, and are the kernel's without one (WIDGET-W5)`() async {
    await #expect(processExitsWith: .success) {
      func drawn(_ seed: Int64?) -> [UInt64] {
        CallbackClock.process.seed(seed)
        defer { CallbackClock.process.seed(nil) }
        return (0..<5).map { _ in
          var number: UInt64 = 0
          swiftRandom(&number, MemoryLayout<UInt64>.size)
          return number
        }
      }
      let (first, again, other) = (drawn(7), drawn(7), drawn(8))
      guard first == again, first != other, Set(first).count == 5 else { exit(1) }
      exit(drawn(nil) == drawn(nil) ? 2 : 0)
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
