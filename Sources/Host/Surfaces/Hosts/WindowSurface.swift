// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The app's window: the tree of its last `presentWindow` (VIEW-27).
package struct WindowSurface: Sendable {
  private let surface: TreeSurface
  package let taps: TapTargets

  /// - Throws: `view.layout`, after which the caller keeps the window's last tree.
  package init(
    _ tree: ViewTree, frame: Extent, chrome: SurfaceChrome, environment: DrawEnvironment
  ) throws(ViewFault) {
    surface = try TreeSurface(tree, frame: frame, chrome: chrome, environment: environment)
    taps = TapTargets(tree)
  }

  package var drawing: Drawing { surface.drawing }
  package func svg(_ scheme: DrawEnvironment.Scheme) -> String { surface.svg(scheme) }

  /// - Parameter tapBase: the console's address prefix for tap numbers; `nil` in a file.
  package func html(scheme: SurfaceScheme = .automatic, tapBase: String? = nil) -> String {
    surface.html(scheme: scheme, tapBase: tapBase)
  }
  package func terminal(columns: Int, color: Bool = false) throws(ViewFault) -> String {
    try surface.terminal(columns: columns, color: color)
  }

  /// - Throws: the errors of `Picture`, which needs a build with the trait `Pictures`.
  package func picture(
    _ scheme: DrawEnvironment.Scheme = .light, scale: Picture.Scale = .two
  ) throws(ViewFault) -> Picture { try surface.picture(scheme, scale) }
}
