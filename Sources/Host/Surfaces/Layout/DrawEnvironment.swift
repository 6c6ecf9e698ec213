// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Everything a drawing may depend on besides the tree; nothing is read from the machine (VIEW-33).
package struct DrawEnvironment: Sendable {
  package enum Scheme: String, Hashable, Sendable { case light, dark }

  /// How text is measured: the built-in table, or terminal cells of 8 × 16 points.
  package enum Measure: Hashable, Sendable { case proportional, cells }

  /// What happens to rows beyond the frame: HTML scrolls them, other outputs count them (VIEW-31).
  package enum Overflow: Hashable, Sendable { case grow, count }

  /// What the host knows about a token of this family (VIEW-24).
  package struct TokenFace: Hashable, Sendable {
    package var name: String
    package var icon: RasterImage?
    package init(name: String, icon: RasterImage? = nil) {
      self.name = name
      self.icon = icon
    }
  }

  /// ms since 1970.
  package var now: Int64
  package var locale: Locale
  /// Follows the locale unless said otherwise.
  package var direction: ReadingDirection
  package var timeZone: TimeZone
  package var assets: AssetCatalog
  package var tokens: @Sendable (String) -> TokenFace?
  package var measure: Measure
  package var overflow: Overflow
  package var limits: ViewLimits

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
