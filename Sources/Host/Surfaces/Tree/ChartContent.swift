// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A chart's marks over shared scales. The host creates the scales, axes, legend and colours (VIEW-18).
package struct ChartContent: Hashable, Sendable {
  package enum MarkKind: String, CaseIterable, Sendable { case bar, line, area, point, rule, sector }
  package enum Place: Hashable, Sendable {
    case category(String)
    case value(Int)
    case time(Int64)
  }
  package struct Mark: Hashable, Sendable {
    package var kind: MarkKind
    package var x: Place?
    package var y: Int?
    package var angle: Int?
    package var series: String?
    package var paint: Paint?
  }

  package var marks: [Mark]
  package var xAxis: Bool?
  package var yAxis: Bool?
  package var legend: Bool?

  package var isPie: Bool { marks.contains { $0.kind == .sector } }

  /// In order of appearance.
  package var series: [String] { Self.unique(marks.compactMap(\.series)) }
  package var categories: [String] {
    Self.unique(marks.compactMap { if case .category(let name)? = $0.x { name } else { nil } })
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
