// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation

/// An intent that tells an app which Focus filter is in force.
@_alwaysEmitConformanceMetadata
public protocol SetFocusFilterIntent: AppIntent, InstanceDisplayRepresentable {
  static var current: Self { get async throws }
  var appContext: FocusFilterAppContext { get }
  static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Self]
  static func invalidateFocusFilterAppContext()
}

extension SetFocusFilterIntent {
  /// The filter in force with its values.
  ///
  /// - Throws: `SetFocusFilterIntentError`: no filter of this type is in force, or it lacks a required value.
  public static var current: Self { get async throws { try await inForce() } }

  public var appContext: FocusFilterAppContext { FocusFilterAppContext() }

  public var displayRepresentation: DisplayRepresentation {
    var display = DisplayRepresentation(title: Self.title)
    display.isProvided = true
    return display
  }

  public func perform() async throws -> _NothingPerformed { _NothingPerformed() }

  public static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Self] { [] }

  /// Asks the host to read the context again. Without the capability `focus` it has no effect but a line in the log.
  public static func invalidateFocusFilterAppContext() {
    guard let session = ExtensionSession.current else { return }
    guard session.terms?.capabilities.contains(.focus) == true else {
      session.log("A Focus filter's context was invalidated; the family has no capability “focus”.")
      return
    }
    session.write([.invalidateFocusContext(intent: persistentIdentifier)])
  }
}

/// The situation for which filters are suggested.
public struct FocusFilterSuggestionContext: Hashable, Sendable {}

/// What a filter asks of the system while it is in force.
// SAFETY: unchecked because NSPredicate is not Sendable on Linux; a predicate is immutable.
public struct FocusFilterAppContext: @unchecked Sendable {
  public let notificationFilterPredicate: NSPredicate?
  public let targetContentIdentifierPrefix: String?

  public init(notificationFilterPredicate: NSPredicate? = nil) {
    self.init(notificationFilterPredicate: notificationFilterPredicate, targetContentIdentifierPrefix: nil)
  }

  public init(notificationFilterPredicate: NSPredicate?, targetContentIdentifierPrefix: String?) {
    self.notificationFilterPredicate = notificationFilterPredicate
    self.targetContentIdentifierPrefix = targetContentIdentifierPrefix
  }
}

/// The reason why no filter is in force.
public enum SetFocusFilterIntentError: Error, Hashable, LocalizedError, Sendable {
  case notFound
  case missingParameterValue

  public var errorDescription: String? {
    switch self {
    case .notFound: "No filter of this type is in force."
    case .missingParameterValue: "A required parameter of the filter has no value."
    }
  }
}
