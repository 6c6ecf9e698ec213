// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One thing that can't compile here, where it stands, and why.
package struct AdoptionFault: Hashable, Sendable, CustomStringConvertible {
  /// Why, for scripts.
  package enum Kind: String, Hashable, Sendable {
    /// A third-party package or a module that only Apple's systems have.
    case module
    /// `@objc`, selectors, key-value coding: there is no Objective-C on Linux.
    case objectiveC
    /// A name that the SDK doesn't have.
    case missing
    /// A name that is there and can't work here.
    case unavailable
    /// What the compiler found beyond that.
    case other
  }

  package var kind: Kind
  /// The person's own file.
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
