// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

/// Small named values: format numbers, cursors, the person's id.
extension StoreReader {
  package func meta(_ key: String) throws -> [UInt8]? {
    let row = try row("SELECT value FROM meta WHERE key = ?", [key])
    return row.map { Array($0["value"] as Data) }
  }
}

extension StoreTransaction {
  /// Sets a value; `nil` removes it.
  package func setMeta(_ key: String, to value: [UInt8]?) throws {
    if let value {
      try execute(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [key, Data(value)])
    } else {
      try execute("DELETE FROM meta WHERE key = ?", [key])
    }
  }
}
