// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import Testing

@testable import ScreenTimeStore

/// The files that stay open in a process after its stores are closed.
@Suite struct ReleasedDescriptorTests {
  @Test func `an unpacker that is given up leaves its last file closed`() throws {
    let directory = StateDirectory()
    let path = directory.path
    mkdir(path, 0o700)
    func unpack() throws {
      let unpacker = try BackupUnpacker(into: path)
      try unpacker.add(
        BackupEntry(
          id: 1, parent: nil, name: try #require(EntryName("file")), mode: 0o600, owner: getuid(), group: getgid(),
          size: 1))
      withExtendedLifetime(unpacker) { #expect(openFiles(in: path).contains(path + "/file")) }
    }
    try unpack()
    #expect(openFiles(in: path) == [])
  }

  /// The connections that a process uses first stay in memory, so nothing else would close them.
  @Test func `the connection that checks a store is closed, whether the store is accepted or refused`() async {
    await #expect(processExitsWith: .success) {
      let directory = StateDirectory()
      for _ in 0..<2 {
        do { _ = try directory.open() }
        #expect(openFiles(in: directory.path) == [])
      }
      try execute("INSERT INTO grdb_migrations VALUES ('9999')", on: directory.database)
      try DurableFile.remove(directory.database + ".seal")
      let error = #expect(throws: StoreError.self) { try directory.open() }
      #expect(error?.code == .newer)
      #expect(openFiles(in: directory.path) == [])
    }
  }

  /// Releasing it would start a timer that wakes the process every second.
  @Test func `a closed connection of short use stays in memory`() async {
    await #expect(processExitsWith: .success) {
      let directory = StateDirectory()
      do { _ = try directory.open() }
      weak var kept: AnyObject?
      do {
        let queue = try StoreFile(path: directory.database, durability: .simulated).connection()
        kept = queue
        try ClosedConnections.use(queue) { _ in }
      }
      #expect(kept != nil)
      #expect(openFiles(in: directory.path) == [])
    }
  }
}

/// The files below a directory that this process has open.
private func openFiles(in directory: String) -> [String] {
  let own = "/proc/self/fd"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
  return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(own)/\($0)") }
    .filter { $0.hasPrefix(directory + "/") }
}
