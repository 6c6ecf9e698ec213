// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ScreenTimeVocabulary

/// Tests name codes as the store and the journal have them.
extension ReasonCode: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(rawValue: text) }
}
