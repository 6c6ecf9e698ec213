// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// What every group holds: the store's values when it was read, and the assignments made since, in order.
///
/// Assigning a group back to its store writes the assignments, and nothing that was only read: changing one setting in
/// place is one effect (C8), also when the value is the same as before (C11: effects are absolute).
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

  /// A plain flag.
  subscript(flag key: SettingKey) -> Bool? {
    get { if case .bool(let flag)? = values[key] { flag } else { nil } }
    set { self[key] = newValue.map(SettingValue.bool) }
  }

  /// A rating, 0…1000 (M12).
  subscript(rating key: SettingKey) -> Int? {
    get { if case .rating(let rating)? = values[key] { Int(rating) } else { nil } }
    set { self[key] = newValue.map { .rating(Int64($0)) } }
  }

  /// A set of tokens.
  subscript<T>(tokens key: SettingKey) -> Set<Token<T>>? {
    get { if case .tokens(let tokens)? = values[key] { Set(tokens) } else { nil } }
    set { self[key] = newValue.map { .tokens($0.wireTokens()) } }
  }
}

/// A group that can be made from a store's values.
protocol DraftedSettings: ManagedSettingsGroup {
  var draft: SettingsDraft { get }
  init(draft: SettingsDraft)
}
