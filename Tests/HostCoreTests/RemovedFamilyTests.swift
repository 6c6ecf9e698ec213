// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Whether a path still exists after its family was removed.
@Suite struct RemovedFamilyTests {
  private func exists(_ live: LiveHost, _ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(live.scratch.path)/state/\(path)")
  }

  /// Makes a tree that is too deep for any path, as the family's programs could have left it.
  private func nest(in path: String) {
    mkdir(path, 0o700)
    var directory = open(path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<3_000 {
      mkdirat(directory, "d", 0o700)
      let below = openat(directory, "d", O_RDONLY | O_DIRECTORY)
      close(directory)
      directory = below
    }
    close(directory)
  }

  @Test func `erases the family's container, whatever it holds, and the copies of its programs`() throws {
    let live = try LiveHost("one")
    try live.use(minutes: 1)
    nest(in: live.scratch.path + "/state/containers/one")
    #expect(exists(live, "programs/one"))
    try live.host.remove(live.family, by: .guardian)
    #expect(!exists(live, "containers/one") && !exists(live, "programs/one"))
    #expect(try live.host.facts.store.read { try $0.meta("host.erasures") } == nil)
    try live.close()
  }

  @Test func `finishes an interrupted erasure at the next start`() throws {
    let live = try LiveHost("one")
    try live.use(minutes: 1)
    try live.host.facts.store.transaction { try $0.setMeta("host.erasures", to: Array("[\"gone\"]".utf8)) }
    try live.close()
    nest(in: live.scratch.path + "/state/containers/gone")
    let scratch = live.scratch
    _ = consume live
    let next = try LiveHost("one", in: scratch)
    #expect(!exists(next, "containers/gone") && exists(next, "programs/one"))
    #expect(try next.host.facts.store.read { try $0.meta("host.erasures") } == nil)
    try next.close()
  }
}
