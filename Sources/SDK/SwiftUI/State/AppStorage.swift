// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A property wrapper that reads and writes a value of user defaults.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  private let read: () -> Value
  private let write: (Value) -> Void

  public var wrappedValue: Value {
    get { read() }
    nonmutating set {
      write(newValue)
      ChangeSignal.shared.send()
    }
  }

  public var projectedValue: Binding<Value> { Binding(get: { wrappedValue }, set: { wrappedValue = $0 }) }

  private init(
    _ key: String, _ store: UserDefaults?, default value: Value, decode: @escaping (Any) -> Value?,
    encode: @escaping (Value) -> Any?
  ) {
    read = { (store ?? .standard).object(forKey: key).flatMap(decode) ?? value }
    write = { (store ?? .standard).set(encode($0), forKey: key) }
  }
}

extension AppStorage {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
    self.init(key, store, default: wrappedValue, decode: { ($0 as? NSNumber)?.boolValue ?? ($0 as? Bool) }) { $0 }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
    self.init(key, store, default: wrappedValue, decode: { ($0 as? NSNumber)?.intValue ?? ($0 as? Int) }) { $0 }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
    self.init(key, store, default: wrappedValue, decode: { ($0 as? NSNumber)?.doubleValue ?? ($0 as? Double) }) { $0 }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
    self.init(key, store, default: wrappedValue, decode: { $0 as? String }) { $0 }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
    self.init(key, store, default: wrappedValue, decode: { $0 as? Data }) { $0 }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    self.init(key, store, default: wrappedValue, decode: { ($0 as? String).flatMap(Value.init) }) { $0.rawValue }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == Int {
    self.init(
      key, store, default: wrappedValue, decode: { (($0 as? NSNumber)?.intValue ?? ($0 as? Int)).flatMap(Value.init) }
    ) { $0.rawValue }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
    self.init(key, store, default: wrappedValue, decode: { ($0 as? String).flatMap { URL(string: $0) } }) {
      $0.absoluteString
    }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Date {
    self.init(key, store, default: wrappedValue, decode: { $0 as? Date }) { $0 }
  }

  public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? {
    self.init(key, store, default: nil, decode: { ($0 as? NSNumber)?.boolValue ?? ($0 as? Bool) }) { $0 }
  }

  public init(_ key: String, store: UserDefaults? = nil) where Value == Int? {
    self.init(key, store, default: nil, decode: { ($0 as? NSNumber)?.intValue ?? ($0 as? Int) }) { $0 }
  }

  public init(_ key: String, store: UserDefaults? = nil) where Value == Double? {
    self.init(key, store, default: nil, decode: { ($0 as? NSNumber)?.doubleValue ?? ($0 as? Double) }) { $0 }
  }

  public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
    self.init(key, store, default: nil, decode: { $0 as? String }) { $0 }
  }

  public init(_ key: String, store: UserDefaults? = nil) where Value == Data? {
    self.init(key, store, default: nil, decode: { $0 as? Data }) { $0 }
  }
}
