// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A span of time in which nothing about use changed: neither the foreground nor the person's presence.
///
/// Unknown time is a span without items and presence; a gap never counts (LIVE-USE8).
package struct UseSpan: Hashable, Sendable {
  package var start: Timestamp
  package var end: Timestamp
  package var front: RecordedForeground

  package init(start: Timestamp, end: Timestamp, front: RecordedForeground) {
    self.start = start
    self.end = end
    self.front = front
  }

  package init(
    start: Timestamp, end: Timestamp, app: Item? = nil, web: Item? = nil, isPresent: Bool, presenceKnown: Bool = true
  ) {
    self.init(
      start: start, end: end,
      front: RecordedForeground(app: app, web: web, isPresent: isPresent, presenceKnown: presenceKnown))
  }

  package var app: Item? { front.app }
  package var web: Item? { front.web }
  package var appCategory: Item? { front.appCategory }
  package var webCategory: Item? { front.webCategory }
  package var isPresent: Bool { front.isPresent }
  package var presenceKnown: Bool { front.presenceKnown }
  /// Whether the device is in use (LIVE-USE1, LIVE-USE5).
  package var isInUse: Bool { front.isInUse }
}
