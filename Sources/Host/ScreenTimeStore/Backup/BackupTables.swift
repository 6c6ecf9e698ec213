// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
internal import Foundation
internal import GRDB

/// The tables of a backup that hold the files beside the store.
///
/// | table | holds |
/// |---|---|
/// | `entry` | number, directory (`NULL`: the state's), name as bytes, mode, owner, group, size (`NULL`: a directory) |
/// | `piece` | up to 1 MiB of a file, with its position; holes have no piece |
/// | `omission` | a sentence for each entry or tree that was left out |
///
/// Names are stored without their paths, so the size of a tree depends on its entries and not on the length of its
/// paths. Format 1, which is still read, had whole paths and whole files in one table, `attachment`.
final class BackupTables: BackupSink {
  let database: Database
  private var file: Int64 = 0

  init(_ database: Database) { self.database = database }

  static let schema = """
    CREATE TABLE entry (id INTEGER PRIMARY KEY, parent INTEGER, name BLOB NOT NULL, mode INTEGER NOT NULL,
      owner INTEGER NOT NULL, grp INTEGER NOT NULL, size INTEGER) STRICT;
    CREATE TABLE piece (entry INTEGER NOT NULL, position INTEGER NOT NULL, bytes BLOB NOT NULL,
      PRIMARY KEY (entry, position)) STRICT;
    CREATE TABLE omission (sentence TEXT NOT NULL) STRICT;
    """
  static let tables = ["backup", "attachment", "entry", "piece", "omission"]

  func add(_ entry: BackupEntry) throws {
    file = entry.id
    try database.cachedStatement(sql: "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)").execute(
      arguments: [
        entry.id, entry.parent, Data(entry.name.bytes), Int64(entry.mode), Int64(entry.owner), Int64(entry.group),
        entry.size,
      ])
  }

  func add(_ piece: [UInt8], at position: Int64) throws {
    try database.cachedStatement(sql: "INSERT INTO piece VALUES (?, ?, ?)").execute(
      arguments: [file, position, Data(piece)])
  }

  func finish() {}

  func add(omission: String) throws {
    try database.execute(sql: "INSERT INTO omission VALUES (?)", arguments: [omission])
  }
}

// MARK: - Reading

extension BackupTables {
  func omissions(format: Int) throws -> [String] {
    format == 1 ? [] : try String.fetchAll(database, sql: "SELECT sentence FROM omission ORDER BY rowid")
  }

  /// Passes every entry to `sink`, directories before their contents.
  ///
  /// - Throws: `StoreError` for an entry that would be outside of the state.
  func read(format: Int, of path: String, into sink: some BackupSink) throws {
    format == 1 ? try readPaths(path, sink) : try readEntries(path, sink)
  }

  /// Checks every name of a backup before anything is unpacked.
  func check(format: Int, of path: String) throws {
    let names =
      try format == 1
      ? String.fetchAll(database, sql: "SELECT path FROM attachment").map {
        $0.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.utf8) }
      } : Row.fetchAll(database, sql: "SELECT name FROM entry").map { [Array($0["name"] as Data)] }
    for parts in names { for part in parts where EntryName(bytes: part) == nil { throw Self.outside(path) } }
  }

  private func readEntries(_ path: String, _ sink: some BackupSink) throws {
    let rows = try Row.fetchCursor(database, sql: "SELECT * FROM entry ORDER BY id")
    while let row = try rows.next() {
      let id = row["id"] as Int64
      let entry = try Self.entry(row, id: id, parent: row["parent"], name: Array(row["name"] as Data), path)
      try sink.add(Self.sized(entry, row["size"]))
      let pieces = try Row.fetchCursor(
        database, sql: "SELECT position, bytes FROM piece WHERE entry = ? ORDER BY position", arguments: [id])
      while let piece = try pieces.next() { try sink.add(Array(piece["bytes"] as Data), at: piece["position"]) }
    }
  }

  private func readPaths(_ path: String, _ sink: some BackupSink) throws {
    var numbers: [String: Int64] = [:]
    let rows = try Row.fetchCursor(database, sql: "SELECT rowid AS id, * FROM attachment ORDER BY rowid")
    while let row = try rows.next() {
      let whole = row["path"] as String
      let parts = whole.split(separator: "/", omittingEmptySubsequences: false)
      let above = parts.dropLast().joined(separator: "/")
      guard let last = parts.last, above.isEmpty || numbers[above] != nil else { throw Self.outside(path) }
      let id = row["id"] as Int64
      let body = row["body"] as Data?
      if body == nil { numbers[whole] = id }
      let entry = try Self.entry(row, id: id, parent: numbers[above], name: Array(last.utf8), path)
      try sink.add(Self.sized(entry, body.map { Int64($0.count) }))
      if let body, !body.isEmpty { try sink.add(Array(body), at: 0) }
    }
  }

  private static func entry(
    _ row: Row, id: Int64, parent: Int64?, name: [UInt8], _ path: String
  ) throws -> BackupEntry {
    guard let name = EntryName(bytes: name) else { throw outside(path) }
    return BackupEntry(
      id: id, parent: parent, name: name, mode: UInt32(truncatingIfNeeded: row["mode"] as Int64),
      owner: UInt32(truncatingIfNeeded: row["owner"] as Int64),
      group: UInt32(truncatingIfNeeded: row["grp"] as Int64), size: nil)
  }

  private static func sized(_ entry: BackupEntry, _ size: Int64?) -> BackupEntry {
    var entry = entry
    entry.size = size
    return entry
  }

  private static func outside(_ path: String) -> StoreError {
    StoreError(.corrupt, "\(path) holds a file outside of the state; use another backup.")
  }
}
