// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A page's only style sheet. The page's policy contains its hash, so no other style can apply (VIEW-30).
///
/// A test checks the hashes against the texts, and prints the right ones after an edit.
package struct PageStyle {
  let text: String
  let hash: String

  package init(text: String, hash: String) { (self.text, self.hash) = (text, hash) }

  package static let surface = PageStyle(text: Stylesheet.text, hash: Stylesheet.hash)
  static let facts = PageStyle(text: FactStylesheet.text, hash: FactStylesheet.hash)
}
