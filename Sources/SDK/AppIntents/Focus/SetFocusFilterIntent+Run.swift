// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import ScreenTimeVocabulary

extension AppIntent {
  /// Runs an intent of a button, whatever it returns.
  public static func _run(_ callback: Callback) async throws -> WireValue {
    guard case .performIntent(let arguments) = callback else {
      throw HandlerFailure(
        ErrorObject(.methodNotFound, "\(_name) is not a Focus filter.", retry: .never, reason: "intent.unknown"))
    }
    _ = try await filled(with: arguments.parameters).perform()
    return [:]
  }
}

extension SetFocusFilterIntent {
  public static func _run(_ callback: Callback) async throws -> WireValue {
    switch callback {
    case .focus(.perform(let values, let edge)):
      let filter = try await filled(with: values.parameters, startsWithDefaults: edge == .off)
      let context = try await FilterInForce.$inCallback.withValue(.init(values.intent, edge == .on ? filter : nil)) {
        _ = try await filter.perform()
        // Read only now, so that the context is that of the state which `perform` left (FOCUS-F10).
        return try filter.focusContext()
      }
      _ = try HandlerFailure.checked(context)
      return FocusPerformResult(context: context).wire
    case .focus(.resolve(let values)):
      return try HandlerFailure.checked(try await filled(with: values.parameters).focusContext())
    case .performIntent(let arguments):
      _ = try await filled(with: arguments.parameters).perform()
      return [:]
    default: throw HandlerFailure(ErrorObject(.methodNotFound, "\(_name) has no callback “\(callback.name)”."))
    }
  }

  /// How the settings show the filter, and what it does to notifications.
  func focusContext() throws -> FocusContext {
    let (display, app) = (displayRepresentation, appContext)
    var context = FocusContext(title: Caption.text(display.title), subtitle: display.subtitle.map { Caption.text($0) })
    if display.isProvided { context.title = nil }
    context.targetPrefix = app.targetContentIdentifierPrefix.map { Caption.text($0) }
    do {
      context.predicate = try app.notificationFilterPredicate.map { try CriteriaPredicate($0) }
    } catch let fault as PredicateFault {
      // The author's fault: another attempt would end the same way (FOCUS-F14).
      throw HandlerFailure(
        ErrorObject(.extensionError, fault.description, retry: .never, reason: fault.code.rawValue))
    }
    return context
  }
}

/// The filter whose `perform` is running, which `current` answers with instead of the snapshot (FOCUS-F13).
struct FilterInForce: Sendable {
  var intent: String
  /// `nil` while the filter goes off.
  var filter: (any SetFocusFilterIntent)?

  init(_ intent: String, _ filter: (any SetFocusFilterIntent)?) {
    self.intent = intent
    self.filter = filter
  }

  @TaskLocal static var inCallback: FilterInForce?
}

extension SetFocusFilterIntent {
  /// The values in force: those of the running callback, else those of the family's snapshot.
  static func inForce() async throws -> Self {
    if let running = FilterInForce.inCallback, running.intent == _name {
      guard let filter = running.filter as? Self else { throw SetFocusFilterIntentError.notFound }
      return filter
    }
    let filters = ExtensionSession.current?.snapshot?.focus ?? []
    guard let values = filters.first(where: { $0.intent == _name }) else {
      throw SetFocusFilterIntentError.notFound
    }
    do { return try await filled(with: values.parameters) } catch is MissingParameter {
      throw SetFocusFilterIntentError.missingParameterValue
    }
  }

  static func suggestions(in context: FocusFilterSuggestionContext) async -> [FilterValues] {
    await suggestedFocusFilters(for: context).map { FilterValues(intent: _name, parameters: $0.parameterValues) }
  }
}
