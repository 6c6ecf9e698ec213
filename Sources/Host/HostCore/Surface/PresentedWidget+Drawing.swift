// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules
package import Surfaces

extension PresentedWidget {
  /// The drawing of one variant, or of the light one where the variant is missing.
  ///
  /// - Throws: `ViewFault` for a tree that can't be laid out.
  package func surface(
    _ variant: WidgetVariant, _ environment: EnvironmentSnapshot, assets: AssetCatalog
  ) throws(ViewFault) -> WidgetSurface {
    // The trees were checked against the manifest when they were accepted; here URLs are only drawn.
    var context = ViewContext(point: .widget, assets: assets)
    (context.urlSchemes, context.urlHosts) = (links.schemes, links.hosts)
    var drawing = DrawEnvironment(environment, at: at, assets: assets)
    drawing.isInvalidated = condition.isInvalidated
    let view = views[variant.rawValue] ?? views[WidgetVariant.light.rawValue] ?? views[WidgetVariant.private.rawValue]
    return try WidgetSurface(
      view, size: WidgetSize(rawValue: size) ?? .systemSmall,
      context: context, chrome: SurfaceChrome(familyName: familyName, title: title, footer: note),
      environment: drawing)
  }

  /// Why the widget may be out of date; empty if it is not.
  package var note: String {
    if isOrphan { return "no longer provided" }
    if failure != nil, isPlaceholder { return "has drawn nothing yet" }
    return failure == nil ? "" : "could not be updated"
  }
}

extension HomePage {
  /// The page of the placed widgets; of each stack its front one is seen.
  package init(
    _ widgets: some Sequence<PresentedWidget>, _ environment: EnvironmentSnapshot,
    assets: (FamilyID) throws -> AssetCatalog
  ) throws {
    let seen = widgets.filter { !$0.spot.isHidden }.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
    self.init(
      title: "Home", tiles: try seen.map { try Tile($0, environment, assets: try assets($0.family)) })
  }
}

extension HomePage.Tile {
  /// - Parameter caption: the host's words below the widget in place of its note.
  package init(
    _ widget: PresentedWidget, _ environment: EnvironmentSnapshot, assets: AssetCatalog, caption: String? = nil
  ) throws {
    let light = try widget.surface(.light, environment, assets: assets)
    let dark = try widget.surface(.dark, environment, assets: assets)
    let size = WidgetSize(rawValue: widget.size) ?? .systemSmall
    let prefix = "w\(widget.place)e\(caption?.filter(\.isNumber) ?? "")"
    self.init(
      familyName: widget.familyName, title: widget.title, note: caption ?? widget.note,
      light: light.svg(.light, prefix: prefix + "l"), dark: dark.svg(.dark, prefix: prefix + "d"),
      width: size.points.width, height: size.points.height, isAccessory: size.isAccessory, reading: light.reading,
      stack: caption == nil && widget.spot.count > 1 ? (widget.spot.number, widget.spot.count) : nil)
  }
}
