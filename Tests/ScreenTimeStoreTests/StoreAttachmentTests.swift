// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import ScreenTimeStore

/// What a backup takes along of directories that extensions write in.
@Suite struct StoreAttachmentTests {
  private let directory = StateDirectory()
  private var container: String { directory.path + "/containers/family" }
  private var outside: String { directory.path + "/secret" }

  init() throws {
    try FileManager.default.createDirectory(atPath: container + "/inner", withIntermediateDirectories: true)
    try Data("own".utf8).write(to: URL(filePath: container + "/inner/file"))
    try Data("somebody else's".utf8).write(to: URL(filePath: outside))
  }

  private func collected() throws -> [StoreAttachment] {
    try StoreAttachment.collect(["absent", "containers"], in: directory.path)
  }

  @Test func `takes directories before what they hold, and files whole`() throws {
    let long = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    try long.write(to: URL(filePath: container + "/long"))
    let found = try collected()
    #expect(
      found.map(\.path) == [
        "containers", "containers/family", "containers/family/inner", "containers/family/inner/file",
        "containers/family/long",
      ])
    #expect(found.last?.body == Array(long))
  }

  @Test func `leaves out links, pipes and sockets, and waits for none of them`() throws {
    try FileManager.default.createSymbolicLink(atPath: container + "/link", withDestinationPath: outside)
    try FileManager.default.createSymbolicLink(atPath: container + "/up", withDestinationPath: directory.path)
    #expect(mkfifo(container + "/pipe", 0o600) == 0)
    #expect(mknod(container + "/socket", S_IFSOCK | 0o600, 0) == 0)
    #expect(try collected().map(\.path).suffix(2) == ["containers/family/inner", "containers/family/inner/file"])
  }

  @Test func `an extension that exchanges its files for links meanwhile gets nobody else's into the backup`() throws {
    let isOver = Atomic(false)
    let (inner, container, outside, directory) = (container + "/inner", container, outside, directory.path)
    let other = directory + "/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try Data("somebody else's".utf8).write(to: URL(filePath: other + "/file"))
    // One flips a file, one the directory above it.
    let attacker = Thread {
      while !isOver.load(ordering: .relaxed) {
        symlink(outside, container + "/bait")
        rename(container + "/bait", inner + "/file")
        close(creat(container + "/plain", 0o600))
        rename(container + "/plain", inner + "/file")
        rename(inner, container + "/away")
        symlink(other, inner)
        unlink(inner)
        rename(container + "/away", inner)
      }
    }
    attacker.start()
    defer { isOver.store(true, ordering: .relaxed) }
    for _ in 0..<2_000 {
      let bodies = try collected().compactMap(\.body).map { String(decoding: $0, as: UTF8.self) }
      #expect(!bodies.contains("somebody else's"))
    }
  }
}
