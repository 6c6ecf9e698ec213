// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
package import ExtensionProtocol

/// The handler of a session, which may still be under construction when `hello` arrives.
///
/// `hello` needs only the point and the contexts, so it is answered while the main thread creates the principal object,
/// which often opens stores and defaults. The first callback waits for the object.
///
/// SAFETY: `handler` is written before `isReady` is signalled, and read by the callback thread after its wait.
package final class ServedHandler: Sendable {
  package let point: ExtensionPoint
  private let isReady = DispatchSemaphore(value: 0)
  nonisolated(unsafe) private var handler: (any ExtensionPointHandler)?

  /// A handler that exists.
  package convenience init(_ handler: any ExtensionPointHandler) {
    self.init(at: handler.point)
    supply(handler)
  }

  /// A handler that follows by ``supply(_:)``.
  package init(at point: ExtensionPoint) { self.point = point }

  package func supply(_ handler: any ExtensionPointHandler) {
    unsafe self.handler = handler
    isReady.signal()
  }

  /// The handler, as soon as there is one. Only the thread that runs callbacks may call this, or the one that answers
  /// `hello`, before the first callback.
  func wait() -> any ExtensionPointHandler {
    while true {
      isReady.wait()
      defer { isReady.signal() }
      if let handler = unsafe handler { return handler }
    }
  }

  /// The contexts of a report; `nil` at other points.
  func contexts() throws -> [String]? { point == .report ? try wait().contexts() : nil }
}
