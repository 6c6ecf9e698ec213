// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// Names that can't be made durable.
@Suite struct UnsyncedNameTests {
  @Test func `a file that can't be synced replaces none, except where nothing is synced`() throws {
    let directory = StateDirectory()
    let (file, new) = (directory.path + "/file", directory.path + "/new")
    mkdir(directory.path, 0o700)
    try DurableFile.write([1], to: file, syncs: false)
    // A socket can't be opened.
    try #require(mknod(new, S_IFSOCK | 0o600, 0) == 0)
    let error = #expect(throws: StoreError.self) { try DurableFile.replace(file, with: new, syncs: true) }
    #expect(
      error?.description
        == "Could not open \(new): No such device or address; check that you own it and may write there.")
    #expect(FileManager.default.contents(atPath: file) == Data([1]))
    try DurableFile.replace(file, with: new, syncs: false)
    var status = stat()
    #expect(lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `a file, a backup or a state whose name can't be synced is reported`() async {
    await #expect(processExitsWith: .success) {
      try #require(setgroups(0, nil) == 0 && setgid(61_002) == 0 && setuid(61_002) == 0)
      let directory = StateDirectory()
      let (state, blind) = (directory.path + "/state", directory.path + "/blind")
      mkdir(directory.path, 0o700)
      do {
        let store = try DeviceStore(directory: state, durability: .simulated)
        try store.transaction { try $0.setMeta("number", to: [5]) }
      }
      let made = try StoreBackup.make(
        of: state, parts: [], at: directory.path + "/backup", madeAt: Timestamp(milliseconds: 0), version: "1")
      let sentence = "Could not open \(blind): Permission denied; check that you own it and may write there."
      // A directory is opened to read when it is synced.
      mkdir(blind, 0o300)
      let file = #expect(throws: StoreError.self) { try DurableFile.write([1], to: blind + "/file", syncs: true) }
      #expect(file?.description == sentence)
      let backup = #expect(throws: StoreError.self) {
        try StoreBackup.make(
          of: state, parts: [], at: blind + "/backup", madeAt: Timestamp(milliseconds: 0), version: "1")
      }
      #expect(backup?.description == sentence)
      // First there is no state to replace, and then there is one.
      for round in 1...2 {
        chmod(blind, 0o700)
        let restored = #expect(throws: StoreError.self) {
          try made.restore(to: blind + "/state") { _ in chmod(blind, 0o300) }
        }
        #expect(restored?.description == sentence, "round \(round)")
      }
      chmod(blind, 0o700)
    }
  }
}
