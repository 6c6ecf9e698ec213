// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionAdoption

extension AdoptionRunTests {
  /// Views that widgets can't show: a map, and UIKit views, which crash a widget on iOS.
  private static let refused = [
    ("MapKit", "struct Shown: View { var body: some View { Map() } }"),
    (
      "UIViewRepresentable",
      """
      struct Shown: UIViewRepresentable {
        func makeUIView(context: Context) -> UILabel { UILabel() }
        func updateUIView(_ view: UILabel, context: Context) {}
      }
      """
    ),
  ]

  @Test(arguments: refused) func `a widget that draws what none can show is refused by its name`(
    name: String, view: String
  ) throws {
    try Workspace.with { place in
      try FileWriting.makeDirectory(place + "/Refused")
      try FileWriting.write(
        """
        import \(name == "MapKit" ? "MapKit" : "UIKit")
        import SwiftUI
        import WidgetKit

        @main
        struct RefusedWidget: Widget {
          var body: some WidgetConfiguration {
            StaticConfiguration(kind: "Refused", provider: Provider()) { _ in Shown() }
          }
        }

        \(view)

        struct Provider: TimelineProvider {
          struct Entry: TimelineEntry { var date = Date.now }
          func placeholder(in context: Context) -> Entry { Entry() }
          func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void) { completion(Entry()) }
          func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
            completion(Timeline(entries: [Entry()], policy: .never))
          }
        }
        """, to: place + "/Refused/Refused.swift")
      let result = try #require(try Self.adoption().run(batches: [("refused", [place + "/Refused"])]).first)
      #expect(!result.isBuilt)
      #expect(result.faults.contains { $0.description.contains(name) }, "\(result.faults.map(\.description))")
    }
  }
}
