// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import Surfaces

extension DrawEnvironment {
  /// The environment for drawing a surface of the host.
  ///
  /// - Parameter faces: the names for the tokens in the surface.
  init(
    _ environment: EnvironmentSnapshot, at time: Timestamp, assets: AssetCatalog = AssetCatalog(),
    faces: [String: String] = [:]
  ) {
    self.init(
      now: time.milliseconds, locale: Locale(identifier: environment.locale),
      timeZone: TimeZone(identifier: environment.timeZone) ?? .gmt, assets: assets,
      tokens: { faces[$0].map { TokenFace(name: $0) } })
  }
}

extension WindowSurface {
  /// - Parameter reports: the views of the reports in the window, by the names of their surfaces.
  /// - Throws: `ViewFault` for a tree that can't be drawn.
  init(
    _ window: PresentedWindow, _ environment: EnvironmentSnapshot, assets: AssetCatalog = AssetCatalog(),
    faces: [String: String] = [:], reports: [String: WireValue] = [:]
  ) throws(ViewFault) {
    var drawing = DrawEnvironment(environment, at: window.at, assets: assets, faces: faces)
    drawing.reports = reports.compactMapValues {
      try? ViewTree(ReportResult.view(in: $0), in: ViewContext(point: .report, assets: assets))
    }
    try self.init(
      try ViewTree(window.view, in: ViewContext(point: .window)), frame: Extent(390_000, 844_000),
      chrome: SurfaceChrome(familyName: window.familyName, title: window.title), environment: drawing)
  }
}
