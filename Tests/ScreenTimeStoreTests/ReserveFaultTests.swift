// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeStore

/// The reserve of a store when something else is in its place, or another error than a full disk is met.
@Suite struct ReserveFaultTests {
  private let directory = StateDirectory()
  private var reserve: String { directory.path + "/reserve" }

  @Test func `a link in the reserve's place is neither followed nor removed`() {
    mkdir(directory.path, 0o700)
    symlink(directory.path + "/other", reserve)
    let held = StoreReserve(directory: directory.path)
    held.settle()
    #expect(!held.isHeld)
    var status = stat()
    #expect(lstat(reserve, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(access(directory.path + "/other", F_OK) != 0)
  }

  @Test func `a disk error in a transaction leaves the reserve as it is`() throws {
    let tape = StorageTape(directory.path)
    do {
      let store = try directory.open(.full)
      try store.transaction { try $0.setMeta("first", to: [1]) }
      try #require(access(reserve, F_OK) == 0, "the disk of temporary files has no 32 MiB of room")
      tape.judge { _, step in if case .write = step.act { .fails(10) } else { .done } }
      let error = #expect(throws: StoreError.self) { try store.transaction { try $0.setMeta("first", to: [2]) } }
      #expect(error?.description == "Could not use \(directory.database): disk I/O error.")
      #expect(access(reserve, F_OK) == 0)
      tape.judge { _, _ in .done }
    }
    #expect(tape.count > 0)
    #expect(try directory.open(.full).read { try $0.meta("first") } == [1])
  }
}
