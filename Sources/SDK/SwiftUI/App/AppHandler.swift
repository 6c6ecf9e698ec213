// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionRuntime
import Foundation

/// Handles the callbacks of the family's app. After each callback the window is up to date (VIEW-27).
package final class AppHandler: ExtensionPointHandler, Sendable {
  package let point = ExtensionPoint.app
  private let window: PresentedAppWindow

  package init(window: PresentedAppWindow) { self.window = window }

  package func perform(_ request: CallbackRequest) throws -> WireValue {
    guard let session = ExtensionSession.current else { return [:] }
    let (window, callback) = (window, request.callback)
    let environment = EnvironmentValues(request.params.snapshot.environment)
    nonisolated(unsafe) let values = environment  // SAFETY: passed to the main actor once and not used here afterwards.
    switch callback {
    case .focus(.perform), .performIntent, .activate, .stateChanged, .openURL, .continueActivity, .tap: break
    default: throw HandlerFailure.unknownCallback(request, at: point)
    }
    return try session.waitForTask {
      let result = try await DeclaredIntents.run(callback)
      try await window.perform(callback, environment: values, in: session)
      return result ?? [:]
    }
  }
}
