// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostCore

/// A change of the guardian's file is reported as done only if it is on the disk.
@Suite struct GuardianDurabilityTests {
  @Test func `a change in a directory that can't be synchronized is an error`() async {
    await #expect(processExitsWith: .success) {
      // Root may open every directory, so the test goes on as an ordinary account.
      if geteuid() == 0 {
        let account = 770_000 + UInt32(getpid())
        setgroups(0, nil)
        setgid(account)
        setuid(account)
      }
      let scratch = Scratch()
      defer { withExtendedLifetime(scratch) {} }
      let file = GuardianFile(state: scratch.path)
      // Files can be made in it, but it can't be opened.
      chmod(scratch.path, 0o300)
      let error = #expect(throws: HostError.self) {
        try file.change { contents throws(HostError) in contents.pending = nil }
      }
      chmod(scratch.path, 0o700)
      let says = try #require(error?.description)
      #expect(says.hasPrefix(scratch.path + "/guardian.json can't be written; "))
      try file.change { contents throws(HostError) in contents.pending = nil }
      #expect(try file.hasReplacement() == false)
    }
  }

  @Test func `a change that is only in a pipe is an error`() throws {
    let scratch = Scratch()
    let file = GuardianFile(state: scratch.path)
    let next = scratch.path + "/guardian.json.next"
    try #require(mkfifo(next, 0o600) == 0)
    // Open for both directions, so that neither the writer nor the reader waits for the other.
    let pipe = open(next, O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    let error = #expect(throws: HostError.self) {
      try file.change { contents throws(HostError) in contents.pending = nil }
    }
    let says = try #require(error?.description)
    #expect(says.hasPrefix(scratch.path + "/guardian.json can't be written; "))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/guardian.json"))
  }
}
