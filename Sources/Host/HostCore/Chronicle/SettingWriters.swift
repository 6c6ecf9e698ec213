// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

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

  static func note(_ effects: [Effect], of call: OpenCall, at now: Timestamp, in transaction: StoreTransaction) throws {
    let key = HostMeta.writers(call.family)
    let before = try transaction.value(SettingWriters.self, key)
    var after = before ?? SettingWriters()
    after.note(effects, by: Writer(at: now, callback: call.words, sequence: call.delivery?.sequence))
    guard after != before ?? SettingWriters() else { return }
    try transaction.setValue(after.writers.isEmpty ? nil : after, key)
  }
}

extension OpenCall {
  /// The callback in words: its name, and a monitor's event and activity.
  fileprivate var words: String {
    switch kind {
    case .monitor(_, let delivery):
      [delivery.callback.rawValue, delivery.event, delivery.activity].compactMap(\.self).joined(separator: " ")
    case .press(_, let press, _, _): press.button
    case .visit(let delivery): delivery.callback
    case .push: "stateChanged"
    case .look: "configuration"
    case .report: "makeReport"
    }
  }
}

extension DeviceFacts {
  /// Which callbacks wrote a family's settings.
  package func settingWriters(of family: FamilyID) throws -> SettingWriters {
    try store.read { try $0.value(SettingWriters.self, HostMeta.writers(family)) } ?? SettingWriters()
  }
}
