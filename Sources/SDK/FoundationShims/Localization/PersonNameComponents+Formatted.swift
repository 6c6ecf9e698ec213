// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension PersonNameComponents {
  /// The given and family name, in this order in every language.
  public func formatted() -> String { [givenName, familyName].compactMap { $0 }.joined(separator: " ") }
}
