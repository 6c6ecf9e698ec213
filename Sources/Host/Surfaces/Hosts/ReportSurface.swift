// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A report on screen: a tree of a sealed extension inside the host's frame, or the placeholder (PRIV-SF2).
package struct ReportSurface: Sendable {
  private let surface: TreeSurface

  /// - Throws: `view.layout`, after which the caller shows the placeholder (VIEW-25).
  package init(
    _ tree: ViewTree, frame: Extent, chrome: SurfaceChrome, environment: DrawEnvironment
  ) throws(ViewFault) {
    surface = try TreeSurface(tree, frame: frame, chrome: chrome, environment: environment)
  }

  /// The placeholder for a missing report: always the same, whatever the reason (PRIV-SF3).
  package static func placeholder(
    frame: Extent, chrome: SurfaceChrome, environment: DrawEnvironment
  ) throws(ViewFault) -> ReportSurface {
    let words = ViewNode(
      .text(TextContent("No report to show", style: TextStyle(font: .headline, paint: .named(.secondary)))))
    let hint = ViewNode(
      .text(
        TextContent(
          "It appears here when there is one.", style: TextStyle(font: .footnote, paint: .named(.tertiary)),
          align: .center)))
    let mark = ViewNode(.symbol(name: "hourglass", style: TextStyle(size: 34_000, paint: .named(.tertiary))))
    let node = ViewNode(.vstack(align: .center, spacing: 10_000, children: [mark, words, hint]))
    return try ReportSurface(ViewTree(host: node), frame: frame, chrome: chrome, environment: environment)
  }

  package var drawing: Drawing { surface.drawing }
  package func svg(_ scheme: DrawEnvironment.Scheme) -> String { surface.svg(scheme) }
  package func html(scheme: SurfaceScheme = .automatic) -> String { surface.html(scheme: scheme) }
  package func terminal(columns: Int, color: Bool = false) throws(ViewFault) -> String {
    try surface.terminal(columns: columns, color: color)
  }

  /// - Throws: the errors of `Picture`, which needs a build with the trait `Pictures`.
  package func picture(
    _ scheme: DrawEnvironment.Scheme = .light, scale: Picture.Scale = .two
  ) throws(ViewFault) -> Picture { try surface.picture(scheme, scale) }
}
