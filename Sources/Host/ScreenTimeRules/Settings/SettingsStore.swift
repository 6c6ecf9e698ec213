// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One named store of a family (M1), with the values that the family set.
package struct SettingsStore: Hashable, Codable, Sendable {
  /// The raw name of `ManagedSettingsStore()` (M1).
  package static let defaultName = "Default"

  /// An inactive store keeps its values and is skipped by the merge (M5).
  package var isActive: Bool
  package private(set) var values: [SettingKey: SettingValue]
  /// The keys whose values name items by tokens that a reset has voided, sorted; `nil` if there are none. The values stay
  /// in force, and the family reads them back without items until it writes or clears them (PRIV-TK5).
  private var voided: [SettingKey]?

  package init(isActive: Bool = true, values: [SettingKey: SettingValue] = [:]) {
    self.isActive = isActive
    self.values = values
  }

  package subscript(key: SettingKey) -> SettingValue? {
    get { values[key] }
    set {
      values[key] = newValue
      voided?.removeAll { $0 == key }
      if voided?.isEmpty == true { voided = nil }
    }
  }

  package mutating func clear() { (values, voided) = ([:], nil) }

  /// Marks every value that can name items as written with void tokens.
  mutating func voidTokens() {
    let keys = values.filter { $0.value.canNameItems }.keys.sorted { $0.rawValue.isOrderedBefore($1.rawValue) }
    voided = keys.isEmpty ? nil : keys
  }

  /// Keeps the mark of a value that only loses an item.
  mutating func withdraw(_ item: Item) { for (key, value) in values { values[key] = value.without(item) } }

  /// Keeps the mark of a value in which one item takes the place of another.
  mutating func replace(_ item: Item, with target: Item) {
    for (key, value) in values { values[key] = value.replacing(item, with: target) }
  }

  package func isVoided(_ key: SettingKey) -> Bool { voided?.contains(key) ?? false }

  /// A store exists while it holds a value or is inactive (M6).
  package var exists: Bool { !isActive || !values.isEmpty }
}
