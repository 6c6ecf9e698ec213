// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What the host knows about the surface a tree is meant for; names in a tree are looked up here, never opened (§8).
package struct ViewContext: Sendable {
  /// Which kinds of node a surface may hold (VIEW-14).
  package enum Point: String, Hashable, Sendable { case report, window, widget }

  package var point: Point
  package var assets: AssetCatalog
  /// Lower-case schemes and hosts of the manifest (VIEW-22).
  package var urlSchemes: Set<String>
  package var urlHosts: Set<String>
  package var limits: ViewLimits

  package init(
    point: Point, assets: AssetCatalog = AssetCatalog(), urlSchemes: Set<String> = [], urlHosts: Set<String> = [],
    limits: ViewLimits = ViewLimits()
  ) {
    self.point = point
    self.assets = assets
    self.urlSchemes = urlSchemes
    self.urlHosts = urlHosts
    self.limits = limits
  }
}
