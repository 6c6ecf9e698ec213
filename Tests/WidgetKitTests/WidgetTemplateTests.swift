// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Surfaces
import Testing
import WidgetSources

@testable import WidgetKit

/// Widgets in the style of published ones answer every callback with trees that the host draws.
@Suite(.serialized) struct WidgetTemplateTests {
  static let kinds = [
    "Bars", "Line", "Ring", "Progress", "Tasks", "Month", "Weather", "Quote", "Clock", "Date", "Grid", "Overlay",
    "Gauge", "Fits", "Geometry", "Links", "Timer", "Badge", "Materials", "Divided", "Path", "Empty",
  ]

  @Test func `describes all of them`() async throws {
    let description = try await WidgetProbe { Shelf.widgets }.description()
    #expect(description.kinds.map(\.kind) == Self.kinds)
  }

  @Test(arguments: kinds) func `answers every callback with a tree that the host takes`(_ kind: String) async throws {
    let shelf = WidgetProbe { Shelf.widgets }
    for size in [WidgetSize.systemSmall, .systemMedium, .systemLarge] {
      try check(try await shelf.placeholder(kind, size), "placeholder")
      for view in try await shelf.entry(kind, size, variants: WidgetVariant.allCases).views {
        try check(view.view, kind)
      }
      let timeline = try await shelf.timeline(kind, size)
      #expect(timeline.entries.count == 4)
      for view in timeline.entries.flatMap(\.views) { try check(view.view, kind) }
    }
  }

  @Test func `the everyday bundle draws in all of its sizes`() async throws {
    let everyday = WidgetProbe.everyday
    for kind in try await everyday.description().kinds {
      for size in kind.sizes {
        for view in try await everyday.entry(kind.kind, size, variants: WidgetVariant.allCases).views {
          try check(view.view, "\(kind.kind) \(size)")
        }
      }
    }
  }

  private func check(_ tree: WireValue, _ what: String) throws {
    let paper = AssetCatalog.Color(light: RGBA(250, 250, 240), dark: RGBA(20, 20, 20))
    let context = ViewContext(
      point: .widget, assets: AssetCatalog(colors: ["Paper": paper]), urlSchemes: ["news", "shelf"])
    #expect(throws: Never.self, "\(what)") { _ = try ViewTree(tree, in: context) }
  }
}
