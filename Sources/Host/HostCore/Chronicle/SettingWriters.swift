// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import ScreenTimeRules

/// Which callback of a family wrote each of its settings in force, and when, for `explain`.
package struct SettingWriters: Codable, Hashable, Sendable {
  package struct Writer: Codable, Hashable, Sendable {
    package var at: Timestamp
    /// `eventDidReachThreshold gamesLimit day`.
    package var callback: String
    /// The number of the delivery; `nil` for a callback without one.
    package var sequence: Int64?
  }

  /// By store and setting key.
  private var writers: [String: [String: Writer]] = [:]

  package func writer(of key: SettingKey, in store: String) -> Writer? { writers[store]?[key.rawValue] }

  /// Notes the effects that a family's callback had.
  mutating func note(_ effects: [Effect], by writer: Writer) {
    for effect in effects {
      switch effect {
      case .setSetting(let store, let key, nil): writers[store]?[key.rawValue] = nil
      case .setSetting(let store, let key, _?): writers[store, default: [:]][key.rawValue] = writer
      case .clearStore(let store), .deleteStore(let store): writers[store] = nil
      default: break
      }
      if writers.values.contains(where: \.isEmpty) { writers = writers.filter { !$0.value.isEmpty } }
    }
  }

  var isEmpty: Bool { writers.isEmpty }
}
