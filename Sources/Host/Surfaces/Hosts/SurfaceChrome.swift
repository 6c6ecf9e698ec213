// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What the host writes around a surface, outside anything an extension can draw (PRIV-SF6, §8).
package struct SurfaceChrome: Hashable, Sendable {
  /// The family's display name from its approved manifest.
  package var familyName: String
  /// What is shown: a report's context or a window's title; may be empty.
  package var title: String
  /// A range of dates or the like; may be empty.
  package var subtitle: String
  /// The grade of the run, such as how strongly the program is confined.
  package var footer: String
  /// Language of the page, BCP 47.
  package var language: String

  package init(
    familyName: String, title: String = "", subtitle: String = "", footer: String = "", language: String = "en"
  ) {
    self.familyName = familyName
    self.title = title
    self.subtitle = subtitle
    self.footer = footer
    self.language = language
  }
}

/// Which appearance a page has; `automatic` holds both drawings and leaves the choice to the viewer.
package enum SurfaceScheme: String, Hashable, Sendable {
  case light, dark, automatic

  var schemes: [DrawEnvironment.Scheme] {
    switch self {
    case .light: [.light]
    case .dark: [.dark]
    case .automatic: [.light, .dark]
    }
  }
}
