// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Surfaces

/// A checked tree of an app's window, ready to draw.
struct WindowContent {
  let surface: WindowSurface

  /// - Throws: `ErrorObject` 1104; the window keeps its last tree then (§7).
  init(_ params: PresentWindowParams, family: String, host: ScreenTimeHost) throws {
    do throws(ViewFault) {
      let tree = try ViewTree(params.view, in: ViewContext(point: .window))
      surface = try WindowSurface(
        tree, frame: Extent(390_000, 844_000),
        chrome: SurfaceChrome(familyName: family, title: params.title ?? ""),
        environment: host.drawEnvironment(of: nil))
    } catch {
      throw ErrorObject(.schema, "\(error)", pointer: "/params/view")
    }
  }
}
