// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ScreenTimeVocabulary

/// Lets tests write codes as in the store and the journal.
extension ReasonCode: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(rawValue: text) }
}
