// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

extension SettingWriters {
  /// Notes which callback had these effects, in the transaction that applies them.
  static func note(_ effects: [Effect], of call: OpenCall, at now: Timestamp, in transaction: StoreTransaction) throws {
    let key = HostMeta.writers(call.family)
    let before = try transaction.value(SettingWriters.self, key)
    var after = before ?? SettingWriters()
    after.note(effects, by: Writer(at: now, callback: call.words, sequence: call.delivery?.sequence))
    guard after != before ?? SettingWriters() else { return }
    try transaction.setValue(after.isEmpty ? nil : after, key)
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
    case .focus: "focus.perform"
    case .intent(_, let delivery): "intent.perform \(delivery.intent)"
    // Without effects, so nothing is noted of them.
    case .widget: "widget"
    case .filter: "focus"
    }
  }
}
