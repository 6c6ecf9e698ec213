// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The host's facts about the surface of a tree. Names in a tree are looked up here and never opened as files.
package struct ViewContext: Sendable {
  /// The kind of surface, which determines the kinds of nodes it may hold (VIEW-14).
  package enum Point: String, Hashable, Sendable { case report, window, widget }

  package var point: Point
  package var assets: AssetCatalog
  /// The lower-case schemes and hosts of the manifest (VIEW-22).
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
