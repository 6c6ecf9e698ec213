// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A key for a value that views pass to their ancestors.
public protocol PreferenceKey {
  associatedtype Value
  static var defaultValue: Value { get }
  static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
  public static var defaultValue: Value { nil }
}

/// The preferences set by the views resolved so far.
struct PreferenceValues {
  private var values: [ObjectIdentifier: Any] = [:]

  func value<Key: PreferenceKey>(of key: Key.Type) -> Key.Value? { values[ObjectIdentifier(key)] as? Key.Value }

  mutating func set<Key: PreferenceKey>(_ value: Key.Value?, of key: Key.Type) { values[ObjectIdentifier(key)] = value }

  mutating func add<Key: PreferenceKey>(_ value: Key.Value, to key: Key.Type) {
    guard var sum = self.value(of: key) else { return set(value, of: key) }
    Key.reduce(value: &sum) { value }
    set(sum, of: key)
  }
}
