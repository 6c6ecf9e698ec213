// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// A type that a parameter of an intent can have.
public protocol _IntentValue {
  /// The value of a parameter that was never set and has no default: nil for an optional, else nothing.
  static var _unset: Self? { get }
}

extension _IntentValue {
  public static var _unset: Self? { nil }
}

extension Bool: _IntentValue {}
extension Int: _IntentValue {}
extension Double: _IntentValue {}
extension Float: _IntentValue {}
extension String: _IntentValue {}
extension Date: _IntentValue {}
extension URL: _IntentValue {}
extension Duration: _IntentValue {}
extension Decimal: _IntentValue {}
extension Array: _IntentValue where Element: _IntentValue {}

extension Optional: _IntentValue where Wrapped: _IntentValue {
  public static var _unset: Wrapped?? { .some(nil) }
}

/// A parameter of an intent. A copy of the intent shares it, as on iOS.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue & Sendable>: Sendable {
  public let title: LocalizedStringResource
  public let description: LocalizedStringResource?
  /// The value without a person's choice; `nil` for a required parameter without a default.
  package let defaultValue: Value?
  private let stored: Mutex<Value?>

  public init(title: LocalizedStringResource, description: LocalizedStringResource? = nil) {
    self.title = title
    self.description = description
    defaultValue = Value._unset
    stored = Mutex(Value._unset)
  }

  public init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value
  ) {
    self.title = title
    self.description = description
    self.defaultValue = defaultValue
    stored = Mutex(defaultValue)
  }

  public var projectedValue: IntentParameter<Value> { self }

  /// Reading a required parameter that has neither a value nor a default ends the program.
  public var wrappedValue: Value {
    get {
      guard let value = stored.withLock({ $0 }) else {
        preconditionFailure("The parameter “\(title.text)” has no value and no default; give it a default.")
      }
      return value
    }
    set { stored.withLock { $0 = newValue } }
  }
}
