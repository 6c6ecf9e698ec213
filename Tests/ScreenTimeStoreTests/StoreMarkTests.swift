// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// The marks that a host leaves in its store and beside it: the count of transactions, the store's number, the seal.
@Suite struct StoreMarkTests {
  private let directory = StateDirectory()

  /// Makes a store that was closed in order, of more than a few pages.
  private func make() throws {
    try directory.open().transaction { transaction in
      try transaction.save(.sample(), replacing: nil)
      for number in 0..<30 { try transaction.setMeta("key \(number)", to: Array(repeating: 7, count: 300)) }
    }
  }

  private func refusal() -> StoreError? { #expect(throws: StoreError.self) { try directory.open() } }

  /// The transactions that a new store counts until it is closed.
  private func count(writing: Int, reading: Int) throws -> String {
    let directory = StateDirectory()
    do {
      let store = try directory.open()
      for number in 0..<writing { try store.transaction { try $0.setMeta("number", to: [UInt8(number)]) } }
      for _ in 0..<reading { #expect(try store.transaction { try $0.meta("number") } != nil) }
    }
    return try execute("SELECT transactions FROM pulse", on: directory.database)
  }

  @Test func `counts each transaction that writes once, and none that only reads`() throws {
    // Marking the file at the first transaction and at the end are two more.
    for (writing, reading, transactions) in [(1, 0, "3"), (3, 0, "5"), (3, 4, "5")] {
      #expect(try count(writing: writing, reading: reading) == transactions, "\(writing), \(reading)")
    }
  }

  @Test func `a store is not sealed when it is closed while another program keeps its log`() throws {
    do {
      // SQLite leaves the log in place as long as another program has the database open.
      let tape = StorageTape(directory.path)
      tape.judge { _, step in
        if case .delete = step.act, step.file == "state.sqlite-wal" { .forgotten } else { .done }
      }
      do { try directory.open().transaction { try $0.setMeta("a", to: [1]) } }
      #expect(tape.count > 0)
    }
    #expect(
      try FileManager.default.storeFiles(in: directory.path).keys.sorted() == ["state.sqlite", "state.sqlite-wal"])
    #expect(try directory.open().read { try $0.meta("a") } == [1])
  }

  @Test(arguments: [1, 2, 0x7FFF_FFFF] as [Int64])
  func `refuses a store whose first page has another number than its row`(_ number: Int64) throws {
    try make()
    // The lowest bit says whether a host has the store open.
    try execute("PRAGMA user_version = \(Int32(truncatingIfNeeded: number << 1))", on: directory.database)
    try FileManager.default.removeItem(atPath: directory.database + ".seal")
    let error = refusal()
    #expect(error?.code == .corrupt)
    #expect(
      error?.description
        == "The log \(directory.database)-wal belongs to another database than \(directory.database); "
        + "put the right one back, or restore a backup.")
  }

  @Test func `an unsealed store that ends in the middle of a page is refused as cut off`() throws {
    try make()
    var files = try FileManager.default.storeFiles(in: directory.path)
    files["state.sqlite.seal"] = nil
    let whole = try #require(files["state.sqlite"])
    for length in [100, 511, 513, whole.count - 511, whole.count - 1, whole.count + 1, whole.count + 511] {
      files["state.sqlite"] = Array((whole + [UInt8](repeating: 0, count: 511)).prefix(length))
      try CutDisk(files: files).write(to: directory.path)
      let error = refusal()
      #expect(error?.code == .corrupt, "\(length)")
      #expect(
        error?.description
          == "\(directory.database) is cut off in the middle of a page; restore a backup, or move it away.",
        "\(length)")
    }
  }

  /// A power failure can bring back the seal that a host had removed.
  @Test func `every page of a killed host's store is searched, also if a seal is beside it`() throws {
    try make()
    let seal = try #require(try FileManager.default.storeFiles(in: directory.path)["state.sqlite.seal"])
    let store = try directory.open()
    try store.transaction { try $0.setMeta("late", to: [1]) }
    let whole = try withExtendedLifetime(store) { try FileManager.default.storeFiles(in: directory.path) }
    try #require(whole["state.sqlite-wal"]?.isEmpty == false && whole["state.sqlite.seal"] == nil)
    let pages = (whole["state.sqlite"]?.count ?? 0) / 4_096
    try #require(pages > 10)
    func refusals(seal: [UInt8]?) throws -> [StoreError.Code?] {
      let directory = StateDirectory()
      return try (1..<pages).map { page -> StoreError.Code? in
        var files = whole
        files["state.sqlite.seal"] = seal
        files["state.sqlite"]?.replaceSubrange(
          page * 4_096..<(page + 1) * 4_096, with: [UInt8](repeating: 0x5A, count: 4_096))
        try CutDisk(files: files).write(to: directory.path)
        do {
          _ = try directory.open()
          return nil
        } catch let error as StoreError { return error.code }
      }
    }
    let unsealed = try refusals(seal: nil)
    #expect(unsealed.count { $0 == .corrupt } > 5)
    #expect(try refusals(seal: seal) == unsealed)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `a simulated store needs no right that only a sync would take`() async {
    await #expect(processExitsWith: .success) {
      try #require(setgroups(0, nil) == 0 && setgid(61_002) == 0 && setuid(61_002) == 0)
      let directory = StateDirectory()
      // A directory is opened to read when it is synced.
      mkdir(directory.path, 0o300)
      defer { chmod(directory.path, 0o700) }
      for number in [1, 2] as [UInt8] {
        let store = try directory.open(.simulated)
        try store.transaction { try $0.setMeta("number", to: [number]) }
      }
      #expect(try directory.open(.simulated).read { try $0.meta("number") } == [2])
      #expect(throws: StoreError.self) { try directory.open(.full).transaction { try $0.setMeta("number", to: [3]) } }
    }
  }
}
