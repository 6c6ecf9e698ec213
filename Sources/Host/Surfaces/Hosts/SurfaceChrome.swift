// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The host's text around a surface, outside the area that an extension can draw (PRIV-SF6).
package struct SurfaceChrome: Hashable, Sendable {
  /// The family's display name from its approved manifest.
  package var familyName: String
  /// The content shown: a report's context or a window's title; may be empty.
  package var title: String
  /// A secondary title such as a range of dates; may be empty.
  package var subtitle: String
  /// The isolation of the run, such as the confinement of the program.
  package var footer: String
  /// The language of the page, as a BCP 47 tag.
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

/// The appearance of a page. `automatic` includes both drawings and lets the viewer choose.
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
