// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of an intent.
public protocol IntentResult: Sendable {
  associatedtype Value: Sendable = Never
  var value: Value? { get }
}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {}

/// The result of an intent that returns nothing.
public struct IntentResultContainer: IntentResult {
  public var value: Never? { nil }
}

/// The result of an intent that returns a value.
public struct IntentValueContainer<Value: _IntentValue & Sendable>: ReturnsValue {
  public let value: Value?
}

extension IntentResult where Self == IntentResultContainer {
  public static func result() -> Self { IntentResultContainer() }
}

extension IntentResult {
  public static func result<Result>(value: Result) -> Self where Self == IntentValueContainer<Result> {
    IntentValueContainer(value: value)
  }
}
