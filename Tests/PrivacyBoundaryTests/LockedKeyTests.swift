// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import Testing

/// The device's key in memory (`privacy.md#tokens`).
@Suite struct LockedKeyTests {
  /// The flags of mappings that are excluded from core dumps; this program has no others.
  private func undumped() throws -> [Substring] {
    // The kernel reports no size, so the file is read to its end.
    let data = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps")).readToEnd() ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("VmFlags:") && $0.contains(" dd") }
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
}
