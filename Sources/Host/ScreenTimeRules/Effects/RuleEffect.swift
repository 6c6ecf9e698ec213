// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An effect in the terms of the rules: tokens resolved to items, names as written (`wire.md#effects`).
///
/// Effects that change no rule state (notifications, badges, timelines) are handled by the host alone.
package enum RuleEffect: Hashable, Sendable {
  case setSetting(store: String, key: SettingKey, value: SettingValue?)
  case setStoreActive(store: String, isActive: Bool)
  case clearStore(String)
  case deleteStore(String)
  case startMonitoring(activity: String, schedule: Schedule, events: [ActivityEvent])
  case stopMonitoring([String])
  case setDefault(suite: String, key: String, value: DefaultValue?)
  case revokeAuthorization
}
