// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import Surfaces

/// Checks the form of replies, which lanes do before the device receives one. A pure function of point, images and
/// reply.
enum ReplyForm {
  static func fault(of reply: WireValue, at point: ExtensionPoint, assets: AssetCatalog) -> ErrorObject? {
    do {
      switch point {
      case .shieldConfiguration: _ = try ShieldContent(reply: reply, assets: assets)
      case .report:
        let result = try ReportResult(wire: reply, at: "", from: .extension)
        _ = try ViewTree(result.view, in: ViewContext(point: .report))
      case .shieldAction: _ = try ShieldActionResult(wire: reply, at: "", from: .extension)
      case .app, .monitor: _ = try EffectsResult(wire: reply, at: "", from: .extension)
      // These points have several callbacks with results of their own, which the device reads.
      case .widget, .focusFilter: break
      }
      return nil
    } catch let error as WireError where !point.isSealed {
      return ErrorObject(.schema, error.description, pointer: error.pointer)
    } catch {
      return ErrorObject(.schema, String(describing: error))
    }
  }
}
