// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation
internal import Surfaces

/// Decodes a result as the host would, with the reasons for which the host would refuse it.
package struct ReplyReading: Sendable {
  package var effects: [Effect] = []
  /// The response to a press, if any.
  package var response: String?
  /// The error, with its place, if the result can't be decoded.
  package var fault: String?
  /// Effects that the host would not apply, each with the reason.
  package var refusals: [String] = []
  /// The surface drawn for a terminal.
  package var picture: String?

  /// - Parameter callback: the name of the callback, which decides on the form of the result.
  init(
    _ result: WireValue, to callback: String, of subject: TrialSubject, assets: AssetCatalog = AssetCatalog()
  ) {
    do {
      if let name = WidgetCallback.Name(rawValue: callback) {
        try readWidget(name, result, subject, assets)
      } else if let name = FocusCallback.Name(rawValue: callback) {
        try readFocus(name, result)
      } else {
        try read(result, subject, assets)
      }
    } catch let error as WireError {
      fault = error.description
    } catch let error as ViewFault {
      fault = String(describing: error)
    } catch {
      fault = String(describing: error)
    }
    refusals = effects.enumerated().compactMap { index, effect in
      let kind = effect.kind
      if !kind.isOpen(to: subject.point) {
        return "/effects/\(index): \(kind.rawValue) is not open to \(subject.point.rawValue)"
      }
      guard !subject.capabilities.contains(kind.capability) else { return nil }
      return "/effects/\(index): \(kind.rawValue) needs “\(kind.capability.rawValue)” in the manifest's requests"
    }
  }

  private mutating func read(_ result: WireValue, _ subject: TrialSubject, _ assets: AssetCatalog) throws {
    switch subject.point {
    case .app, .monitor, .focusFilter, .widget:
      effects = try EffectsResult(wire: result, at: "/result", from: .extension).effects
    case .shieldAction:
      let reply = try ShieldActionResult(wire: result, at: "/result", from: .extension)
      effects = reply.effects
      response = reply.response.rawValue
    case .shieldConfiguration:
      _ = try ShieldConfigurationResult(wire: result, at: "/result", from: .extension)
      let content = try ShieldContent(reply: result, assets: assets)
      picture = try ShieldSurface(
        content, itemName: "Block World", familyName: subject.family, environment: Self.environment(assets)
      ).terminal(columns: 72)
    case .report:
      let view = try ReportResult(wire: result, at: "/result", from: .extension).view
      let context = ViewContext(
        point: .report, assets: assets, urlSchemes: subject.urlSchemes, urlHosts: subject.urlHosts)
      let surface = try ReportSurface(
        try ViewTree(view, in: context), frame: Extent(390_000, 640_000),
        chrome: SurfaceChrome(familyName: subject.family),
        environment: Self.environment(assets))
      picture = try surface.terminal(columns: 72)
    }
  }

  private mutating func readWidget(
    _ name: WidgetCallback.Name, _ result: WireValue, _ subject: TrialSubject, _ assets: AssetCatalog
  ) throws {
    let views: [WidgetView]
    switch name {
    case .describe:
      _ = try WidgetDescription(wire: result, at: "/result", from: .extension)
      views = []
    case .placeholder: views = try WidgetPlaceholderResult(wire: result, at: "/result", from: .extension).views
    case .snapshot: views = try WidgetSnapshotResult(wire: result, at: "/result", from: .extension).entry.views
    case .timeline:
      views = try WidgetTimelineResult(wire: result, at: "/result", from: .extension).entries.flatMap(\.views)
    case .relevance:
      _ = try WidgetRelevanceResult(wire: result, at: "/result", from: .extension)
      views = []
    case .options:
      _ = try OptionsResult(wire: result, at: "/result", from: .extension)
      views = []
    }
    let context = ViewContext(
      point: .widget, assets: assets, urlSchemes: subject.urlSchemes, urlHosts: subject.urlHosts)
    for view in views { _ = try ViewTree(view.view, in: context) }
  }

  private mutating func readFocus(_ name: FocusCallback.Name, _ result: WireValue) throws {
    switch name {
    case .describe: _ = try FocusDescription(wire: result, at: "/result", from: .extension)
    case .suggest: _ = try FocusSuggestions(wire: result, at: "/result", from: .extension)
    case .options: _ = try OptionsResult(wire: result, at: "/result", from: .extension)
    case .resolve: _ = try FocusContext(wire: result, at: "/result", from: .extension)
    case .perform: effects = try FocusPerformResult(wire: result, at: "/result", from: .extension).effects
    }
  }

  private static func environment(_ assets: AssetCatalog) -> DrawEnvironment {
    DrawEnvironment(now: SampleWorld.now, locale: Locale(identifier: "en_DE"), assets: assets)
  }
}
