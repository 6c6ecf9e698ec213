// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import SwiftUI

struct WeekChart: View {
  let days: [DayUsage]
  let average: TimeInterval
  private var categories: [String] { Array(Set(days.flatMap(\.byCategory.keys))).sorted() }

  var body: some View {
    VStack(alignment: .leading) {
      Chart {
        ForEach(days) { day in
          ForEach(day.byCategory.sorted { $0.key < $1.key }, id: \.key) { category, duration in
            BarMark(
              x: .value("Day", day.date, unit: .day), y: .value("Hours", duration / 3600), width: .ratio(0.6),
              stacking: .standard
            )
            .foregroundStyle(by: .value("Category", category))
            .clipShape(RoundedRectangle(cornerRadius: 3))
            .accessibilityLabel(day.date.formatted(.dateTime.weekday()))
            .accessibilityValue("\(duration / 3600, specifier: "%.1f") hours")
          }
        }
        RuleMark(y: .value("Average", average / 3600))
          .foregroundStyle(.secondary)
          .lineStyle(.init(lineWidth: 1, dash: [3, 3]))
          .annotation(position: .top, alignment: .leading, spacing: 2) {
            Text("avg \(average.short)").font(.caption2).foregroundStyle(.secondary)
          }
      }
      .chartForegroundStyleScale(range: [Color.blue, .teal, .orange, .pink, .purple])
      .chartXAxis {
        AxisMarks(values: .stride(by: .day)) { _ in
          AxisValueLabel(format: .dateTime.weekday(.narrow), centered: true)
        }
      }
      .chartYAxis {
        AxisMarks(position: .leading) { value in
          AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5))
          AxisValueLabel("\(value.as(Double.self) ?? 0, format: .number.precision(.fractionLength(0)))h")
        }
      }
      .chartPlotStyle { plot in plot.background(.quaternary.opacity(0.2)).cornerRadius(8) }
      .chartLegend(position: .bottom, alignment: .leading)
      .frame(height: 220)
      .animation(.snappy, value: days)

      Chart(days) { day in
        LineMark(x: .value("Day", day.date), y: .value("Total", day.total))
          .interpolationMethod(.catmullRom)
          .symbol(.circle)
          .lineStyle(StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round))
        AreaMark(x: .value("Day", day.date), y: .value("Total", day.total))
          .foregroundStyle(LinearGradient(colors: [.blue.opacity(0.3), .clear], startPoint: .top, endPoint: .bottom))
          .interpolationMethod(.catmullRom)
        PointMark(x: .value("Day", day.date), y: .value("Total", day.total)).symbolSize(24)
      }
      .chartXAxis(.hidden)
      .chartYAxis(.hidden)
      .chartYScale(domain: .automatic(includesZero: true))
      .frame(height: 60)
    }
    .groupBoxed()
  }
}
