// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The file of a store before anything writes to it: created, checked, and migrated to this build's schema.
struct StoreFile {
  let path: String
  let durability: DeviceStore.Durability

  var log: String { path + "-wal" }
  var seal: String { path + ".seal" }

  /// Ensures that an intact store of this build's schema is at `path`, or throws and leaves everything unchanged.
  ///
  /// - Returns: the stamp of the file.
  func prepare() throws(StoreError) -> StoreStamp {
    let header = try StoreHeader(path: path)
    switch header {
    case .absent:
      guard DurableFile.size(of: log) == nil else {
        throw StoreError(
          .corrupt, "\(path) is missing although its log \(log) is there; put it back, or restore a backup.")
      }
      return try create()
    case .empty:
      throw StoreError(.corrupt, "\(path) is empty; restore a backup, or move it away to start over.")
    case .other:
      throw StoreError(.foreign, "\(path) is not a database; move it away or choose another directory.")
    case .database(_, let stamp):
      try checkBeside(stamp)
      let step = try check(stamp)
      return try step.map { step throws(StoreError) in try migrate(fromStep: step) } ?? stamp
    }
  }

  /// The checks that don't need SQLite: that a required log exists, and that the file matches its seal.
  private func checkBeside(_ stamp: StoreStamp) throws(StoreError) {
    if stamp.isLive {
      guard DurableFile.size(of: log) != nil else {
        throw StoreError(
          .corrupt,
          "The log \(log), which holds the last changes of \(path), is missing; put it back, or restore a backup.")
      }
      return
    }
    guard let written = try StoreSeal.read(seal) else {
      // The last host was killed between closing the file and sealing it, so at least the pages must be complete.
      guard (DurableFile.size(of: path) ?? 0) % Self.smallestPage == 0 else {
        throw StoreError(.corrupt, "\(path) is cut off in the middle of a page; restore a backup, or move it away.")
      }
      return
    }
    guard try StoreSeal(sealing: path) == written else {
      throw StoreError(
        .corrupt, "\(path) was damaged or changed while no host ran (its seal differs); restore a backup.")
    }
  }

  private static let smallestPage = 512

  /// Checks the store on a read-only connection, since a writable one could checkpoint a log into the wrong file.
  ///
  /// - Returns: the first missing schema step, counted from 1; `nil` if none is missing.
  private func check(_ stamp: StoreStamp) throws(StoreError) -> Int? {
    try StoreError.reporting(path) {
      try ClosedConnections.use(connection()) { try $0.read { try check($0, stamp) } }
    }
  }

  /// Checks an existing store, including that of a running host, without changing anything.
  func examine() throws(StoreError) {
    guard case .database(_, let stamp) = try StoreHeader(path: path) else {
      throw StoreError(.foreign, "\(path) is not a database; choose another directory.")
    }
    try checkBeside(stamp)
    _ = try check(stamp)
  }

  /// Opens a read-only connection.
  func connection() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func check(_ database: Database, _ stamp: StoreStamp) throws -> Int? {
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard application == StoreSchema.applicationID else {
      throw StoreError(
        .foreign, "\(path) is the database of another program; move it away or choose another directory.")
    }
    let migrator = StoreSchema.migrator
    guard try !migrator.hasBeenSuperseded(database) else {
      throw StoreError(.newer, "\(path) was written by a newer Sallyport; use that version, or another directory.")
    }
    // A sealed file is identical to the one written, so only an unsealed one needs the full check.
    if try StoreSeal.read(seal) == nil || stamp.isLive { try Self.search(database, path) }
    let done = try migrator.completedMigrations(database).count
    guard done == migrator.migrations.count else { return done + 1 }
    guard try stamp.store == 0 || TransactionCounter.store(of: database) == stamp.store else {
      throw StoreError(
        .corrupt,
        "The log \(log) belongs to another database than \(path); put the right one back, or restore a backup."
      )
    }
    return nil
  }

  /// Checks every page.
  static func search(_ database: Database, _ path: String) throws {
    let verdict = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
    guard verdict == "ok" else {
      throw StoreError(
        .corrupt,
        "\(path) is damaged (\(verdict.split(separator: "\n").last ?? "")); restore it from a backup, or move it away.")
    }
  }
}

// MARK: - Opening

extension StoreFile {
  /// Opens the connection that writes.
  func open() throws(StoreError) -> DatabaseQueue {
    try StoreError.reporting(path) { try DatabaseQueue(path: path, configuration: configuration) }
  }

  /// Whether the file is marked as live, its log included.
  func isLive(_ queue: DatabaseQueue) throws(StoreError) -> Bool {
    try StoreError.reporting(path) { try queue.read { try TransactionCounter.stamp(in: $0).isLive } }
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "state"
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      // A host's transactions are small. Without a limit, the log would stay at its largest size forever.
      try database.execute(sql: "PRAGMA journal_size_limit = 4194304")
      try database.execute(sql: "PRAGMA synchronous = \(durability.syncs ? "FULL" : "OFF")")
    }
    return configuration
  }
}

extension StoreError {
  /// Runs `body` and converts SQLite errors to `StoreError` values that name the file.
  static func reporting<Result>(_ path: String, _ body: () throws -> Result) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    } catch {
      throw StoreError(.failed, "Could not use \(path): \(error).")
    }
  }
}
