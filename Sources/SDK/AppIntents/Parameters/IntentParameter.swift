// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import Foundation
public import FoundationShims
internal import Synchronization

/// A parameter of an intent. A copy of the intent shares it, as on iOS.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue & Sendable>: Sendable {
  public let title: LocalizedStringResource
  public let description: LocalizedStringResource?
  /// The value without a person's choice; `nil` for a required parameter without a default.
  package let defaultValue: Value?
  private let stored: Mutex<Value?>
  let range: DescribedParameter.Range?
  let options: (any DynamicOptionsProvider)?

  init(
    _ title: LocalizedStringResource?, _ description: LocalizedStringResource?, default defaultValue: Value?,
    range: (lower: Value, upper: Value)? = nil, options: (any DynamicOptionsProvider)? = nil
  ) {
    self.title = title ?? _IntentText.none
    self.description = description
    let value = defaultValue ?? Value._unset
    self.defaultValue = value
    stored = Mutex(value)
    self.range = range.flatMap { range in
      guard let lower = range.lower._stored, let upper = range.upper._stored else { return nil }
      return DescribedParameter.Range(lower: lower, upper: upper)
    }
    self.options = options
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

  var current: Value? { stored.withLock { $0 } }

  func set(_ value: Value) { stored.withLock { $0 = value } }

  /// Asks the person on iOS. Here nobody can be asked while an intent runs.
  public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value {
    throw AppIntentError.Unrecoverable.featureCurrentlyRestricted
  }

  public func needsValueError(_ dialog: IntentDialog? = nil) -> AppIntentError { AppIntentError() }
}

/// An error of an intent.
public struct AppIntentError: Error, Hashable, Sendable {
  public enum Unrecoverable: Error, Hashable, Sendable {
    case featureCurrentlyRestricted, entityNotFound, notAllowed, unknown
  }
  public enum UserActionRequired: Error, Hashable, Sendable {
    case accountSetup, confirmation, signin, subscription, upgrade
  }
  public static let restartPerform = AppIntentError()

  init() {}
}

// MARK: - Declarations

extension IntentParameter {
  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, description, default: nil)
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default defaultValue: Value,
    requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, description, default: defaultValue)
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
    optionsProvider: some DynamicOptionsProvider
  ) {
    self.init(title, description, default: nil, options: optionsProvider)
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default defaultValue: Value,
    requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
    optionsProvider: some DynamicOptionsProvider
  ) {
    self.init(title, description, default: defaultValue, options: optionsProvider)
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
    query: some EntityQuery
  ) {
    self.init(title, description, default: nil, options: query)
  }

  /// A list with one size, or with a size for each size of the widget. The host's sheets allow any length.
  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, size: IntentCollectionSize,
    requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, description, default: nil)
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default defaultValue: Value,
    size: IntentCollectionSize, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, description, default: defaultValue)
  }
}

extension IntentParameter where Value: _IntentNumber {
  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default defaultValue: Value,
    controlStyle: IntentParameterNumberControlStyle = .field, inclusiveRange: (Value.Number, Value.Number),
    requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, description, default: defaultValue, range: Value.range(inclusiveRange))
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
    controlStyle: IntentParameterNumberControlStyle = .field, inclusiveRange: (Value.Number, Value.Number),
    requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, description, default: nil, range: Value.range(inclusiveRange))
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default defaultValue: Value,
    controlStyle: IntentParameterNumberControlStyle, requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, default: defaultValue)
  }
}

extension IntentParameter where Value: _IntentText_ {
  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default defaultValue: Value,
    inputOptions: String.IntentInputOptions, requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, default: defaultValue)
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
    inputOptions: String.IntentInputOptions, requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, default: nil)
  }
}

extension IntentParameter where Value == Bool {
  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default defaultValue: Bool,
    displayName: Bool.IntentDisplayName, requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, default: defaultValue)
  }
}

extension IntentParameter where Value: _IntentDate {
  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, kind: Date.IntentKind,
    requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, default: nil)
  }

  public convenience init(
    title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default defaultValue: Value,
    kind: Date.IntentKind, requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, default: defaultValue)
  }
}
