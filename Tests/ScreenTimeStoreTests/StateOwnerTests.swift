// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeStore
import Testing

/// Who owns a state directory and may use it, and how a new one is made.
@Suite struct StateOwnerTests {
  private let directory = StateDirectory()
  private var path: String { directory.path }

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    let found = stat(path, &status)
    try #require(found == 0)
    return status.st_mode & 0o777
  }

  @Test func `a new directory and its lock are accessible to the owner alone`() throws {
    _ = try directory.open()
    #expect(try mode(path) == 0o700 && mode(path + "/host.lock") == 0o600)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to give a directory away"))
  func `refuses a directory, and a part of it, that belongs to another user`() throws {
    mkdir(path, 0o700)
    mkdir(path + "/keys", 0o700)
    try ScreenTimeStore.StateDirectory.examine(path)
    try #require(chown(path + "/keys", 12_345, 12_345) == 0)
    let part = #expect(throws: StoreError.self) { try ScreenTimeStore.StateDirectory.examine(path) }
    #expect(part?.description == "\(path)/keys is not a directory of the host's; move it out of the state.")
    try #require(chown(path + "/keys", 0, 0) == 0 && chown(path, 12_345, 12_345) == 0)
    let whole = #expect(throws: StoreError.self) { try ScreenTimeStore.StateDirectory.examine(path) }
    #expect(
      whole?.description == "The state directory \(path) belongs to another user; choose one of your own.")
  }

  @Test func `an ordinary user is told what may not be used, and needs no more of a parent than to write there`()
    async
  {
    // Root may do anything, so a process of its own becomes another user.
    await #expect(processExitsWith: .success) {
      let directory = StateDirectory()
      let path = directory.path
      mkdir(path, 0o700)
      if geteuid() == 0 {
        chown(path, 61_003, 61_003)
        try #require(setgroups(0, nil) == 0 && setgid(61_003) == 0 && setuid(61_003) == 0)
      }
      let root = #expect(throws: StoreError.self) { try ScreenTimeStore.StateDirectory.examine("/") }
      #expect(root?.description == "The state directory / belongs to another user; choose one of your own.")
      mkdir(path + "/closed", 0o500)
      let closed = path + "/closed/state"
      let error = #expect(throws: StoreError.self) { try DeviceStore(directory: closed, durability: .simulated) }
      #expect(
        error?.description == "Could not make the state directory \(closed): Permission denied; make its parent first.")
      // A directory that can't be read can't be synced, which a simulated store doesn't need.
      let unlisted = path + "/unlisted"
      mkdir(unlisted, 0o300)
      _ = try DeviceStore(directory: unlisted + "/simulated", durability: .simulated)
      let unsynced = #expect(throws: StoreError.self) {
        try DeviceStore(directory: unlisted + "/full", durability: .full)
      }
      #expect(
        unsynced?.description
          == "Could not open \(unlisted): Permission denied; check that you own it and may write there.")
      chmod(directory.path + "/unlisted", 0o700)
    }
  }
}
