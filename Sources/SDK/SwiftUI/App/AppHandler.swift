// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionRuntime
import Foundation

/// The callbacks of the family's main program: each ends with the window up to date (VIEW-27).
package final class AppHandler: ExtensionPointHandler, Sendable {
  package let point = ExtensionPoint.app
  private let window: PresentedAppWindow

  package init(window: PresentedAppWindow) { self.window = window }

  package func perform(_ request: CallbackRequest) throws -> WireValue {
    guard let session = ExtensionSession.current else { return [:] }
    let (window, callback) = (window, request.callback)
    let environment = EnvironmentValues(request.params.snapshot.environment)
    nonisolated(unsafe) let values = environment  // SAFETY: handed to the main actor once, not used here any more.
    if case .unknown = callback { throw HandlerFailure.unknownCallback(request, at: point) }
    try session.waitForTask {
      try await window.perform(callback, environment: values, in: session)
    }
    return [:]
  }
}
