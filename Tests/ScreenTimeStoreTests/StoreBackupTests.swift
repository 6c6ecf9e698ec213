// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// A backup of a small state: what it holds, what a restore makes of it, and which backups are refused.
@Suite struct StoreBackupTests {
  private let directory = StateDirectory()
  private var state: String { directory.path + "/state" }
  private var file: String { directory.path + "/backup" }
  private var target: String { directory.path + "/restored" }

  init() throws {
    mkdir(directory.path, 0o700)
    try makeState(number: 1)
  }

  private func makeState(number: UInt8) throws {
    let store = try DeviceStore(directory: state, durability: .simulated)
    try store.transaction { try $0.setMeta("number", to: [number]) }
  }

  private func number(in state: String) throws -> [UInt8]? {
    try DeviceStore(directory: state, durability: .simulated).read { try $0.meta("number") }
  }

  private func put(_ path: String, _ bytes: [UInt8] = [], mode: mode_t = 0o600) throws {
    let path = state + "/" + path
    try FileManager.default.createDirectory(
      atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path))
    chmod(path, mode)
  }

  @discardableResult
  private func makeBackup(_ parts: [String] = ["containers", "keys"]) throws -> StoreBackup {
    try StoreBackup.make(
      of: state, parts: parts, at: file, madeAt: Timestamp(milliseconds: 1_792_360_800_123), version: "1.2.3")
  }

  @discardableResult
  private func restore(to target: String, judge: (String) throws -> Void = { _ in }) throws -> String? {
    try StoreBackup(path: file).restore(to: target, judge: judge)
  }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(lstat(path, &status) == 0, "\(path)")
    return status
  }

  private func contents(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  // MARK: - What comes back

  @Test func `a restored state has every file with its bytes, its rights and its owner`() throws {
    let long = (0..<(1 << 20) + 3).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try put("keys/root.key", [1, 2, 3])
    try put("containers/one/long", long, mode: 0o640)
    try put("containers/one/empty", mode: 0o444)
    try put("containers/one/inner/program", [9], mode: 0o755)
    try put("containers/two/file", [0, 0])
    chmod(state + "/containers/one", 0o750)
    chmod(state + "/containers/one/inner", 0o500)
    if geteuid() == 0 {
      chown(state + "/containers/two", 12_345, 23_456)
      chown(state + "/containers/two/file", 12_346, 23_457)
    }
    try makeBackup()
    #expect(try restore(to: target) == nil)
    #expect(try number(in: target) == [1])
    for (path, bytes, mode) in [
      ("keys/root.key", [1, 2, 3], 0o600), ("containers/one/long", long, 0o640), ("containers/one/empty", [], 0o444),
      ("containers/one/inner/program", [9], 0o755), ("containers/two/file", [0, 0], 0o600),
    ] as [(String, [UInt8], mode_t)] {
      #expect(try Array(Data(contentsOf: URL(filePath: target + "/" + path))) == bytes, "\(path)")
      #expect(try status(target + "/" + path).st_mode & 0o777 == mode, "\(path)")
    }
    // The host works in every directory, so it keeps its own rights there.
    #expect(try status(target + "/containers/one").st_mode & 0o777 == 0o750)
    #expect(try status(target + "/containers/one/inner").st_mode & 0o777 == 0o700)
    #expect(try status(target).st_mode & 0o777 == 0o700)
    for path in ["/containers", "/containers/two", "/containers/two/file"] {
      let (old, new) = (try status(state + path), try status(target + path))
      #expect(old.st_uid == new.st_uid && old.st_gid == new.st_gid, "\(path)")
    }
    #expect(try contents(target + "/containers/one") == ["empty", "inner", "long"])
  }

  @Test func `a backup records its time, version and omissions, and is readable by its owner only`() throws {
    try put("containers/one/file")
    symlink("/etc/passwd", state + "/containers/one/link")
    let made = try makeBackup()
    let read = try StoreBackup(path: file)
    for backup in [made, read] {
      #expect(backup.path == file && backup.version == "1.2.3")
      #expect(backup.madeAt == Timestamp(milliseconds: 1_792_360_800_123))
      #expect(backup.omissions == ["containers/one: 1 symlinks left out, the first is containers/one/link."])
    }
    #expect(try status(file).st_mode & 0o777 == 0o600)
    #expect(try contents(directory.path) == ["backup", "state"])
    // The tables of the backup don't become a part of the store.
    try restore(to: target)
    let list = "SELECT group_concat(name, ' ') FROM sqlite_master WHERE type = 'table'"
    let tables = Set(try execute(list, on: target + "/state.sqlite").split(separator: " ").map(String.init))
    #expect(tables.contains("outbox") && tables.isDisjoint(with: BackupTables.tables))
    #expect(try execute("PRAGMA freelist_count", on: target + "/state.sqlite") == "0")
  }

  // MARK: - What a restore replaces

  @Test func `a restore keeps the state it replaces, under the next free name`() throws {
    try put("keys/root.key", [1])
    try makeBackup()
    for (later, old) in [(UInt8(2), ".before-restore"), (3, ".before-restore.2"), (4, ".before-restore.3")] {
      let store = try DeviceStore(directory: state, durability: .simulated)
      try store.transaction { try $0.setMeta("number", to: [later]) }
      _ = consume store
      try put("keys/later", [later])
      #expect(try restore(to: state) == state + old)
      #expect(try number(in: state) == [1] && number(in: state + old) == [later])
      #expect(
        try contents(state + "/keys") == ["root.key"] && contents(state + old + "/keys") == ["later", "root.key"])
    }
    #expect(!FileManager.default.fileExists(atPath: state + ".restoring"))
  }

  @Test(arguments: [true, false])
  func `the judge sees the whole new state beside the old one, and its refusal leaves everything as it was`(
    _ holdsState: Bool
  ) throws {
    struct Refusal: Error {}
    try put("keys/root.key", [1])
    try makeBackup()
    let target = holdsState ? state : target
    try makeState(number: 2)
    let before = try contents(directory.path)
    #expect(throws: Refusal.self) {
      try restore(to: target) { staged in
        #expect(try number(in: staged) == [1] && contents(staged + "/keys") == ["root.key"])
        #expect(FileManager.default.fileExists(atPath: target) == holdsState)
        throw Refusal()
      }
    }
    #expect(try contents(directory.path) == before)
    #expect(try number(in: state) == [2])
  }

  @Test(arguments: [true, false]) func `deletes the remains of an interrupted restore first`(_ holdsState: Bool)
    throws
  {
    try put("keys/root.key", [1])
    try makeBackup()
    let target = holdsState ? state : target
    try FileManager.default.createDirectory(
      atPath: target + ".restoring/keys/half", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
    )
    #expect(try (restore(to: target) == nil) != holdsState)
    #expect(try contents(target + "/keys") == ["root.key"])
    #expect(!FileManager.default.fileExists(atPath: target + ".restoring"))
  }

  @Test func `neither a running host's state nor an existing file is replaced`() throws {
    try makeBackup()
    let store = try DeviceStore(directory: state, durability: .simulated)
    withExtendedLifetime(store) {
      #expect(throws: StoreError.self) { try restore(to: state) { _ in Issue.record("judged") } }
      let error = #expect(throws: StoreError.self) { try makeBackup() }
      #expect(error?.description == "\(file) already exists; name a new file.")
    }
    let none = #expect(throws: StoreError.self) {
      try StoreBackup.make(
        of: directory.path, parts: [], at: file + "2", madeAt: Timestamp(milliseconds: 0), version: "1")
    }
    #expect(none?.description == "There is no state in \(directory.path); name another with --state.")
    #expect(try contents(directory.path) == ["backup", "state"])
  }

  // MARK: - Backups that are refused

  @Test(arguments: [
    ("PRAGMA application_id = 7", StoreError.Code.foreign, "is not a backup"),
    ("DELETE FROM backup", .foreign, "is not a backup"),
    ("UPDATE backup SET format = 3", .newer, "newer Sallyport, 1.2.3"),
    ("UPDATE backup SET format = 0", .newer, "newer Sallyport, 1.2.3"),
    ("INSERT INTO grdb_migrations VALUES ('9999')", .newer, "newer Sallyport, 1.2.3"),
    ("UPDATE entry SET name = x'2E2E' WHERE size IS NULL", .corrupt, "a file outside of the state"),
    ("UPDATE entry SET name = x'2E' WHERE size = 1", .corrupt, "a file outside of the state"),
    ("UPDATE entry SET name = x'' WHERE size = 1", .corrupt, "a file outside of the state"),
    ("UPDATE entry SET name = x'612F62' WHERE size = 1", .corrupt, "a file outside of the state"),
    ("UPDATE entry SET name = x'6100' WHERE size = 1", .corrupt, "a file outside of the state"),
  ])
  func `refuses a foreign or newer backup, and one with a file outside of the state, before it restores`(
    _ change: String, _ code: StoreError.Code, _ words: String
  ) throws {
    try put("keys/root.key", [1])
    try makeBackup()
    _ = try execute(change, on: file)
    let error = #expect(throws: StoreError.self) { try StoreBackup(path: file) }
    #expect(
      error?.code == code && error?.description.contains(words) == true && error?.description.contains(file) == true)
  }

  @Test func `refuses a missing backup, and a file that is none`() throws {
    let missing = #expect(throws: StoreError.self) { try StoreBackup(path: file) }
    #expect(missing?.description == "There is no backup \(file); check the path.")
    for bytes in [[], Array("a diary".utf8), [UInt8](repeating: 7, count: 4_096)] as [[UInt8]] {
      try Data(bytes).write(to: URL(filePath: file))
      #expect(#expect(throws: StoreError.self) { try StoreBackup(path: file) }?.code == .foreign)
    }
    let store = #expect(throws: StoreError.self) { try StoreBackup(path: state + "/state.sqlite") }
    #expect(store?.code == .foreign)
  }

  @Test func `a file whose directory the backup lacks stops the restore, which leaves nothing`() throws {
    try put("keys/root.key", [1])
    try makeBackup()
    _ = try execute("UPDATE entry SET parent = 999 WHERE size = 1", on: file)
    let error = #expect(throws: StoreError.self) { try restore(to: target) }
    #expect(error?.description == "The backup holds “root.key” without its directory; use another backup.")
    #expect(try contents(directory.path) == ["backup", "state"])
  }

  @Test func `data that belongs to no file is refused`() throws {
    mkdir(target, 0o700)
    let unpacker = try BackupUnpacker(into: target)
    func expectRefusal() {
      let error = #expect(throws: StoreError.self) { try unpacker.add([1], at: 0) }
      #expect(error?.description == "The backup holds data without a file; use another.")
    }
    func entry(_ id: Int64, _ name: String, parent: Int64? = nil, size: Int64?) throws -> BackupEntry {
      BackupEntry(
        id: id, parent: parent, name: try #require(EntryName(name)), mode: 0o600, owner: getuid(), group: getgid(),
        size: size)
    }
    expectRefusal()
    try unpacker.add(entry(1, "file", size: 4))
    try unpacker.add([7, 8], at: 1)
    try unpacker.add(entry(2, "folder", size: nil))
    expectRefusal()
    try unpacker.add(entry(3, "inner", parent: 2, size: 1))
    try unpacker.finish()
    expectRefusal()
    #expect(try Array(Data(contentsOf: URL(filePath: target + "/file"))) == [0, 7, 8, 0])
    #expect(try Array(Data(contentsOf: URL(filePath: target + "/folder/inner"))) == [0])
  }

  // MARK: - Format 1

  /// Turns the backup into one of format 1, with these files.
  private func makeOld(_ rows: [(path: String, mode: Int, body: String)]) throws {
    try makeBackup([])
    let values = rows.map { "('\($0.path)', \($0.mode), \(getuid()), \(getgid()), \($0.body))" }.joined(separator: ", ")
    _ = try execute(
      """
      DROP TABLE entry; DROP TABLE piece; DROP TABLE omission; UPDATE backup SET format = 1;
      CREATE TABLE attachment (path TEXT PRIMARY KEY, mode INTEGER, owner INTEGER, grp INTEGER, body BLOB);
      INSERT INTO attachment VALUES \(values);
      """, on: file)
  }

  @Test func `a backup of format 1 is still restored`() throws {
    try makeOld([
      ("keys", 0o700, "NULL"), ("keys/root.key", 0o600, "x'0102'"), ("containers", 0o750, "NULL"),
      ("containers/one", 0o700, "NULL"), ("containers/one/empty", 0o640, "x''"), ("run.json", 0o644, "x'7B7D'"),
    ])
    #expect(try StoreBackup(path: file).omissions.isEmpty)
    try restore(to: target)
    #expect(try number(in: target) == [1])
    for (path, bytes, mode) in [
      ("keys/root.key", [1, 2], 0o600), ("containers/one/empty", [], 0o640), ("run.json", [0x7B, 0x7D], 0o644),
    ] as [(String, [UInt8], mode_t)] {
      #expect(try Array(Data(contentsOf: URL(filePath: target + "/" + path))) == bytes, "\(path)")
      #expect(try status(target + "/" + path).st_mode & 0o777 == mode, "\(path)")
    }
    #expect(try status(target + "/containers").st_mode & 0o777 == 0o750)
  }

  @Test(arguments: ["../out", "/out", "a//b", "a/", "a/./b", "..", ""])
  func `a path of format 1 that leaves the state is refused before anything is unpacked`(_ path: String) throws {
    try makeOld([("a", 0o700, "NULL"), (path, 0o600, "x'01'")])
    let error = #expect(throws: StoreError.self) { try StoreBackup(path: file) }
    #expect(error?.description == "\(file) holds a file outside of the state; use another backup.")
  }

  @Test func `a file of format 1 in a directory that is none of the backup's is refused`() throws {
    for (path, body) in [("gone/file", "x'01'"), ("plain/file", "x'01'"), ("plain/folder", "NULL")] {
      try? FileManager.default.removeItem(atPath: file)
      try makeOld([("plain", 0o600, "x'01'"), (path, 0o600, body)])
      let error = #expect(throws: StoreError.self) { try restore(to: target) }
      #expect(error?.description == "\(file) holds a file outside of the state; use another backup.")
      #expect(try contents(directory.path) == ["backup", "state"])
    }
  }
}
