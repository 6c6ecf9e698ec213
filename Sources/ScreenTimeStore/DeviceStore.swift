// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The host's durable state: one SQLite file in a directory of its own (`architecture.md` §4).
///
/// Synchronous on purpose: the host's order of events is the contract, and a step that isn't durable hasn't happened.
package final class DeviceStore {
  /// What a power cut may take. A killed host loses nothing either way: committed pages are with the kernel.
  package enum Durability: Sendable {
    /// `synchronous=FULL`: a committed transaction survives a power cut (LG3).
    case full
    /// `synchronous=OFF`: a simulated week can be run again from its inputs, so waiting for the disk a thousand times
    /// would buy nothing.
    case simulated
  }

  /// Where in a transaction a fault can strike.
  package enum Moment: String, CaseIterable, Sendable {
    case beforeBegin, beforeCommit, afterCommit
  }

  package let directory: String
  /// Called at each moment of each transaction; what it throws, the transaction meets there. For simulated faults.
  /// Before the commit it can read what is about to become durable.
  package var onTransaction: ((Moment, StoreReader?) throws -> Void)?
  private let queue: DatabaseQueue
  private let lock: StateDirectoryLock
  private let usage = UsageMemory()

  /// Opens the store of `directory` (made with mode 0700 if it is missing), for this process alone.
  ///
  /// - Throws: `StoreError` in one sentence: in use, foreign, corrupt, newer, unavailable.
  package init(directory: String, durability: Durability) throws(StoreError) {
    try StateDirectoryLock.prepare(directory)
    lock = try StateDirectoryLock(directory: directory)
    self.directory = directory
    let path = directory + "/" + Self.fileName
    queue = try Self.reporting(path) {
      let queue = try DatabaseQueue(path: path, configuration: Self.configuration(durability))
      try Self.check(queue, at: path)
      try StoreSchema.migrator.migrate(queue)
      return queue
    }
  }

  package static let fileName = "state.sqlite"

  /// Runs `body` in one transaction: all of it becomes durable, or nothing.
  package func transaction<Result>(_ body: (StoreTransaction) throws -> Result) throws -> Result {
    var afterCommit: [() -> Void] = []
    try onTransaction?(.beforeBegin, nil)
    let result: Result
    do {
      result = try reporting {
        try queue.write { database in
          let transaction = StoreTransaction(database, usage: usage)
          let result = try body(transaction)
          afterCommit = transaction.afterCommitActions
          try onTransaction?(.beforeCommit, transaction)
          return result
        }
      }
    } catch {
      // It mirrors rows that may be gone now.
      usage.forget()
      throw error
    }
    try onTransaction?(.afterCommit, nil)
    for action in afterCommit { action() }
    return result
  }

  /// Runs `body` over one unchanging view of the state.
  package func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
    try reporting { try queue.read { try body(StoreReader($0)) } }
  }

  /// Lets the file grow by so many pages and no more, as a full disk would; `nil`: as far as the disk goes.
  package func limitGrowth(toPages pages: Int?) throws {
    try reporting {
      try queue.writeWithoutTransaction { database in
        let used = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        try database.execute(sql: "PRAGMA max_page_count = \(pages.map { used + $0 } ?? 4_294_967_294)")
      }
    }
  }

  private func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error, at: directory + "/" + Self.fileName)
    }
  }
}

// MARK: - Opening

extension DeviceStore {
  private static func configuration(_ durability: Durability) -> Configuration {
    var configuration = Configuration()
    configuration.label = "state"
    configuration.maximumReaderCount = 1
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      // A host's transaction is small: without a limit the log of a long run would keep its largest size for ever.
      try database.execute(sql: "PRAGMA journal_size_limit = 4194304")
      switch durability {
      case .full: try database.execute(sql: "PRAGMA synchronous = FULL")
      case .simulated: try database.execute(sql: "PRAGMA synchronous = OFF")
      }
    }
    return configuration
  }

  private static func check(_ queue: DatabaseQueue, at path: String) throws {
    try queue.read { database in
      let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard tables == 0 || application == StoreSchema.applicationID else {
        throw StoreError(
          .foreign, "\(path) is the database of another program; move it away or choose another directory.")
      }
      let migrator = StoreSchema.migrator
      guard try tables == 0 || !migrator.hasBeenSuperseded(database) else {
        throw StoreError(.newer, "\(path) was written by a newer Sallyport; use that version, or another directory.")
      }
      let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
      guard verdict == "ok" else {
        throw StoreError(.corrupt, "\(path) is damaged (\(verdict)); restore it from a backup, or move it away.")
      }
    }
  }

  private static func reporting<Result>(_ path: String, _ body: () throws -> Result) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    } catch {
      throw StoreError(.failed, "Could not open \(path): \(error).")
    }
  }
}

extension StoreError {
  /// SQLite's verdict in our words.
  init(_ error: DatabaseError, at path: String) {
    let detail = error.message ?? "code \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self.init(.foreign, "\(path) is not a database; move it away or choose another directory.")
    case .SQLITE_CORRUPT:
      self.init(.corrupt, "\(path) is damaged (\(detail)); restore it from a backup, or move it away.")
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
      self.init(.unavailable, "Could not open \(path) (\(detail)); see that you own it and may write to it.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.inUse, "Another program is writing to \(path); stop it first.")
    case .SQLITE_FULL:
      self.init(.failed, "Could not write to \(path): the disk is full.")
    default:
      self.init(.failed, "Could not use \(path): \(detail).")
    }
  }
}
