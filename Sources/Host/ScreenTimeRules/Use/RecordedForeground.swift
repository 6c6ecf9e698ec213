// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The foreground app and website during a span of use, with their categories at that time (E2).
///
/// There are a few hundred distinct ones, and a person returns to them all day. So spans of use share an immutable
/// instance instead of storing four names each.
package final class RecordedForeground: Hashable, Sendable {
  /// The foreground application, if a source named one (E1).
  package let app: Item?
  /// The foreground web domain, if the application is a browser.
  package let web: Item?
  /// The categories of the two at the time of use (E2). The rules set them when they count, so that a later change of
  /// the registry doesn't change history.
  package let appCategory: Item?
  package let webCategory: Item?
  package let isPresent: Bool
  /// False if there is no presence stream: then being in the foreground counts as use (LIVE-USE1).
  package let presenceKnown: Bool
  /// The hash, computed once since each instance is looked up for many spans. It excludes the categories, which nearly
  /// always follow from the items.
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

  /// Whether the device is in use: a person is present or, if presence is unknown, something is in the foreground
  /// (LIVE-USE1, LIVE-USE5).
  package var isInUse: Bool { presenceKnown ? isPresent : (isPresent || app != nil || web != nil) }

  /// The categories of the app and its page; each counts once if they are equal (R9).
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
