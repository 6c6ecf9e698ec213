// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A page's one style sheet; the page's policy names its hash, so no other style can apply (VIEW-30, PRIV-SF5).
///
/// The hashes are checked against the texts by a test, which prints the right ones after an edit.
package struct PageStyle {
  let text: String
  let hash: String

  package init(text: String, hash: String) { (self.text, self.hash) = (text, hash) }

  package static let surface = PageStyle(text: Stylesheet.text, hash: Stylesheet.hash)
  static let facts = PageStyle(text: FactStylesheet.text, hash: FactStylesheet.hash)
}
