// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A page's one style sheet; the page's policy names its hash, so no other style can apply (V30, SF5).
///
/// The hashes are checked against the texts by a test, which prints the right ones after an edit.
struct PageStyle {
  let text: String
  let hash: String

  static let surface = PageStyle(text: Stylesheet.text, hash: Stylesheet.hash)
  static let gallery = PageStyle(text: GalleryStylesheet.text, hash: GalleryStylesheet.hash)
  static let facts = PageStyle(text: FactStylesheet.text, hash: FactStylesheet.hash)
}
