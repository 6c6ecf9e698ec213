// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeStore

/// The handling of one input: its transaction, and the commands to return once it is durable.
final class Turn {
  /// Open while the input is handled.
  let transaction: StoreTransaction
  private(set) var commands: [DeviceCommand] = []
  private var following: [() throws -> Void] = []

  init(_ transaction: StoreTransaction) { self.transaction = transaction }

  func say(_ command: DeviceCommand) { commands.append(command) }

  func tell(_ event: HostEvent) { commands.append(.tell(event)) }

  /// Runs an action once the transaction is durable, for caches that follow the store, such as tokens.
  func afterCommit(_ action: @escaping () throws -> Void) { following.append(action) }

  func wasCommitted() throws {
    for action in following { try action() }
  }

  /// Drops the pending actions, whether the transaction was committed or not.
  func end() { following = [] }
}
