// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A group of related settings. Read a group from a store, then change it in place; groups have no public initialiser.
public protocol ManagedSettingsGroup {}

/// The metadata of a setting.
public struct SettingMetadata<Value> {
  /// The value that applies if no store sets another. A store that sets this value does not restrict the setting (M3).
  public let defaultValue: Value
}

extension SettingMetadata: Sendable where Value: Sendable {}

/// The metadata of a setting whose values are limited to a range.
public struct BoundedSettingMetadata<Value: Comparable> {
  /// The value that applies if no store sets another.
  public let defaultValue: Value
  /// The values that a store may set.
  public let bounds: ClosedRange<Value>
}

extension BoundedSettingMetadata: Sendable where Value: Sendable {}
