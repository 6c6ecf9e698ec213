// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a tree can't be sent (`views.md#checking`): a code, and a sentence for the developer.
package struct ViewTreeError: Error, Hashable, CustomStringConvertible {
  package var code: String
  package var message: String

  package init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "\(code): \(message)" }
}
