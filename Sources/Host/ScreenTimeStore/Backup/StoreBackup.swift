// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

/// A backup: one SQLite file with the store's tables, one row that describes the backup (format, creation time in
/// milliseconds since 1970, version of Sallyport), and the files beside the store (`BackupTables`).
///
/// It contains the token key, so it has mode 0600 and is as sensitive as the state itself.
package struct StoreBackup: Sendable {
  /// "SLPB", which distinguishes a backup from a state file.
  static let applicationID: Int32 = 0x534C_5042
  static let format = 2

  package let path: String
  package let madeAt: Timestamp
  /// The version of Sallyport that created it.
  package let version: String
  /// One sentence for each omission, such as a symlink in a container.
  package let omissions: [String]
  private let format: Int

  /// Opens a backup and reads it completely.
  ///
  /// - Throws: `StoreError` if the file is missing, is not a backup, is corrupt or was made by a newer build.
  package init(path: String) throws(StoreError) {
    switch try StoreHeader(path: path) {
    case .absent: throw StoreError(.unavailable, "There is no backup \(path); check the path.")
    case .empty, .other: throw Self.foreign(path)
    case .database(let application, _):
      guard application == Self.applicationID else { throw Self.foreign(path) }
    }
    self.path = path
    (madeAt, version, format, omissions) = try StoreError.reporting(path) {
      try Self.connection(path).read { database in
        try StoreFile.search(database, path)
        return try Self.contents(database, path)
      }
    }
  }

  private static func contents(_ database: Database, _ path: String) throws -> (Timestamp, String, Int, [String]) {
    guard let row = try Row.fetchOne(database, sql: "SELECT * FROM backup") else { throw foreign(path) }
    guard let format = row["format"] as Int?, (1...Self.format).contains(format),
      try !StoreSchema.migrator.hasBeenSuperseded(database)
    else {
      throw StoreError(.newer, "\(path) was made by a newer Sallyport, \(row["version"] as String); use that version.")
    }
    let tables = BackupTables(database)
    try tables.check(format: format, of: path)
    return (
      Timestamp(milliseconds: row["madeAt"]), row["version"], format, try tables.omissions(format: format)
    )
  }

  private static func foreign(_ path: String) -> StoreError {
    StoreError(.foreign, "\(path) is not a backup; name a file that `sallyport backup` made.")
  }

  private static func connection(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

// MARK: - Making one

extension StoreBackup {
  /// Writes a backup of a state directory. A host may be running on it, since SQLite copies a consistent snapshot.
  ///
  /// - Parameters:
  /// - parts: the names in the directory that belong to the state.
  /// - path: a file that must not exist yet.
  package static func make(
    of directory: String, parts: [String], at path: String, madeAt: Timestamp, version: String
  ) throws(StoreError) -> StoreBackup {
    guard DurableFile.size(of: path) == nil else {
      throw StoreError(.unavailable, "\(path) already exists; name a new file.")
    }
    let file = StoreFile(path: directory + "/" + DeviceStore.fileName, durability: .full)
    guard try StoreHeader(path: file.path) != .absent else {
      throw StoreError(.unavailable, "There is no state in \(directory); name another with --state.")
    }
    try file.examine()
    let new = path + ".new"
    do throws(StoreError) {
      try file.write(new) { queue throws in
        try file.connection().backup(to: queue)
        try queue.write { try add(parts, of: directory, madeAt, version, to: $0) }
        // Use no log, so that reading the backup creates no files beside it.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      }
    } catch {
      // It holds keys, and nothing would remove it.
      try? DurableFile.remove(new)
      throw error
    }
    let isFree = try DurableFile.addName(path, to: new)
    try DurableFile.remove(new)
    guard isFree else { throw StoreError(.unavailable, "\(path) was created by another program during the backup.") }
    try DurableFile.syncDirectory(of: path)
    return try StoreBackup(path: path)
  }

  private static func add(
    _ parts: [String], of directory: String, _ madeAt: Timestamp, _ version: String, to database: Database
  ) throws {
    try database.execute(
      sql: """
        PRAGMA application_id = \(applicationID);
        CREATE TABLE backup (format INTEGER NOT NULL, madeAt INTEGER NOT NULL, version TEXT NOT NULL) STRICT;
        \(BackupTables.schema)
        """)
    try database.execute(
      sql: "INSERT INTO backup VALUES (?, ?, ?)", arguments: [format, madeAt.milliseconds, version])
    let tables = BackupTables(database)
    var collector = BackupCollector(into: tables)
    try collector.collect(parts, in: directory)
    for omission in collector.omissions { try tables.add(omission: omission) }
  }
}

// MARK: - Unpacking

extension StoreBackup {
  /// Creates a state directory from the backup, with a store of this build's schema.
  func unpack(into directory: String) throws(StoreError) {
    try StoreError.reporting(path) {
      try Self.connection(path).read { database in
        let unpacker = try BackupUnpacker(into: directory)
        try BackupTables(database).read(format: format, of: path, into: unpacker)
        try unpacker.finish()
      }
    }
    let file = StoreFile(path: directory + "/" + DeviceStore.fileName, durability: .full)
    _ = try file.build(file.path) { queue throws in
      try Self.connection(path).backup(to: queue)
      try queue.writeWithoutTransaction { database in
        // The key must not remain in free pages of the store.
        try database.execute(
          sql: """
            PRAGMA secure_delete = ON;
            \(BackupTables.tables.map { "DROP TABLE IF EXISTS \($0);" }.joined(separator: " "))
            PRAGMA application_id = \(StoreSchema.applicationID);
            """)
      }
      try StoreSchema.migrator.migrate(queue)
      try queue.vacuum()
    }
    try DurableFile.protect(file.path)
  }
}
