// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// The memory that a host at rest unmaps.
@Suite(.serialized) struct ResidentMemoryTests {
  /// A mapping as in `/proc/<pid>/smaps`.
  private static func mapping(
    _ range: String, _ permissions: String = "r-xp", inode: Int = 7, anonymous: Int = 0, swap: Int = 0
  ) -> String {
    """
    \(range) \(permissions) 00002000 fe:00 \(inode)                     /usr/bin/a program
    Size:                 24 kB
    Rss:                  24 kB
    Anonymous:            \(anonymous) kB
    Swap:                 \(swap) kB
    SwapPss:               0 kB
    VmFlags: rd ex mr mw me

    """
  }

  private static func found(_ smaps: String...) -> [Range<UInt>] {
    ResidentMemory.unchangedFileMappings(Array(smaps.joined().utf8))
  }

  @Test func `only mappings that equal their file are unmapped`() {
    #expect(Self.found(Self.mapping("1000-3000")) == [0x1000..<0x3000])
    #expect(Self.found(Self.mapping("1000-3000", "r--p")) == [0x1000..<0x3000])
    #expect(Self.found(Self.mapping("1000-3000", "rw-p")).isEmpty)
    #expect(Self.found(Self.mapping("1000-3000", "---p")).isEmpty)
    // Shared: others see it too.
    #expect(Self.found(Self.mapping("1000-3000", "r--s")).isEmpty)
    // Of no file.
    #expect(Self.found(Self.mapping("1000-3000", inode: 0)).isEmpty)
  }

  @Test func `a mapping with a page of its own is kept, also if that page is swapped out`() {
    #expect(Self.found(Self.mapping("1000-3000", "r--p", anonymous: 4)).isEmpty)
    #expect(Self.found(Self.mapping("1000-3000", "r--p", swap: 4)).isEmpty)
    let between = Self.found(
      Self.mapping("1000-3000"), Self.mapping("3000-4000", anonymous: 4), Self.mapping("4000-7000"))
    #expect(between == [0x1000..<0x3000, 0x4000..<0x7000])
  }

  @Test(arguments: [
    "", "\n", "1000-3000", "3000-1000 r-xp 0 fe:00 7 /a\nVmFlags: rd\n", "x-y r-xp 0 fe:00 7 /a\nVmFlags: rd\n",
  ])
  func `lines that describe no mapping give nothing`(smaps: String) { #expect(Self.found(smaps).isEmpty) }

  /// The memory of this process's mapped code, in KiB.
  private static var code: Int {
    let smaps = (try? String(contentsOfFile: "/proc/self/smaps", encoding: .utf8)) ?? ""
    var (sum, isCode) = (0, false)
    for line in smaps.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 1, words[0].contains("-"), words[1].count == 4 { isCode = words[1] == "r-xp" }
      if isCode, words[0] == "Rss:" { sum += Int(words[1]) ?? 0 }
    }
    return sum
  }

  @Test func `a live host at rest unmaps its code and goes on afterwards`() throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .answers(["effects": []])])
    run.restDelay = 20
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "one.monitor")
    let before = Self.code
    let deadline = ContinuousClock.now + .seconds(30)
    var least = before
    while least > before / 2, ContinuousClock.now < deadline { least = min(least, Self.code) }
    #expect(least <= before / 2, "\(least) of \(before) KiB stayed")
    try run.end()
    #expect(run.events.contains { $0.extension == "one.monitor" && $0.settlement != nil })
  }
}
