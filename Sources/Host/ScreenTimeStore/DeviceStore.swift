// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The host's durable state: one SQLite file in a directory of its own.
///
/// The API is synchronous, because the host guarantees the order of its events: a step counts only once it is durable.
package final class DeviceStore {
  /// The effect of a power failure. A killed host loses nothing in either case, since the kernel has the committed
  /// pages.
  package enum Durability: Sendable {
    /// `synchronous=FULL`: a committed transaction survives a power failure.
    case full
    /// `synchronous=OFF`: a simulated week can be rerun from its inputs, so waiting for the disk would gain nothing.
    case simulated

    var syncs: Bool { self == .full }
  }

  /// Whether this host has changed anything yet. A store that is only read keeps its seal.
  private enum Session {
    case reading
    case writing
  }

  /// The point in a transaction at which a simulated fault occurs.
  package enum Moment: String, CaseIterable, Sendable {
    case beforeBegin, beforeCommit, afterCommit
  }

  package let directory: String
  private let file: StoreFile
  private let stamp: StoreStamp
  /// A handler that is called at each moment of each transaction, for simulated faults. An error it throws fails the
  /// transaction at that moment. Before the commit it can read the pending changes.
  package var onTransaction: ((Moment, StoreReader?) throws -> Void)?
  private let queue: DatabaseQueue
  private let lock: StateDirectoryLock
  /// The disk reserve; `nil` in a simulated run, which can be repeated.
  private let reserve: StoreReserve?
  private let usage = UsageMemory()
  private var session: Session

  /// Opens the store of `directory` for this process alone. A missing directory is created with mode 0700.
  ///
  /// A store of an older schema is migrated to this build's, and the old file is kept as `state.sqlite.before-N`.
  ///
  /// - Throws: `StoreError` if the store is in use, foreign, corrupt, newer or unavailable. The file stays unchanged.
  package init(directory: String, durability: Durability) throws(StoreError) {
    try StateDirectoryLock.prepare(directory, syncs: durability.syncs)
    lock = try StateDirectoryLock(directory: directory)
    self.directory = directory
    file = StoreFile(path: directory + "/" + Self.fileName, durability: durability)
    reserve = durability.syncs ? StoreReserve(directory: directory) : nil
    stamp = try file.prepare()
    queue = try file.open()
    // After a kill the log is checkpointed when this host stops, and the stamp must record that. The file's own stamp
    // says too little: a host killed right after it set the mark has left the mark in the log.
    session = try file.isLive(queue) ? .writing : .reading
  }

  deinit {
    do {
      if session == .writing { try stop() }
      try queue.close()
    } catch {
      // The file is still marked live, but closing may have checkpointed and removed its log. An empty log matches the
      // mark.
      try? queue.close()
      DurableFile.touch(file.log)
    }
  }

  package static let fileName = "state.sqlite"

  /// Runs `body` in one transaction: either all of it becomes durable, or nothing.
  package func transaction<Result>(_ body: (StoreTransaction) throws -> Result) throws -> Result {
    reserve?.settle()
    var afterCommit: [() -> Void] = []
    let result: Result
    try onTransaction?(.beforeBegin, nil)
    do {
      result = try reporting {
        if session == .reading { try begin() }
        return try queue.write { database in
          let changes = database.totalChangesCount
          let transaction = StoreTransaction(database, usage: usage)
          let result = try body(transaction)
          if database.totalChangesCount != changes { try TransactionCounter.beat(database) }
          afterCommit = transaction.afterCommitActions
          try onTransaction?(.beforeCommit, transaction)
          return result
        }
      }
    } catch {
      // The cache mirrors rows that the rollback may have removed.
      usage.forget()
      throw error
    }
    try onTransaction?(.afterCommit, nil)
    for action in afterCommit { action() }
    return result
  }

  /// Runs `body` on one consistent view of the state.
  ///
  /// GRDB's `read` sets `PRAGMA query_only` for its time, after which SQLite prepares every statement again. It isn't needed:
  /// a `StoreReader` can't write, and no other connection changes the file while this one is open.
  package func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
    try reporting { try queue.unsafeRead { try body(StoreReader($0)) } }
  }

  /// Limits file growth to `pages` pages, to simulate a full disk; `nil` removes the limit.
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
      // Free the reserve, so that the next transaction can record the error.
      if error.resultCode == .SQLITE_FULL { reserve?.giveUp() }
      throw StoreError(error, at: file.path)
    }
  }
}

// MARK: - From the first write to the last

extension DeviceStore {
  /// Before the first change, removes the seal and marks the file as having a log.
  private func begin() throws {
    try DurableFile.remove(file.seal)
    if file.durability.syncs { try DurableFile.syncDirectory(of: file.seal) }
    try mark(isLive: true)
    session = .writing
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
  }

  /// Checkpoints the log into the file and seals it.
  private func stop() throws {
    try mark(isLive: false)
    try queue.close()
    guard DurableFile.size(of: file.log) == nil else { return }
    try DurableFile.write(try StoreSeal(sealing: file.path).bytes, to: file.seal, syncs: file.durability.syncs)
  }

  private func mark(isLive: Bool) throws {
    try queue.write { database in
      try TransactionCounter.set(StoreStamp(store: stamp.store, isLive: isLive), in: database)
      try TransactionCounter.beat(database)
    }
  }
}
