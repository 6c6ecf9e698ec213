// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Testing

/// The only way in which a file named by someone else is read.
@Suite struct RegularFileTests {
  @Test func `reads a file of exactly the allowed size, also through a link`() throws {
    try ManifestFixture.withDirectory { root in
      try ManifestFixture.write("12345678", to: root + "/file")
      try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: "file")
      #expect(try RegularFile(path: root + "/link", mostBytes: 8).bytes == Array("12345678".utf8))
      #expect(refusal(root + "/link", mostBytes: 8, followsLinks: false)?.contains("symbolic link") == true)
      #expect(refusal(root + "/file", mostBytes: 7) == "8 bytes are more than the 7 allowed")
    }
  }

  @Test func `refuses a pipe, a device, a folder and a missing name`() throws {
    try ManifestFixture.withDirectory { root in
      #expect(mkfifo(root + "/pipe", 0o600) == 0)
      for path in [root + "/pipe", "/dev/zero", root] { #expect(refusal(path) == "is not a regular file") }
      #expect(refusal(root + "/none") == "can't be opened: No such file or directory")
      #expect(refusal(root + "/no\0ne")?.contains("zero byte") == true)
    }
  }

  @Test func `limits a file of unknown size while reading it`() {
    // The kernel reports a size of zero.
    #expect(refusal("/proc/self/maps", mostBytes: 100)?.hasSuffix("more than the 100 allowed") == true)
  }

  private func refusal(_ path: String, mostBytes: Int = 100, followsLinks: Bool = true) -> String? {
    do {
      _ = try RegularFile(path: path, mostBytes: mostBytes, followsLinks: followsLinks)
      return nil
    } catch {
      return error.message
    }
  }
}
