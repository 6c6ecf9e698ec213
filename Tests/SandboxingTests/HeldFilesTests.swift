// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// What a process may still write to, from the kernel's text; an undercount would exceed a container's bound.
@Suite struct HeldFilesTests {
  private let device: UInt64 = 0xfe00
  private func growth(_ lines: String...) -> Int64? {
    HeldFiles(mappings: Array(lines.joined(separator: "\n").utf8))?.growth(on: device, largestFile: 100).values
      .reduce(0, +)
  }

  @Test func `counts each shared file once`() {
    #expect(
      growth(
        "7f0-7f1 rw-s 00000000 fe:00 12 /container/a", "7f2-7f3 rw-s 00001000 fe:00 12 /container/a",
        "7f4-7f5 rw-s 00000000 00:2a 13 /container/b", "7f6-7f7 rw-p 00000000 fe:00 14 /container/c",
        "7f8-7f9 rw-p 00000000 00:00 0 ", "7fa-7fb r-xp 00000000 00:00 0 [vdso]") == 200)
  }

  @Test func `counts a file of another device that is named like a removed one`() {
    #expect(growth("7f0-7f1 rw-s 00000000 00:2a 12 /container/a (deleted)") == 100)
    // Counted in whole among the removed files.
    #expect(growth("7f0-7f1 rw-s 00000000 fe:00 12 /container/a (deleted)") == 0)
  }

  @Test(arguments: ["7f0-7f1 rw-s 00000000 fe:00", "7f0-7f1 rw-s 00000000 fe 12 /a", "7f0-7f1 rw-s 0 fe:00 x /a"])
  func `does not skip a line that it does not understand`(line: String) {
    #expect(growth(line) == nil)
  }

  @Test func `reads this process and none that does not exist`() {
    #expect(HeldFiles(of: getpid()) != nil)
    #expect(HeldFiles(of: Int32.max) == nil)
  }

  @Test func `reads a process that opens and closes files all the time`() {
    let isOver = Atomic(false)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !isOver.load(ordering: .relaxed) {
        close(open("/dev/null", O_RDONLY | O_CLOEXEC))
        close(open("/proc/self/maps", O_RDONLY | O_CLOEXEC))
      }
      ended.signal()
    }
    #expect((1...1000).count { _ in HeldFiles(of: getpid()) == nil } == 0)
    isOver.store(true, ordering: .relaxed)
    ended.wait()
  }

  @Test func `returns no part of a text that is too long`() throws {
    let path = "\(NSTemporaryDirectory())/held-files-\(getpid())"
    defer { unlink(path) }
    try Data(repeating: 1, count: 1000).write(to: URL(fileURLWithPath: path))
    let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC))
    #expect(file.text(atMost: 1000)?.count == 1000)
    #expect(file.text(atMost: 999) == nil)
  }
}
