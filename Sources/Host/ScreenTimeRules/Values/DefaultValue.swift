// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Data

/// One value in a suite of user defaults (C12): one of the wire's *value* types (`wire.md#lines`).
package enum DefaultValue: Hashable, Codable, Sendable {
  case bool(Bool)
  case integer(Int64)
  /// Canonical decimal text. Fractions stay text so that they read back as written.
  case decimal(String)
  case string(String)
  case date(Timestamp)
  case url(String)
  case data(Data)
  case list([DefaultValue])
  case map([String: DefaultValue])

  /// The value's size against the suite's limit: its bytes, plus eight for each node.
  package var weight: Int {
    switch self {
    case .bool, .integer, .date: 8
    case .decimal(let text), .string(let text), .url(let text): 8 + text.utf8.count
    case .data(let data): 8 + data.count
    case .list(let values): values.reduce(8) { $0 + $1.weight }
    case .map(let values): values.reduce(8) { $0 + $1.key.utf8.count + $1.value.weight }
    }
  }
}
