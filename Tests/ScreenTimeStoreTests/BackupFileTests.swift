// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// The file of a backup: its numbers, and what making, reading and restoring it leave unchanged.
@Suite struct BackupFileTests {
  private let directory = StateDirectory()
  private var file: String { directory.path + "/backup" }

  private func makeBackup() throws {
    mkdir(directory.path, 0o700)
    do {
      let store = try DeviceStore(directory: directory.path + "/state", durability: .simulated)
      try store.transaction { try $0.setMeta("number", to: [1]) }
    }
    _ = try StoreBackup.make(
      of: directory.path + "/state", parts: [], at: file, madeAt: Timestamp(milliseconds: 1_792_360_800_123),
      version: "1.2.3")
  }

  @Test func `a backup has the numbers of docs/durability.md, by which later builds know it`() throws {
    try makeBackup()
    #expect(try execute("PRAGMA application_id", on: file) == "\(0x534C_5042)")
    #expect(
      try execute("SELECT format || ' ' || madeAt || ' ' || version FROM backup", on: file)
        == "2 1792360800123 1.2.3")
  }

  /// SQLite rolls the file back when it is opened to write beside such a journal.
  @Test func `reading a backup doesn't change it, even beside the journal of a program that was killed`() throws {
    try makeBackup()
    do {
      let tape = StorageTape(directory.path)
      tape.judge { _, step in
        if case .delete = step.act, step.file == "backup-journal" { .forgotten } else { .done }
      }
      try execute("UPDATE backup SET version = '9.9.9'", on: file)
      #expect(tape.count > 0)
    }
    let before = try [file, file + "-journal"].map { try Data(contentsOf: URL(filePath: $0)) }
    let error = #expect(throws: StoreError.self) { try StoreBackup(path: file) }
    #expect(error?.code == .unavailable && error?.description.contains(file) == true)
    #expect(try [file, file + "-journal"].map { try Data(contentsOf: URL(filePath: $0)) } == before)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `a restore to a directory whose names can't be synced unpacks nothing`() async {
    await #expect(processExitsWith: .success) {
      try #require(setgroups(0, nil) == 0 && setgid(61_002) == 0 && setuid(61_002) == 0)
      let directory = StateDirectory()
      let (state, backup, blind) = (directory.path + "/state", directory.path + "/backup", directory.path + "/blind")
      mkdir(directory.path, 0o700)
      do {
        let store = try DeviceStore(directory: state, durability: .simulated)
        try store.transaction { try $0.setMeta("number", to: [1]) }
      }
      let made = try StoreBackup.make(
        of: state, parts: [], at: backup, madeAt: Timestamp(milliseconds: 0), version: "1")
      // A directory is opened to read when it is synced.
      mkdir(blind, 0o300)
      let error = #expect(throws: StoreError.self) {
        try made.restore(to: blind + "/state") { _ in Issue.record("judged") }
      }
      chmod(blind, 0o700)
      #expect(
        error?.description
          == "Could not open \(blind): Permission denied; check that you own it and may write there.")
      #expect(access(blind + "/state", F_OK) != 0)
    }
  }
}
