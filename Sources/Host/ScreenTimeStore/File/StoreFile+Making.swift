// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

// MARK: - Whole files only

/// A store is created and migrated in a separate file that replaces the original once it is finished, so a kill or a
/// full disk in between leaves the original unchanged.
extension StoreFile {
  /// Creates a store with a number of its own.
  func create() throws(StoreError) -> StoreStamp {
    let new = path + ".new"
    let stamp = try build(new) { database throws in try StoreSchema.migrator.migrate(database) }
    try DurableFile.remove(seal)
    try DurableFile.replace(path, with: new, syncs: durability.syncs)
    return stamp
  }

  /// Migrates a copy to this build's schema and replaces the file with it; the old file stays as `….before-N`.
  func migrate(fromStep step: Int) throws(StoreError) -> StoreStamp {
    let copy = path + ".migrating"
    let stamp: StoreStamp
    do {
      stamp = try build(copy) { database throws in
        // Closing the last connection checkpoints the log into the file that is kept.
        let old = try open()
        try old.backup(to: database)
        try old.close()
        guard DurableFile.size(of: log) == nil else {
          throw StoreError(.inUse, "Another program has \(path) open; stop it first.")
        }
        try StoreSchema.migrator.migrate(database)
      }
    } catch {
      // The next attempt overwrites a copy that can't be removed.
      try? DurableFile.remove(copy)
      throw StoreError(
        error.code, "\(path) could not be brought to this version and stays as it was: \(error.description)")
    }
    try DurableFile.keep(path, as: "\(path).before-\(step)")
    try DurableFile.remove(seal)
    try DurableFile.replace(path, with: copy, syncs: durability.syncs)
    return stamp
  }

  /// Builds a finished store at `new`, without a log beside it.
  ///
  /// - Parameter fill: creates its tables and rows.
  func build(_ new: String, fill: (DatabaseQueue) throws -> Void) throws(StoreError) -> StoreStamp {
    let stamp = StoreStamp.new()
    try write(new) { queue throws in
      try fill(queue)
      try queue.write { try TransactionCounter.set(stamp, in: $0) }
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    }
    return stamp
  }

  /// Writes a database from scratch and checks all of it once. It is its owner's alone from the beginning.
  func write(_ new: String, fill: (DatabaseQueue) throws -> Void) throws(StoreError) {
    for suffix in ["", "-journal", "-wal", "-shm"] { try DurableFile.remove(new + suffix) }
    try DurableFile.create(new)
    try StoreError.reporting(path) {
      var configuration = Configuration()
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA synchronous = \(durability.syncs ? "FULL" : "OFF")")
      }
      try ClosedConnections.use(DatabaseQueue(path: new, configuration: configuration)) { queue in
        try fill(queue)
        try queue.read { try Self.search($0, new) }
      }
    }
  }
}
