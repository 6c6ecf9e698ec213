// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// All inputs of a drawing besides the tree. A drawing reads nothing from the machine (VIEW-33).
package struct DrawEnvironment: Sendable {
  package enum Scheme: String, Hashable, Sendable { case light, dark }

  /// The measure of text: the built-in table, or terminal cells of 8 × 16 points.
  package enum Measure: Hashable, Sendable { case proportional, cells }

  /// The handling of rows beyond the frame: HTML scrolls them, other outputs show their count (VIEW-31).
  package enum Overflow: Hashable, Sendable { case grow, count }

  /// The host's name and icon for a token of this family (VIEW-24).
  package struct TokenFace: Hashable, Sendable {
    package var name: String
    package var icon: RasterImage?
    package init(name: String, icon: RasterImage? = nil) {
      self.name = name
      self.icon = icon
    }
  }

  /// Milliseconds since 1970.
  package var now: Int64
  package var locale: Locale
  /// The reading direction; by default that of the locale.
  package var direction: ReadingDirection
  package var timeZone: TimeZone
  package var assets: AssetCatalog
  package var tokens: @Sendable (String) -> TokenFace?
  package var measure: Measure
  package var overflow: Overflow
  package var limits: ViewLimits
  /// Dims the nodes that are marked as depending on a button's work (WIDGET-W29).
  package var isInvalidated = false
  /// The reports that were drawn for the surfaces of a window. A missing one is a notice.
  package var reports: [String: ViewTree] = [:]

  package init(
    now: Int64, locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt,
    assets: AssetCatalog = AssetCatalog(), measure: Measure = .proportional, overflow: Overflow = .grow,
    limits: ViewLimits = ViewLimits(), direction: ReadingDirection? = nil,
    tokens: @escaping @Sendable (String) -> TokenFace? = { _ in nil }
  ) {
    self.now = now
    self.locale = locale
    self.direction = direction ?? ReadingDirection(locale)
    self.timeZone = timeZone
    self.assets = assets
    self.tokens = tokens
    self.measure = measure
    self.overflow = overflow
    self.limits = limits
  }

  package func measuring(_ measure: Measure, _ overflow: Overflow) -> DrawEnvironment {
    var copy = self
    copy.measure = measure
    copy.overflow = overflow
    return copy
  }
}
