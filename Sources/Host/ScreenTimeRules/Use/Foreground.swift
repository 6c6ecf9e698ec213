// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The current foreground, as reported by the last span of use.
package struct Foreground: Hashable, Codable, Sendable {
  package var app: Item?
  package var web: Item?
  package var isInUse: Bool
  package var presenceKnown: Bool

  package init(app: Item? = nil, web: Item? = nil, isInUse: Bool = false, presenceKnown: Bool = true) {
    self.app = app
    self.web = web
    self.isInUse = isInUse
    self.presenceKnown = presenceKnown
  }

  package init(_ use: RecordedForeground) {
    self.init(app: use.app, web: use.web, isInUse: use.isInUse, presenceKnown: use.presenceKnown)
  }

  /// The state without a person present and without a foreground app.
  package static let nothing = Foreground()
}
