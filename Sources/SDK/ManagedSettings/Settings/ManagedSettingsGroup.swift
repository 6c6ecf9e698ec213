// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The settings of one area. A group is read from a store, changed in place, and has no public initialiser.
public protocol ManagedSettingsGroup {}

/// What is known of a setting beside its value.
public struct SettingMetadata<Value> {
  /// What counts as no opinion (M3).
  public let defaultValue: Value
}

extension SettingMetadata: Sendable where Value: Sendable {}

/// The same for a setting whose values lie in a range.
public struct BoundedSettingMetadata<Value: Comparable> {
  /// What holds where no store says anything.
  public let defaultValue: Value
  /// The values that a store may say, both ends included.
  public let bounds: ClosedRange<Value>
}

extension BoundedSettingMetadata: Sendable where Value: Sendable {}
