// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The context that older extension points pass to their principal class.
///
/// ### On Linux
/// No extension point uses this class. It is empty and exists so that sources that mention it compile.
open class NSExtensionContext: NSObject {
  open var inputItems: [Any] { [] }

  open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {
    completionHandler?(true)
  }

  open func cancelRequest(withError error: any Error) {}

  /// Opens nothing and calls the handler with `false`.
  open func open(_ URL: URL, completionHandler: ((Bool) -> Void)? = nil) { completionHandler?(false) }
}

public protocol NSExtensionRequestHandling: NSObjectProtocol {
  func beginRequest(with context: NSExtensionContext)
}
