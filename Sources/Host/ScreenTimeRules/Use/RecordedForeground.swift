// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What was in front for a stretch of use, and what it was filed under then (E2).
///
/// A person meets a few hundred of them and comes back to them all day. So stretches of use share theirs instead of
/// holding four names each, and it never changes once it is made.
package final class RecordedForeground: Hashable, Sendable {
  /// The application in front, if a source named one (E1).
  package let app: Item?
  /// The web domain in front, if the application is a browser.
  package let web: Item?
  /// What the two were filed under when they were used (E2); the rules note it when they count, so that a later change
  /// of the registry rewrites no history.
  package let appCategory: Item?
  package let webCategory: Item?
  package let isPresent: Bool
  /// False when there is no presence stream at all: then being in front counts as use (LIVE-USE1).
  package let presenceKnown: Bool
  /// Its hash, made once: it is looked up for every stretch that it was in front. Without the categories, which follow
  /// from the items nearly always.
  private let fingerprint: Int

  package init(
    app: Item? = nil, appCategory: Item? = nil, web: Item? = nil, webCategory: Item? = nil, isPresent: Bool,
    presenceKnown: Bool = true
  ) {
    self.app = app
    self.appCategory = appCategory
    self.web = web
    self.webCategory = webCategory
    self.isPresent = isPresent
    self.presenceKnown = presenceKnown
    var hasher = Hasher()
    hasher.combine(app)
    hasher.combine(web)
    hasher.combine(isPresent)
    fingerprint = hasher.finalize()
  }

  /// Whether the device is in use: present, or with presence unknown, something in front (LIVE-USE1, LIVE-USE5).
  package var isInUse: Bool { presenceKnown ? isPresent : (isPresent || app != nil || web != nil) }

  /// The app and its page are one in their category (R9).
  package var categories: Set<Item> {
    var categories: Set<Item> = []
    if app != nil { categories.insert(appCategory ?? .otherCategory) }
    if web != nil { categories.insert(webCategory ?? .otherCategory) }
    return categories
  }

  package static func == (left: RecordedForeground, right: RecordedForeground) -> Bool {
    left === right
      || left.fingerprint == right.fingerprint && left.app == right.app && left.web == right.web
        && left.appCategory == right.appCategory
        && left.webCategory == right.webCategory && left.isPresent == right.isPresent
        && left.presenceKnown == right.presenceKnown
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
