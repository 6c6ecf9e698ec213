// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The values of an intent's other parameters, for a query or a provider of options.
///
/// ### On Linux
/// The host asks for the options of a parameter by itself, so there are no other values.
@propertyWrapper
public struct IntentParameterDependency<Intent: AppIntent>: Sendable {
  /// The intent's values, by the names of its parameters.
  @dynamicMemberLookup
  public struct Values {
    let intent: Intent

    public subscript<Value>(dynamicMember path: KeyPath<Intent, Value>) -> Value { intent[keyPath: path] }
  }

  public init<each Value: _IntentValue & Sendable>(
    _ parameters: repeat KeyPath<Intent, IntentParameter<each Value>>
  ) {}

  public var wrappedValue: Values? { nil }
}
