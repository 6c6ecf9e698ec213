// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import Testing

@MainActor @Suite struct ChartsTests {
  private struct Use: Identifiable {
    var app: String
    var minutes: Double
    var id: String { app }
  }

  private let uses = [Use(app: "Editor", minutes: 90), Use(app: "Games", minutes: 30.5)]

  private func node(_ view: some View) throws -> WireObject {
    let encoder = ViewTreeEncoder(
      session: ResolveSession(destination: .report), environment: EnvironmentValues(),
      size: CGSize(width: 300, height: 200))
    guard case .object(let object) = try encoder.encode(view) else { return [:] }
    return object
  }

  private func marks(_ view: some View) throws -> [WireValue] {
    guard case .array(let marks)? = try node(view)["marks"] else { return [] }
    return marks
  }

  @Test func `a bar is placed at its category and is as high as its value (VIEW-18)`() throws {
    let chart = Chart(uses) { BarMark(x: .value("App", $0.app), y: .value("Minutes", $0.minutes)) }
    #expect(
      try marks(chart) == [
        ["mark": "bar", "x": ["category": "Editor"], "y": 90_000],
        ["mark": "bar", "x": ["category": "Games"], "y": 30_500],
      ])
  }

  @Test func `a horizontal bar is drawn upright, because y takes numbers only`() throws {
    let chart = Chart(uses) { BarMark(x: .value("Minutes", $0.minutes), y: .value("App", $0.app)) }
    #expect(try marks(chart).first == ["mark": "bar", "x": ["category": "Editor"], "y": 90_000])
  }

  @Test func `sectors carry angle, series and the colours of the scale`() throws {
    let chart = Chart {
      ForEach(uses) { use in
        SectorMark(angle: .value("Minutes", use.minutes), innerRadius: .ratio(0.6), angularInset: 1)
          .foregroundStyle(by: .value("App", use.app))
          .cornerRadius(4)
      }
    }
    .chartForegroundStyleScale(["Editor": Color.blue, "Games": Color.red])
    .chartLegend(.hidden)
    let object = try node(chart)
    #expect(object["legend"] == false)
    guard case .array(let marks)? = object["marks"], case .object(let first) = marks[0] else { return }
    #expect(first["angle"] == 90_000 && first["series"] == "Editor")
    #expect(first["paint"] == "blue")
  }

  @Test func `the style set directly on a mark is used`() throws {
    let chart = Chart {
      LineMark(x: .value("n", 1), y: .value("v", 2)).foregroundStyle(by: .value("s", "inner"))
    }
    #expect(try marks(chart) == [["mark": "line", "series": "inner", "x": ["value": 1_000], "y": 2_000]])
  }

  @Test func `a time with the unit day is plotted at the start of its day`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let noon = Date(timeIntervalSince1970: 1_786_615_200)
    let chart = Chart {
      PointMark(x: .value("Day", noon, unit: .day, calendar: calendar), y: .value("v", 1))
      RuleMark(y: .value("Limit", 3))
    }
    let start = calendar.startOfDay(for: noon)
    #expect(
      try marks(chart) == [
        ["mark": "point", "x": ["time": .integer(Int64(start.timeIntervalSince1970) * 1_000)], "y": 1_000],
        ["mark": "rule", "y": 3_000],
      ])
  }

  @Test func `axes can be hidden, and empty axis content hides them too`() throws {
    let chart = Chart { BarMark(x: .value("a", "a"), y: .value("b", 1)) }
    #expect(try node(chart.chartXAxis(.hidden))["xAxis"] == false)
    #expect(try node(chart.chartYAxis {})["yAxis"] == false)
    #expect(try node(chart.chartYAxis { AxisMarks(values: .automatic) { _ in AxisGridLine() } })["yAxis"] == true)
    #expect(try node(chart)["xAxis"] == nil)
  }

  @Test func `a value that is not a number fails the reply (VIEW-4)`() throws {
    #expect(throws: ViewTreeError.self) {
      try marks(Chart { BarMark(x: .value("a", "a"), y: .value("b", Double.nan)) })
    }
    #expect(throws: ViewTreeError.self) { try marks(Chart { SectorMark(angle: .value("a", "no number")) }) }
  }

  @Test func `conditions and loops build content`() throws {
    let isShown = false
    let chart = Chart {
      if isShown { RuleMark(y: .value("v", 1)) }
      if !isShown { PointMark(x: .value("a", "a"), y: .value("b", 1)) } else { RuleMark(y: .value("v", 2)) }
      ForEach(0..<2) { BarMark(x: .value("n", "\($0)"), y: .value("v", $0)) }
    }
    #expect(try marks(chart).count == 3)
  }

  @Test func `an enumeration is plotted by its raw value`() throws {
    let chart = Chart { BarMark(x: .value("Kind", Kind.play), y: .value("v", 1)) }
    #expect(try marks(chart) == [["mark": "bar", "x": ["category": "play"], "y": 1_000]])
  }

  private enum Kind: String, Plottable { case play }
}
