// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Code that can't compile here, with its position and the reason.
package struct AdoptionFault: Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault, for scripts.
  package enum Kind: String, Hashable, Sendable {
    /// A third-party package, or a module that exists only on Apple's systems.
    case module
    /// `@objc`, selectors or key-value coding, which need the Objective-C runtime.
    case objectiveC
    /// A name that the SDK doesn't have.
    case missing
    /// A name that exists but can't work here.
    case unavailable
    /// Any other error of the compiler.
    case other
  }

  package var kind: Kind
  /// The path of the original file.
  package var file: String
  package var line: Int
  package var reason: String

  package init(_ kind: Kind, _ file: String, _ line: Int, _ reason: String) {
    self.kind = kind
    self.file = file
    self.line = line
    self.reason = reason
  }

  package var description: String { "\(file):\(line): \(reason)" }
}
