// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Stores that were damaged while no host ran: refused in one sentence that names the file, and left unchanged.
@Suite struct DamagedStoreTests {
  private let directory = StateDirectory()

  /// Makes a store that was closed in order.
  private func make(in directory: StateDirectory, order: Int64 = 3) throws {
    let store = try directory.open()
    var state = DeviceState.sample()
    state.shieldOrder = order
    try store.transaction { transaction in
      try transaction.save(state, replacing: nil)
      try transaction.owe([.sample(order)])
      for number in 0..<30 { try transaction.setMeta("key \(number)", to: Array(repeating: 7, count: 300)) }
    }
  }

  /// The files of a store whose host was killed: the log is there, and the database header refers to it.
  private func makeKilled(order: Int64 = 3) throws -> [String: [UInt8]] {
    let place = StateDirectory()
    try make(in: place)
    let store = try place.open()
    let old = try #require(try store.read { try $0.loadState() })
    var new = old
    new.shieldOrder = order + 1
    try store.transaction { try $0.save(new, replacing: old) }
    return try withExtendedLifetime(store) { try FileManager.default.storeFiles(in: place.path) }
  }

  /// Opens a store that must be refused and checks that its files are unchanged afterwards.
  private func refusal(_ sentence: String, code: StoreError.Code) throws {
    let before = try FileManager.default.storeFiles(in: directory.path)
    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) { try directory.open() }
      #expect(error?.code == code)
      #expect(error?.description == sentence.replacing("FILE", with: directory.database))
      let after = try FileManager.default.storeFiles(in: directory.path)
      // SQLite creates an empty log if there is none.
      #expect(after.filter { before[$0.key] != nil || !$0.value.isEmpty } == before)
    }
  }

  @Test func `a byte changed anywhere in a closed store is found`() throws {
    try make(in: directory)
    let whole = try FileManager.default.storeFiles(in: directory.path)
    let bytes = try #require(whole["state.sqlite"])
    var random = SeededGenerator(state: 5)
    let offsets = Array(0..<100) + (0..<300).map { _ in Int.random(in: 100..<bytes.count, using: &random) }
    for offset in offsets {
      var files = whole
      files["state.sqlite"]?[offset] ^= UInt8.random(in: 1...255, using: &random)
      try CutDisk(files: files).write(to: directory.path)
      let error = #expect(throws: StoreError.self, "byte \(offset)") { try directory.open() }
      #expect(error?.description.contains(directory.database) == true)
      #expect(try FileManager.default.storeFiles(in: directory.path)["state.sqlite"] == files["state.sqlite"])
    }
  }

  @Test func `a byte changed after a kill is refused or read, and never traps`() throws {
    let whole = try makeKilled()
    var random = SeededGenerator(state: 6)
    for name in ["state.sqlite", "state.sqlite-wal"] {
      let bytes = try #require(whole[name])
      for _ in 0..<150 {
        var files = whole
        files[name]?[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
        try CutDisk(files: files).write(to: directory.path)
        do {
          let store = try directory.open()
          _ = try store.read { (try $0.loadState(), try $0.deliveryHistory(), try $0.journal(), try $0.issuance()) }
        } catch let error as StoreError {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }

  @Test func `a store truncated to any length is refused`() throws {
    try make(in: directory)
    let whole = try FileManager.default.storeFiles(in: directory.path)
    let bytes = try #require(whole["state.sqlite"])
    for length in [1, 50, 99, 100, 4_096, 8_192, bytes.count / 2, bytes.count - 1] {
      var files = whole
      files["state.sqlite"] = Array(bytes.prefix(length))
      for seal in [true, false] {
        if !seal { files["state.sqlite.seal"] = nil }
        try CutDisk(files: files).write(to: directory.path)
        #expect(throws: StoreError.self, "\(length) bytes") { try directory.open() }
      }
    }
  }

  @Test func `does not treat an empty file as a new store`() throws {
    try make(in: directory)
    try Data().write(to: URL(filePath: directory.database))
    try refusal("FILE is empty; restore a backup, or move it away to start over.", code: .corrupt)
  }

  @Test func `does not treat a missing file beside its log as a new store`() throws {
    var files = try makeKilled()
    files["state.sqlite"] = nil
    try CutDisk(files: files).write(to: directory.path)
    try refusal("FILE is missing although its log FILE-wal is there; put it back, or restore a backup.", code: .corrupt)
  }

  @Test func `refuses a killed host's store whose log is missing`() throws {
    var files = try makeKilled()
    files["state.sqlite-wal"] = nil
    try CutDisk(files: files).write(to: directory.path)
    try refusal(
      "The log FILE-wal, which holds the last changes of FILE, is missing; put it back, or restore a backup.",
      code: .corrupt)
  }

  @Test func `refuses the log of another store`() throws {
    var files = try makeKilled()
    files["state.sqlite-wal"] = try makeKilled(order: 30)["state.sqlite-wal"]
    try CutDisk(files: files).write(to: directory.path)
    try refusal(
      "The log FILE-wal belongs to another database than FILE; put the right one back, or restore a backup.",
      code: .corrupt)
  }

  @Test func `refuses the database of another program and leaves it unchanged`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try execute("CREATE TABLE moz_places (url TEXT)", on: directory.database)
    try refusal(
      "FILE is the database of another program; move it away or choose another directory.", code: .foreign)
  }

  @Test func `refuses a store of a newer build and leaves it unchanged`() throws {
    try make(in: directory)
    try execute("INSERT INTO grdb_migrations VALUES ('9999')", on: directory.database)
    try FileManager.default.removeItem(atPath: directory.database + ".seal")
    try refusal(
      "FILE was written by a newer Sallyport; use that version, or another directory.", code: .newer)
  }

  @Test func `detects a change by another program`() throws {
    try make(in: directory)
    try execute("DELETE FROM outbox", on: directory.database)
    try refusal(
      "FILE was damaged or changed while no host ran (its seal differs); restore a backup.", code: .corrupt)
  }

  @Test func `names a seal that can't be read`() throws {
    try make(in: directory)
    try Data("sealed with wax".utf8).write(to: URL(filePath: directory.database + ".seal"))
    try refusal("FILE.seal is damaged; remove it if you trust the state beside it.", code: .corrupt)
    try FileManager.default.removeItem(atPath: directory.database + ".seal")
    #expect(try directory.open().read { try $0.owedDeliveries().count } == 1)
  }

  @Test func `an unsealed store with any page in pieces is refused, whether or not opening it reads the page`() throws {
    try make(in: directory)
    var whole = try FileManager.default.storeFiles(in: directory.path)
    whole["state.sqlite.seal"] = nil
    try CutDisk(files: whole).write(to: directory.path)
    #expect(try directory.open().read { try $0.loadState() } != nil)
    let pages = (whole["state.sqlite"]?.count ?? 0) / 4_096
    try #require(pages > 10)
    for page in 1..<pages {
      var files = whole
      files["state.sqlite"]?.replaceSubrange(
        page * 4_096..<(page + 1) * 4_096, with: [UInt8](repeating: 0x5A, count: 4_096))
      try CutDisk(files: files).write(to: directory.path)
      let error = #expect(throws: StoreError.self, "page \(page)") { try directory.open() }
      #expect(error?.code == .corrupt)
    }
  }

  @Test func `a killed host's store that is only read is whole and sealed afterwards`() throws {
    try CutDisk(files: try makeKilled()).write(to: directory.path)
    for round in 0..<3 {
      #expect(try directory.open().read { try $0.loadState()?.shieldOrder } == 4, "round \(round)")
      let files = try FileManager.default.storeFiles(in: directory.path)
      #expect(files["state.sqlite.seal"] != nil && files["state.sqlite-wal"] == nil, "round \(round)")
    }
  }

  @Test func `a seal without its store does not condemn the next one`() throws {
    try make(in: directory)
    try FileManager.default.removeItem(atPath: directory.database)
    for _ in 0..<2 { #expect(try directory.open().read { try $0.loadState() } == nil) }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `reports a directory that can't be written`() throws {
    try make(in: directory)
    chmod(directory.path, 0o500)
    defer { chmod(directory.path, 0o700) }
    let error = #expect(throws: StoreError.self) {
      try directory.open().transaction { try $0.setMeta("a", to: [1]) }
    }
    #expect(error?.code == .unavailable)
  }

  @Test func `a full disk while a store is created leaves no partial store`() throws {
    var failures = 0
    while failures < 500 {
      do {
        let tape = StorageTape(directory.path)
        let limit = failures
        tape.judge { index, step in if case .write = step.act, index >= limit { .fails(13) } else { .done } }
        _ = try directory.open()
        break
      } catch let error as StoreError {
        #expect(error.description == "Could not write to \(directory.database): the disk is full.")
        #expect(!FileManager.default.fileExists(atPath: directory.database))
        failures += 1
      }
    }
    #expect(5..<500 ~= failures)
  }

  @Test func `names the store on a disk error`() throws {
    try make(in: directory)
    let tape = StorageTape(directory.path)
    tape.judge { _, step in if case .write = step.act { .fails(10) } else { .done } }
    let store = try directory.open()
    let error = #expect(throws: StoreError.self) { try store.transaction { try $0.setMeta("a", to: [1]) } }
    #expect(error?.code == .failed)
    #expect(error?.description == "Could not use \(directory.database): disk I/O error.")
  }
}
