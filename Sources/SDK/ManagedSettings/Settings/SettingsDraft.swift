// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// The state of a group: the store's values at the time of reading, and the settings assigned since, in order.
///
/// Assigning the group back to its store writes only the assigned settings. Changing one setting in place is one effect
/// (C8), even if the value stays the same, because effects are absolute (C11).
struct SettingsDraft: Sendable {
  private(set) var values: [SettingKey: SettingValue]
  private(set) var assigned: [SettingKey] = []

  init(values: [SettingKey: SettingValue]) { self.values = values }

  subscript(key: SettingKey) -> SettingValue? {
    get { values[key] }
    set {
      values[key] = newValue
      assigned.removeAll { $0 == key }
      assigned.append(key)
    }
  }

  /// The value of a Boolean setting.
  subscript(flag key: SettingKey) -> Bool? {
    get { if case .bool(let flag)? = values[key] { flag } else { nil } }
    set { self[key] = newValue.map(SettingValue.bool) }
  }

  /// The value of a rating, 0…1000 (M12).
  subscript(rating key: SettingKey) -> Int? {
    get { if case .rating(let rating)? = values[key] { Int(rating) } else { nil } }
    set { self[key] = newValue.map { .rating(Int64($0)) } }
  }

  /// The value of a setting that is a set of tokens.
  subscript<T>(tokens key: SettingKey) -> Set<Token<T>>? {
    get { if case .tokens(let tokens)? = values[key] { Set(tokens) } else { nil } }
    set { self[key] = newValue.map { .tokens($0.wireTokens()) } }
  }
}

/// A group that can be created from a store's values.
protocol DraftedSettings: ManagedSettingsGroup {
  var draft: SettingsDraft { get }
  init(draft: SettingsDraft)
}
