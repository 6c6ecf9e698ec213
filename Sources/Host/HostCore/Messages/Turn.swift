// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeStore

/// One input on its way through the device: its transaction, and what is said once that is durable.
final class Turn {
  /// Open while the input is handled.
  let transaction: StoreTransaction
  private(set) var commands: [DeviceCommand] = []
  private var following: [() throws -> Void] = []

  init(_ transaction: StoreTransaction) { self.transaction = transaction }

  func say(_ command: DeviceCommand) { commands.append(command) }

  func tell(_ event: HostEvent) { commands.append(.tell(event)) }

  /// Does something once the transaction is durable: what reads caches that follow the store, such as tokens.
  func afterCommit(_ action: @escaping () throws -> Void) { following.append(action) }

  func wasCommitted() throws {
    for action in following { try action() }
  }

  /// Whether the transaction is durable or not, nothing follows from it any more.
  func end() { following = [] }
}
