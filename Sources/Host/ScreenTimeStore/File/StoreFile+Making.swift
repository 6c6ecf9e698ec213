// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

// MARK: - Whole files only

/// A store is made, and brought to a newer schema, in a file beside it that takes its place when it is finished: a kill
/// or a full disk in between leaves what was there.
extension StoreFile {
  /// A new store with a number of its own.
  func create() throws(StoreError) -> StoreStamp {
    let new = path + ".new"
    let stamp = try build(new) { database throws in try StoreSchema.migrator.migrate(database) }
    try DurableFile.remove(seal)
    try DurableFile.replace(path, with: new, syncs: durability.syncs)
    return stamp
  }

  /// Brings a copy to this build's schema and puts it in the file's place; the old file stays as `….before-N`.
  func migrate(fromStep step: Int) throws(StoreError) -> StoreStamp {
    let copy = path + ".migrating"
    let stamp: StoreStamp
    do {
      stamp = try build(copy) { database throws in
        // Closing carries the log over into the file that is kept; it is the last user of both.
        let old = try open()
        try old.backup(to: database)
        try old.close()
        guard DurableFile.size(of: log) == nil else {
          throw StoreError(.inUse, "Another program has \(path) open; stop it first.")
        }
        try StoreSchema.migrator.migrate(database)
      }
    } catch {
      // What can't be removed is overwritten by the next attempt.
      try? DurableFile.remove(copy)
      throw StoreError(
        error.code, "\(path) could not be brought to this version and stays as it was: \(error.description)")
    }
    try DurableFile.keep(path, as: "\(path).before-\(step)")
    try DurableFile.remove(seal)
    try DurableFile.replace(path, with: copy, syncs: durability.syncs)
    return stamp
  }

  /// Builds a finished store at `new`, with no log beside it.
  ///
  /// - Parameter fill: gives it tables and rows.
  func build(_ new: String, fill: (DatabaseQueue) throws -> Void) throws(StoreError) -> StoreStamp {
    let stamp = StoreStamp.new()
    try write(new) { queue throws in
      try fill(queue)
      try queue.write { try TransactionCounter.set(stamp, in: $0) }
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    }
    return stamp
  }

  /// Writes a database from nothing and reads all of it once.
  func write(_ new: String, fill: (DatabaseQueue) throws -> Void) throws(StoreError) {
    for suffix in ["", "-journal", "-wal", "-shm"] { try DurableFile.remove(new + suffix) }
    try StoreError.reporting(path) {
      var configuration = Configuration()
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA synchronous = \(durability.syncs ? "FULL" : "OFF")")
      }
      let queue = try DatabaseQueue(path: new, configuration: configuration)
      try fill(queue)
      try queue.read { try Self.search($0, new) }
      try queue.close()
    }
  }
}
