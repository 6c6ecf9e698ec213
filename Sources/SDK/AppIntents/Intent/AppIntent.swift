// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionRuntime
public import FoundationShims

/// A type with an identifier that stays the same when it is renamed.
public protocol PersistentlyIdentifiable {
  static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
  public static var persistentIdentifier: String { String(describing: self) }
}

/// An action of an app that the system can run.
@_alwaysEmitConformanceMetadata
public protocol AppIntent: PersistentlyIdentifiable, _DeclaredIntent, _DescribedByDescription, _DescribedByResource,
  _DescribedByOptionalResource, Sendable
{
  associatedtype PerformResult: IntentResult
  associatedtype SummaryContent: ParameterSummary = _NoSummary

  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  static var openAppWhenRun: Bool { get }
  static var isDiscoverable: Bool { get }
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  @ParameterSummaryBuilder<Self> static var parameterSummary: SummaryContent { get }

  init()
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Parameter<Value: _IntentValue & Sendable> = IntentParameter<Value>
  public typealias Dependency<Value: Sendable> = AppDependency<Value>

  public static var description: IntentDescription? { nil }
  public static var openAppWhenRun: Bool { false }
  public static var isDiscoverable: Bool { true }
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }

  public static var _name: String { persistentIdentifier }

  /// Runs the intent from the program's own code. The result is returned and shown nowhere.
  public func callAsFunction(donate: Bool = false) async throws -> PerformResult { try await perform() }
}

extension AppIntent where SummaryContent == _NoSummary {
  public static var parameterSummary: _NoSummary { _NoSummary() }
}

// `description` has four types in published sources. Each is a requirement of its own with a default, so that none
// compiles into a member that nobody reads.

public protocol _DescribedByDescription {
  static var description: IntentDescription { get }
}

public protocol _DescribedByResource {
  static var description: LocalizedStringResource { get }
}

public protocol _DescribedByOptionalResource {
  static var description: LocalizedStringResource? { get }
}

extension _DescribedByDescription {
  public static var description: IntentDescription { IntentDescription(_IntentText.none) }
}

extension _DescribedByResource {
  public static var description: LocalizedStringResource { _IntentText.none }
}

extension _DescribedByOptionalResource {
  public static var description: LocalizedStringResource? { nil }
}

/// The text of a description that an intent does not have.
public enum _IntentText {
  public static let none = LocalizedStringResource(stringLiteral: "")
}

extension AppIntent {
  /// The description under whichever of its types the intent declares it.
  static var writtenDescription: LocalizedStringResource? {
    let plain: IntentDescription? = Self.description
    return [
      plain?.descriptionText, IntentDescriptions.plain(of: Self.self), IntentDescriptions.resource(of: Self.self),
      IntentDescriptions.optionalResource(of: Self.self),
    ].lazy.compactMap { $0 }.first { !$0.key.isEmpty }
  }
}

private enum IntentDescriptions {
  static func plain<Intent: _DescribedByDescription>(of type: Intent.Type) -> LocalizedStringResource? {
    type.description.descriptionText
  }

  static func resource<Intent: _DescribedByResource>(of type: Intent.Type) -> LocalizedStringResource? {
    type.description
  }

  static func optionalResource<Intent: _DescribedByOptionalResource>(of type: Intent.Type) -> LocalizedStringResource? {
    type.description
  }
}

/// The state of the device in which an intent may run.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
  case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}

/// What an intent does, in words.
public struct IntentDescription: ExpressibleByStringInterpolation, Sendable {
  public var descriptionText: LocalizedStringResource
  public var categoryName: LocalizedStringResource?
  public var searchKeywords: [LocalizedStringResource]
  public var resultValueName: LocalizedStringResource?

  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = [], resultValueName: LocalizedStringResource? = nil
  ) {
    self.descriptionText = descriptionText
    self.categoryName = categoryName
    self.searchKeywords = searchKeywords
    self.resultValueName = resultValueName
  }

  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }

  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}
