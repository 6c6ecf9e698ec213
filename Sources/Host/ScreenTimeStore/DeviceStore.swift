// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The host's durable state: one SQLite file in a directory of its own (`../ARCHITECTURE.md`).
///
/// Synchronous on purpose: the host's order of events is the contract, and a step that isn't durable hasn't happened.
package final class DeviceStore {
  /// What a power cut may take. A killed host loses nothing either way: committed pages are with the kernel.
  package enum Durability: Sendable {
    /// `synchronous=FULL`: a committed transaction survives a power cut (PRIV-LG3).
    case full
    /// `synchronous=OFF`: a simulated week can be run again from its inputs, so waiting for the disk a thousand times
    /// would buy nothing.
    case simulated

    var syncs: Bool { self == .full }
  }

  /// Whether this host has changed anything yet. A store that is only read keeps its seal.
  private enum Session {
    case reading
    case writing
  }

  /// Where in a transaction a fault can strike.
  package enum Moment: String, CaseIterable, Sendable {
    case beforeBegin, beforeCommit, afterCommit
  }

  package let directory: String
  private let file: StoreFile
  private let stamp: StoreStamp
  /// Called at each moment of each transaction; what it throws, the transaction meets there. For simulated faults.
  /// Before the commit it can read what is about to become durable.
  package var onTransaction: ((Moment, StoreReader?) throws -> Void)?
  private let queue: DatabaseQueue
  private let lock: StateDirectoryLock
  /// A simulated run can be had again, so it keeps none.
  private let reserve: StoreReserve?
  private let usage = UsageMemory()
  private var session: Session

  /// Opens the store of `directory` (made with mode 0700 if it is missing), for this process alone.
  ///
  /// A store of an older schema is brought to this build's, and the old file kept as `state.sqlite.before-N`.
  ///
  /// - Throws: `StoreError` in one sentence: in use, foreign, corrupt, newer, unavailable. The file then stays as it is.
  package init(directory: String, durability: Durability) throws(StoreError) {
    try StateDirectoryLock.prepare(directory, syncs: durability.syncs)
    lock = try StateDirectoryLock(directory: directory)
    self.directory = directory
    file = StoreFile(path: directory + "/" + Self.fileName, durability: durability)
    reserve = durability.syncs ? StoreReserve(directory: directory) : nil
    stamp = try file.prepare()
    queue = try file.open()
    // After a kill the log is carried over when this host stops, and the stamp must say so.
    session = stamp.isLive ? .writing : .reading
  }

  deinit {
    do {
      if session == .writing { try stop() }
      try queue.close()
    } catch {
      // The file still says that a log belongs to it, and closing may have carried that over: an empty one is true.
      try? queue.close()
      DurableFile.touch(file.log)
    }
  }

  package static let fileName = "state.sqlite"

  /// Runs `body` in one transaction: all of it becomes durable, or nothing.
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
      // The next transaction finds room, to say what happened.
      if error.resultCode == .SQLITE_FULL { reserve?.giveUp() }
      throw StoreError(error, at: file.path)
    }
  }
}

// MARK: - From the first write to the last

extension DeviceStore {
  /// Takes the seal away and says in the file itself that a log belongs to it, before the first change.
  private func begin() throws {
    try DurableFile.remove(file.seal)
    if file.durability.syncs { try DurableFile.syncDirectory(of: file.seal) }
    try mark(isLive: true)
    session = .writing
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
  }

  /// Carries the log over into the file and seals it.
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
