// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
package import Foundation
import PrivacyBoundary
import ScreenTimeRules
package import ScreenTimeStore

/// A backup of all that a host would miss: the store, the key of its tokens, the settings of its last run, the families'
/// containers. Programs are not in it: the host copies them from their bundles again.
package enum StateBackup {
  private static let parts = ["containers", "keys", "run.json"]

  /// Writes a backup, also while a host runs.
  ///
  /// - Throws: `StoreError`, or `TokenKeyError` for a state whose key is gone already.
  package static func make(of directory: String, at path: String, now: Date, version: String) throws -> StoreBackup {
    let backup = try StoreBackup.make(
      of: directory, parts: parts, at: path, madeAt: Timestamp(now), version: version)
    do {
      // What can't be restored is no backup, and this is the last moment at which that can be helped.
      let trial = path + ".trial"
      _ = try backup.restore(to: trial, judge: judge)
      try TreeRemoval.remove(trial)
      return backup
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  /// Puts a backup in the place of a state, which is kept beside it.
  ///
  /// - Returns: where the old state is now; `nil` if there was none.
  package static func restore(_ backup: StoreBackup, to directory: String) throws -> String? {
    try backup.restore(to: directory, judge: judge)
  }

  /// Opens what was unpacked as a host would: store, state, key, and the tokens that were made with it (PRIV-TK8).
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
