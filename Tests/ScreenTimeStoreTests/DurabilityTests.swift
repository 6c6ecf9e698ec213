// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// The order of writes and syncs, observed below SQLite.
@Suite struct DurabilityTests {
  private let directory = StateDirectory()

  @Test func `a transaction of a real-clock store returns after its log is synced (PRIV-LG3)`() throws {
    let tape = StorageTape(directory.path)
    let store = try directory.open(.full)
    for number in 1...5 as ClosedRange<Int64> {
      let before = tape.count
      try store.transaction { _ = try $0.owe([.sample(number)]) }
      let steps = tape.steps[before...]
      let lastWrite = steps.lastIndex { if case .write = $0.act { $0.file == "state.sqlite-wal" } else { false } }
      let lastSync = steps.lastIndex { if case .sync = $0.act { $0.file == "state.sqlite-wal" } else { false } }
      #expect(try #require(lastWrite) < #require(lastSync))
    }
  }

  @Test func `a simulated store never waits for the disk`() throws {
    let tape = StorageTape(directory.path)
    do {
      let store = try directory.open(.simulated)
      for number in 1...5 as ClosedRange<Int64> { try store.transaction { _ = try $0.owe([.sample(number)]) } }
    }
    #expect(tape.count > 0)
    #expect(!tape.steps.contains { if case .sync = $0.act { true } else { false } })
  }

  @Test func `reading a store does not write to it`() throws {
    do { try directory.open().transaction { try $0.setMeta("a", to: [1]) } }
    let before = try FileManager.default.storeFiles(in: directory.path)
    do { #expect(try directory.open().read { try $0.meta("a") } == [1]) }
    #expect(try FileManager.default.storeFiles(in: directory.path) == before)
  }

  @Test func `a store that was closed in order has a seal and no log`() throws {
    do { try directory.open().transaction { try $0.setMeta("a", to: [1]) } }
    #expect(
      try FileManager.default.storeFiles(in: directory.path).keys.sorted() == ["state.sqlite", "state.sqlite.seal"])
  }

  /// First only one write fails, then that write and all later ones; each write in turn.
  @Test(arguments: [true, false]) func `a full disk at any write fails in one sentence and damages nothing`(lasts: Bool)
    throws
  {
    do { try directory.open().transaction { try $0.save(.sample(), replacing: nil) } }
    let untouched = try FileManager.default.storeFiles(in: directory.path)
    var failures = 0
    for number in 0..<200 {
      try CutDisk(files: untouched).write(to: directory.path)
      let failed: Bool
      do {
        let tape = StorageTape(directory.path)
        tape.judge { index, step in
          if case .write = step.act, lasts ? index >= number : index == number { .fails(13) } else { .done }
        }
        failed = try !survives(number)
      }
      let store = try directory.open()
      let state = try #require(try store.read { try $0.loadState() })
      let owed = try store.read { try $0.owedDeliveries().count }
      #expect(state.shieldOrder == 3 ? owed == 0 : owed == 1)
      #expect(failed || owed == 1)
      if failed { failures += 1 } else { break }
    }
    #expect(failures > 5)
    #expect(failures < 199)
  }

  /// Opens the store and runs one transaction.
  ///
  /// - Returns: Whether it was acknowledged.
  private func survives(_ number: Int) throws -> Bool {
    do {
      let store = try directory.open()
      let old = try #require(try store.read { try $0.loadState() })
      var new = old
      new.shieldOrder += 1
      try store.transaction { transaction in
        try transaction.save(new, replacing: old)
        try transaction.owe([.sample(1)])
      }
      return true
    } catch let error as StoreError {
      #expect(error.code == .failed)
      #expect(error.description == "Could not write to \(directory.database): the disk is full.")
      return false
    }
  }
}
