// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import FoundationShims

/// A parameter whose type is not known to the code that fills and describes intents.
protocol AnyIntentParameter: AnyObject {
  func describe(_ name: String) async throws -> DescribedParameter
  var storedValue: PropertyValue? { get }
  var isFilled: Bool { get }
  func request(_ value: PropertyValue, from entities: _RequestedEntities)
  /// - Returns: Whether the value still decodes.
  func read(_ value: PropertyValue, from entities: _RequestedEntities) -> Bool
  /// Sets the absence of an optional.
  func clear()
  /// Sets the literal default or the default of the type.
  ///
  /// - Returns: Whether there is one.
  func reset() async throws -> Bool
  func choices(matching text: String?) async throws -> [IntentChoice]
}

extension IntentParameter: AnyIntentParameter {
  private static var isOptional: Bool { Value._unset != nil }

  func describe(_ name: String) async throws -> DescribedParameter {
    var literal = defaultValue?._stored
    if literal == nil { literal = try await Self.typeDefault(options)?._stored }
    let label = title.key.isEmpty ? name : Caption.text(title)
    return DescribedParameter(
      name: name, title: label, description: description.map { Caption.text($0) }, type: try Value._type(),
      isOptional: Self.isOptional, defaultValue: literal, hasOptions: Value._hasChoices || options != nil, range: range)
  }

  var storedValue: PropertyValue? { current?._stored }

  var isFilled: Bool { current != nil }

  func request(_ value: PropertyValue, from entities: _RequestedEntities) { Value._request(value, from: entities) }

  func read(_ value: PropertyValue, from entities: _RequestedEntities) -> Bool {
    guard let value = Value._read(value, from: entities) else { return false }
    set(value)
    return true
  }

  func clear() { if let unset = Value._unset { set(unset) } }

  func reset() async throws -> Bool {
    let isAbsent = defaultValue.map { $0._stored == nil } ?? true
    if !isAbsent, let defaultValue {
      set(defaultValue)
      return true
    }
    if let value = try await Self.typeDefault(options) {
      set(value)
      return true
    }
    guard let unset = Value._unset else { return false }
    set(unset)
    return true
  }

  func choices(matching text: String?) async throws -> [IntentChoice] {
    if let options = options as? any EntityQuery { return try await options.choices(matching: text) }
    if let options { return try await options.choices(matching: text) }
    return try await Value._choices(matching: text) ?? []
  }

  private static func typeDefault(_ options: (any DynamicOptionsProvider)?) async throws -> Value? {
    if let value = await options?.anyDefault() as? Value { return value }
    return try await Value._defaultResult()
  }
}

extension AppIntent {
  /// The parameters of an intent in the order of their declarations.
  var declaredParameters: [(name: String, parameter: any AnyIntentParameter)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let label = child.label, let parameter = child.value as? any AnyIntentParameter else { return nil }
      return (name: label.hasPrefix("_") ? String(label.dropFirst()) : label, parameter: parameter)
    }
  }

  /// The values of the parameters, without those that are nil.
  package var parameterValues: [ParameterValue] {
    declaredParameters.compactMap { name, parameter in
      parameter.storedValue.map { ParameterValue(name: name, value: $0) }
    }
  }

  /// A fresh intent with its parameters filled (WIDGET-W42, FOCUS-F11).
  ///
  /// - Parameter startsWithDefaults: Whether an absent parameter has its default, as after a filter went off. Otherwise
  ///   an absent optional is nil.
  static func filled(with values: [ParameterValue], startsWithDefaults: Bool = false) async throws -> Self {
    let intent = Self()
    let parameters = intent.declaredParameters
    let entities = _RequestedEntities()
    for (name, parameter) in parameters {
      if let value = values.first(where: { $0.name == name }) { parameter.request(value.value, from: entities) }
    }
    try await entities.load()
    for (name, parameter) in parameters {
      if let value = values.first(where: { $0.name == name }) {
        if parameter.read(value.value, from: entities) { continue }
        ExtensionSession.current?.log("parameter.dropped: “\(name)” of \(_name) no longer has the stored value.")
        if parameter.isOptionalParameter {
          parameter.clear()
          continue
        }
      } else if !startsWithDefaults, parameter.isOptionalParameter {
        parameter.clear()
        continue
      }
      guard try await parameter.reset() else { throw MissingParameter(intent: _name, name: name) }
    }
    return intent
  }
}

extension AnyIntentParameter {
  fileprivate var isOptionalParameter: Bool { (self as? any OptionalParameter)?.isOptional ?? false }
}

private protocol OptionalParameter {
  var isOptional: Bool { get }
}

extension IntentParameter: OptionalParameter {
  fileprivate var isOptional: Bool { Value._unset != nil }
}

/// A required parameter with neither a value nor a default (FOCUS-F11).
struct MissingParameter: Error, CustomStringConvertible {
  var intent: String
  var name: String

  var description: String { "parameter.missing: “\(name)” of \(intent) has no value and no default." }
}

extension WidgetConfigurationIntent {
  /// The intent of a provider's call.
  package static func _configured(with values: [ParameterValue]) async throws -> Self {
    // A new widget has no values yet, and its optional parameters have their literals.
    try await filled(with: values, startsWithDefaults: values.isEmpty)
  }

  /// The intent without its entities, for code that can't wait for them.
  package static func _filled(with values: [ParameterValue]) -> Self {
    let intent = Self()
    for (name, parameter) in intent.declaredParameters {
      if let value = values.first(where: { $0.name == name }) { _ = parameter.read(value.value, from: .init()) }
    }
    return intent
  }
}
