// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A stretch of time in which nothing about use changed: what was in front, and whether somebody was there.
///
/// Unknown time is a span without items and not present; a gap alone never counts (USE-8).
package struct UseSpan: Hashable, Codable, Sendable {
  package var start: Timestamp
  package var end: Timestamp
  /// The application in front, if a source named one (E1).
  package var app: Item?
  /// The web domain in front, if the application is a browser.
  package var web: Item?
  /// What the two were filed under when they were used (E2); the rules note it when they count, so that a later change
  /// of the registry rewrites no history.
  package var appCategory: Item?
  package var webCategory: Item?
  package var isPresent: Bool
  /// False when there is no presence stream at all: then being in front counts as use (USE-1).
  package var presenceKnown: Bool

  package init(
    start: Timestamp, end: Timestamp, app: Item? = nil, web: Item? = nil, isPresent: Bool, presenceKnown: Bool = true
  ) {
    self.start = start
    self.end = end
    self.app = app
    self.web = web
    self.isPresent = isPresent
    self.presenceKnown = presenceKnown
  }

  /// Whether the device is in use: present, or with presence unknown, something in front (USE-1, USE-5).
  package var isInUse: Bool { presenceKnown ? isPresent : (isPresent || app != nil || web != nil) }
}
