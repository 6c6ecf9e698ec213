// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// What a backup or a copy takes over from a store, and which stores it refuses.
@Suite struct BackedUpStoreTests {
  private let directory = StateDirectory()
  private var state: String { directory.path + "/state" }
  private var database: String { state + "/state.sqlite" }
  private var file: String { directory.path + "/backup" }
  private var copy: String { directory.path + "/copy" }

  init() throws {
    mkdir(directory.path, 0o700)
    let store = try DeviceStore(directory: directory.path + "/state", durability: .simulated)
    try store.transaction {
      try $0.setMeta("number", to: [5])
      // Many times a page, so that the last page of the file is one of its pages.
      try $0.setMeta("long", to: [UInt8](repeating: 7, count: 200_000))
    }
  }

  private func makeBackup() throws -> StoreBackup {
    try StoreBackup.make(of: state, parts: [], at: file, madeAt: Timestamp(milliseconds: 0), version: "1")
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test func `a store that was changed while no host ran is neither backed up nor copied`() throws {
    try execute("DELETE FROM meta WHERE key = 'number'", on: database)
    let changed = StoreError(
      .corrupt, "\(database) was damaged or changed while no host ran (its seal differs); restore a backup.")
    #expect(throws: changed) { try makeBackup() }
    #expect(throws: changed) { try DeviceStore.copy(state, parts: [], to: copy) }
    #expect(try names() == ["state"])
  }

  /// A sealed store isn't searched when it is opened.
  @Test func `a damaged page that was sealed is found before the backup has its name`() throws {
    var bytes = try Data(contentsOf: URL(filePath: database))
    bytes.replaceSubrange(bytes.count - 4_096..<bytes.count, with: [UInt8](repeating: 0x5A, count: 4_096))
    try bytes.write(to: URL(filePath: database))
    try DurableFile.write(try StoreSeal(sealing: database).bytes, to: database + ".seal", syncs: false)
    #expect(try DeviceStore(directory: state, durability: .simulated).read { try $0.meta("number") } == [5])
    let error = #expect(throws: StoreError.self) { try makeBackup() }
    #expect(error?.code == .corrupt)
    #expect(try names() == ["state"])
  }

  @Test func `a database is its owner's alone while it is written, and takes no file that appears there`() throws {
    let new = StoreFile(path: file, durability: .simulated)
    var modes: [mode_t?] = []
    try new.write(file) { _ in modes.append(mode(file)) }
    #expect(modes == [0o600])
    try DurableFile.remove(file)
    try DurableFile.create(file)
    #expect(throws: StoreError.self) { try DurableFile.create(file) }
  }

  @Test func `a copy has the parts that are named, and its store is its owner's alone`() throws {
    for part in ["keys", "containers"] {
      mkdir(state + "/" + part, 0o700)
      try Data(part.utf8).write(to: URL(filePath: "\(state)/\(part)/file"))
    }
    chmod(state + "/keys/file", 0o640)
    try DeviceStore.copy(state, parts: ["keys"], to: copy)
    #expect(try FileManager.default.contentsOfDirectory(atPath: copy).sorted() == ["keys", "state.sqlite"])
    #expect(mode(copy) == 0o700 && mode(copy + "/state.sqlite") == 0o600 && mode(copy + "/keys/file") == 0o640)
    #expect(FileManager.default.contents(atPath: copy + "/keys/file") == Data("keys".utf8))
  }

  @Test func `a restored store and a copy are their owner's alone, and reading them changes nothing`() throws {
    let restored = directory.path + "/restored"
    #expect(try makeBackup().restore(to: restored, judge: { _ in }) == nil)
    #expect(try execute("PRAGMA journal_mode", on: file) == "delete")
    try DeviceStore.copy(state, parts: [], to: copy)
    for place in [restored, copy] {
      #expect(mode(place + "/state.sqlite") == 0o600, "\(place)")
      let before = try FileManager.default.storeFiles(in: place)
      #expect(before.keys.sorted() == ["state.sqlite"], "\(place)")
      for _ in 0..<2 {
        #expect(try DeviceStore(directory: place, durability: .simulated).read { try $0.meta("number") } == [5])
      }
      #expect(try FileManager.default.storeFiles(in: place) == before, "\(place)")
    }
  }

  @Test func `every store has a number of its own on its first page and in its row, before it is written to`() throws {
    let (new, restored) = (directory.path + "/new", directory.path + "/restored")
    do { _ = try DeviceStore(directory: new, durability: .simulated) }
    #expect(try makeBackup().restore(to: restored, judge: { _ in }) == nil)
    try DeviceStore.copy(state, parts: [], to: copy)
    var numbers: Set<UInt32> = [0]
    for place in [state, new, restored, copy] {
      let path = place + "/state.sqlite"
      let page = try #require(Int32(try execute("PRAGMA user_version", on: path)))
      let row = try #require(UInt32(try execute("SELECT store FROM pulse", on: path)))
      #expect(StoreStamp(rawValue: page) == StoreStamp(store: row, isLive: false), "\(place)")
      #expect(numbers.insert(row).inserted, "\(place)")
    }
  }
}
