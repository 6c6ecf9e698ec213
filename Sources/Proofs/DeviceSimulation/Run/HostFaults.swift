// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import ScreenTimeStore

/// Thrown when the host was killed: everything after it is ignored.
struct HostKilled: Error {}

/// Injects faults into a host's store at a chosen transaction.
final class HostFaults {
  enum Strike {
    case kill(DeviceStore.Moment)
    /// The file may grow by `pages` pages.
    case full(pages: Int)
    case locked
  }

  private let path: String
  private(set) var injected: [SimulatedFault: Int] = [:]
  private var armed: (strike: Strike, after: Int)?
  private(set) var isKilled = false
  private var isFull = false
  private var other: DatabaseQueue?

  init(directory: String) { path = directory + "/" + DeviceStore.fileName }

  /// Injects the fault at the transaction after `transactions` others.
  func arm(_ strike: Strike, after transactions: Int) { armed = (strike, transactions) }

  /// Called by the store at each moment; `observe` checks what has just become durable.
  func moment(_ moment: DeviceStore.Moment, of store: DeviceStore, observe: () throws -> Void) throws {
    if isKilled { throw HostKilled() }
    var kills = false
    if let (strike, after) = armed {
      switch strike {
      case .kill(let place):
        if moment == place, after == 0 { kills = true }
        if moment == .afterCommit { armed = (strike, after - 1) }
      case .full(let pages) where moment == .beforeBegin: try begin(after, strike) { try fill(store, pages) }
      case .locked where moment == .beforeBegin: try begin(after, strike) { try lock() }
      case .full, .locked: break
      }
    }
    if kills, moment != .afterCommit { try kill() }
    if moment == .afterCommit { try observe() }
    if kills { try kill() }
  }

  private func begin(_ after: Int, _ strike: Strike, _ body: () throws -> Void) throws {
    guard after == 0 else { return armed = (strike, after - 1) }
    armed = nil
    try body()
  }

  private func kill() throws {
    armed = nil
    isKilled = true
    injected[.kill, default: 0] += 1
    throw HostKilled()
  }

  private func fill(_ store: DeviceStore, _ pages: Int) throws {
    isFull = true
    injected[.full, default: 0] += 1
    try store.limitGrowth(toPages: pages)
  }

  private func lock() throws {
    injected[.locked, default: 0] += 1
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    other = queue
  }

  /// Ends the fault: the disk has room again, the other program releases its lock, a new host may start.
  ///
  /// - Returns: whether a fault was active.
  func end(in store: DeviceStore?) throws -> Bool {
    armed = nil
    let wasInTheWay = isFull || other != nil
    if isFull, let store { try store.limitGrowth(toPages: nil) }
    isFull = false
    if let other { try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") } }
    other = nil
    return wasInTheWay
  }

  func hostStarts() { isKilled = false }
}
