// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionRuntime
internal import Foundation

/// Handles the callbacks of an App Intents extension: its Focus filters, and the intents of the family's widgets.
package final class FocusHandler: ExtensionPointHandler, Sendable {
  package let point = ExtensionPoint.focusFilter

  package init() {}

  package func perform(_ request: CallbackRequest) throws -> WireValue {
    guard let session = ExtensionSession.current else { return [:] }
    let callback = request.callback
    switch callback {
    case .focus, .performIntent: return try session.waitForTask { try await Self.answer(callback) }
    default: throw HandlerFailure.unknownCallback(request, at: point)
    }
  }

  private static func answer(_ callback: Callback) async throws -> WireValue {
    switch callback {
    case .focus(.describe):
      let catalogue = try await IntentCatalogue.describe()
      return try HandlerFailure.checked(FocusDescription(intents: catalogue.intents, notes: catalogue.notes))
    case .focus(.suggest): return try HandlerFailure.checked(await suggestions())
    case .focus(.options(let arguments)):
      return try HandlerFailure.checked(try await IntentCatalogue.choices(arguments))
    case .focus(.resolve(let values)): return try await DeclaredIntents.named(values.intent)._run(callback)
    default: return try await DeclaredIntents.run(callback) ?? [:]
    }
  }

  private static func suggestions() async -> FocusSuggestions {
    var suggestions: [FilterValues] = []
    for case let filter as any SetFocusFilterIntent.Type in IntentCatalogue.intents {
      suggestions += await filter.suggestions(in: FocusFilterSuggestionContext())
    }
    return FocusSuggestions(suggestions: suggestions)
  }
}

/// The main type of an App Intents extension.
public protocol AppIntentsExtension {
  init()
}

extension AppIntentsExtension {
  /// Serves the host until it closes the connection.
  public static func main() {
    // The initialiser may register what the intents depend on.
    _ = Self()
    ExtensionMain.run(handler: FocusHandler())
  }
}

/// A package of intents that other targets use. Its intents are found without it.
public protocol AppIntentsPackage {
  static var includedPackages: [any AppIntentsPackage.Type] { get }
}

extension AppIntentsPackage {
  public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}
