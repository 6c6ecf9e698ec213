// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One named store of a family (M1), with the values that the family set.
package struct SettingsStore: Hashable, Codable, Sendable {
  /// The raw name of `ManagedSettingsStore()` (M1).
  package static let defaultName = "Default"

  /// An inactive store keeps its values and is skipped by the merge (M5).
  package var isActive: Bool
  package var values: [SettingKey: SettingValue]

  package init(isActive: Bool = true, values: [SettingKey: SettingValue] = [:]) {
    self.isActive = isActive
    self.values = values
  }

  /// A store exists while it holds a value or is inactive (M6).
  package var exists: Bool { !isActive || !values.isEmpty }
}
