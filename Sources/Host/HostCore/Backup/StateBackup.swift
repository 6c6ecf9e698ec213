// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
package import Foundation
import PrivacyBoundary
import ScreenTimeRules
package import ScreenTimeStore

/// A backup of all that a host needs: the store, the token key, the settings of its last run and the families'
/// containers. Programs are not included; the host copies them from their bundles again.
package enum StateBackup {
  private static let parts = ["containers", "keys", "run.json"]

  /// Writes a backup. A host may be running.
  ///
  /// - Throws: `StoreError`, or `TokenKeyError` for a state whose key is missing.
  package static func make(of directory: String, at path: String, now: Date, version: String) throws -> StoreBackup {
    let backup = try StoreBackup.make(
      of: directory, parts: parts, at: path, madeAt: Timestamp(now), version: version)
    do {
      // Try the restore now, while the state still exists and a new backup can be made.
      let trial = path + ".trial"
      _ = try backup.restore(to: trial, judge: judge)
      try TreeRemoval.remove(trial)
      return backup
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  /// Replaces a state with a backup and keeps the old state beside it.
  ///
  /// - Returns: the path of the old state; `nil` if there was none.
  package static func restore(_ backup: StoreBackup, to directory: String) throws -> String? {
    try backup.restore(to: directory, judge: judge)
  }

  /// Opens an unpacked backup as a host would: store, state, key, and the tokens made with the key (PRIV-TK8).
  private static func judge(_ directory: String) throws {
    let store = try DeviceStore(directory: directory, durability: .full)
    try store.read { reader in
      _ = try reader.loadState()
      _ = try reader.owedDeliveries()
      let key = try TokenKeyFile(stateDirectory: directory).open(tokensExist: try reader.hasIssuedTokens()) {
        (0..<RootKey.byteCount).map { _ in UInt8.random(in: .min ... .max) }
      }
      _ = try TokenRegistry(root: key.key, reading: reader, sample: { Int.random(in: 0..<$0) })
    }
  }
}
