// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the older extension points hand to their principal class.
///
/// ### On Linux
/// No point here uses it: the class exists so that sources that name it compile, and has nothing in it.
open class NSExtensionContext: NSObject {
  open var inputItems: [Any] { [] }

  open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {
    completionHandler?(true)
  }

  open func cancelRequest(withError error: any Error) {}

  /// Extensions open nothing here: the handler hears `false`.
  open func open(_ URL: URL, completionHandler: ((Bool) -> Void)? = nil) { completionHandler?(false) }
}

public protocol NSExtensionRequestHandling: NSObjectProtocol {
  func beginRequest(with context: NSExtensionContext)
}
