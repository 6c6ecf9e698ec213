// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import Testing

/// The device's key in memory (`privacy.md#tokens`).
@Suite struct LockedKeyTests {
  /// The flags of mappings that are excluded from core dumps; this program has no others.
  private func undumped() throws -> [Substring] { try mappings().map(\.flags) }

  /// The pages of those mappings. Neighbours count as one mapping.
  private func undumpedPages() throws -> Int { try mappings().map(\.kilobytes).reduce(0, +) / 4 }

  private func mappings() throws -> [(kilobytes: Int, flags: Substring)] {
    // The kernel reports no size, so the file is read to its end.
    let data = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps")).readToEnd() ?? Data()
    var kilobytes = 0
    var found: [(kilobytes: Int, flags: Substring)] = []
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      if let size = line.firstMatch(of: /^Size: +(\d+) kB/) { kilobytes = Int(size.output.1) ?? 0 }
      if line.hasPrefix("VmFlags:"), line.contains(" dd") { found.append((kilobytes, line)) }
    }
    return found
  }

  @Test func `a key is in a page that is locked and excluded from core dumps`() throws {
    let key = try #require(RootKey(bytes: Array(0..<32)))
    #expect(key.checkValue.count == 8)
    let flags = try undumped()
    #expect(!flags.isEmpty)
    // If this user may not lock memory, a key is kept without locking.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(8), &limit)
    if limit.rlim_cur >= 64 * 4_096 || geteuid() == 0 { #expect(flags.contains { $0.contains(" lo") }) }
    #expect(key.checkValue == RootKey(bytes: Array(0..<32))?.checkValue)
  }

  @Test func `a key's page is given back with the key`() throws {
    // Other tests make keys too, but not hundreds at a time.
    let before = try undumpedPages()
    var keys = (0..<250).compactMap { RootKey(bytes: Array(repeating: $0, count: 32)) }
    #expect(keys.count == 250 && keys.allSatisfy { $0.checkValue.count == 8 })
    #expect(try undumpedPages() >= before + 150)
    keys = []
    #expect(try undumpedPages() < before + 100)
  }
}
