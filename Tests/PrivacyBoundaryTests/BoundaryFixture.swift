// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Fixtures may trap.
// swift-format-ignore-file: NeverForceUnwrap

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// A store, a key and two families with a grant.
final class BoundaryFixture {
  let path: String
  let store: DeviceStore
  let root: RootKey
  let registry: TokenRegistry
  let policy: FlowPolicy

  init(rootByte: UInt8 = 7) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("sallyport-boundary-\(UUID().uuidString)").path
    store = try DeviceStore(directory: path, durability: .simulated)
    root = RootKey(bytes: Array(repeating: rootByte, count: 32))!
    policy = try FlowPolicy.builtIn()
    let root = root
    let registry = try store.read { try TokenRegistry(root: root, reading: $0, sample: { $0 - 1 }) }
    self.registry = registry
    try store.transaction { transaction in
      try registry.grant(Self.audience("homework", salt: 1), in: transaction)
      try registry.grant(Self.audience("worklog", salt: 2), in: transaction)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static func audience(_ family: String, salt: UInt8, person: UInt8 = 9) -> AudienceRow {
    AudienceRow(
      family: family, person: Array(repeating: person, count: 16),
      fingerprint: FamilyFingerprint.signed(publisherKey: Array(repeating: 0xA1, count: 32), family: family),
      grantSalt: Array(repeating: salt, count: 16))
  }

  @discardableResult
  func issue(_ items: [Item], to family: String = "homework", because cause: TokenCause = .picker) throws -> [ItemToken]
  {
    try store.transaction { try registry.issue(items, to: family, because: cause, day: "2026-11-20", in: $0) }
  }

  /// The registry that a restarted host would read.
  func reopened() throws -> TokenRegistry {
    try store.read { try TokenRegistry(root: root, reading: $0, sample: { $0 - 1 }) }
  }

  func receipt(_ kind: LedgerKind, family: String = "homework") throws -> LedgerReceipt {
    try store.transaction { transaction in
      try PrivacyLedger(policy: policy, random: { Array(repeating: 5, count: $0) }).append(
        LedgerEvent(family: family, kind: kind, values: ["range": .word("today")]), day: "2026-11-20", slot: "18:15",
        in: transaction)
    }
  }
}
