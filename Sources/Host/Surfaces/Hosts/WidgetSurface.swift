// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// One drawing of a widget, in the frame of its size (WIDGET-W30).
package struct WidgetSurface: Sendable {
  private let surface: TreeSurface
  private let size: WidgetSize

  /// - Parameter view: a checked tree; `nil` for the host's own placeholder.
  /// - Throws: `ViewFault` for a tree that can't be laid out.
  package init(
    _ view: WireValue?, size: WidgetSize, context: ViewContext, chrome: SurfaceChrome, environment: DrawEnvironment
  ) throws(ViewFault) {
    let points = size.points
    let frame = Extent(Int(points.width) * 1_000, Int(points.height) * 1_000)
    let tree = try view.map { value throws(ViewFault) in try ViewTree(value, in: context) }
    self.size = size
    surface = try TreeSurface(
      tree ?? Self.placeholder(chrome.title, size), frame: frame, chrome: chrome, environment: environment,
      background: size.isAccessory ? .rgba(RGBA(0, 0, 0, 0)) : .named(.background))
  }

  /// The placeholder for a widget that has drawn nothing yet.
  private static func placeholder(_ title: String, _ size: WidgetSize) -> ViewTree {
    let mark = ViewNode(
      .symbol(name: "hourglass", style: TextStyle(size: size.isAccessory ? 16_000 : 28_000, paint: .named(.tertiary))))
    let words = ViewNode(
      .text(
        TextContent(title, style: TextStyle(font: .footnote, paint: .named(.secondary)), align: .center, lines: 2)))
    let children = size.isAccessory ? [mark] : [mark, words]
    return ViewTree(host: ViewNode(.vstack(align: .center, spacing: 8_000, children: children)))
  }

  /// The target of a tap on each numbered area.
  package var taps: TapTargets { TapTargets(surface.tree) }

  /// - Parameter prefix: distinguishes the identifiers of several drawings in one page.
  package func svg(_ scheme: DrawEnvironment.Scheme, prefix: String = "a") -> String {
    SVGRenderer(scheme: shown(scheme), assets: surface.environment.assets, prefix: prefix).svg(surface.drawing)
  }

  /// A lock screen is dark in both schemes: an accessory is drawn in light colours without a background.
  private func shown(_ scheme: DrawEnvironment.Scheme) -> DrawEnvironment.Scheme { size.isAccessory ? .dark : scheme }

  package func terminal(columns: Int, color: Bool = false) throws(ViewFault) -> String {
    try surface.terminal(columns: columns, color: color)
  }

  /// The widget on its rounded card, with the host's words below it.
  ///
  /// - Throws: the errors of `Picture`, which needs a build with the trait `Pictures`.
  package func picture(
    _ scheme: DrawEnvironment.Scheme = .light, scale: Picture.Scale = .two
  ) throws(ViewFault) -> Picture {
    try WidgetPicture(surface, size: size, scheme: shown(scheme)).picture(scale)
  }

  /// The widget's text for a screen reader.
  package var reading: String {
    ReadableText(environment: surface.environment).html(surface.tree.root)
  }
}
