// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import SwiftUI

struct HourUsage: Identifiable {
  var id: Int { hour }
  let hour: Int
  let minutes: Double
  let category: String
  let date: Date
}

struct UsageChart: View {
  let data: [HourUsage]
  @State private var selection: Date?
  @State private var angle: Double?

  var body: some View {
    VStack {
      Chart(data) { item in
        BarMark(x: .value("Hour", item.hour), y: .value("Minutes", item.minutes))
          .foregroundStyle(by: .value("Category", item.category))
          .cornerRadius(4)
          .annotation(position: .top) { Text("\(Int(item.minutes))").font(.caption2) }
      }
      .chartForegroundStyleScale(["Social": Color.blue, "Games": Color.green])
      .chartXAxis {
        AxisMarks(values: .stride(by: 6)) { value in
          AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5, dash: [2, 3]))
          AxisTick()
          AxisValueLabel {
            if let hour = value.as(Int.self) { Text("\(hour):00").font(.system(size: 9)) }
          }
        }
      }
      .chartYAxis { AxisMarks(position: .leading, values: [0, 30, 60]) }
      .chartYScale(domain: 0...60)
      .chartXScale(domain: 0...24)
      .chartLegend(.hidden)
      .frame(height: 180)

      Chart {
        ForEach(data) { item in
          LineMark(x: .value("Date", item.date, unit: .hour), y: .value("Minutes", item.minutes))
            .interpolationMethod(.catmullRom)
            .lineStyle(StrokeStyle(lineWidth: 2))
            .symbol(.circle)
            .symbolSize(30)
            .foregroundStyle(.blue)
          AreaMark(x: .value("Date", item.date), y: .value("Minutes", item.minutes))
            .foregroundStyle(
              LinearGradient(colors: [.blue.opacity(0.4), .clear], startPoint: .top, endPoint: .bottom))
          PointMark(x: .value("Date", item.date), y: .value("Minutes", item.minutes)).symbolSize(20)
        }
        RuleMark(y: .value("Goal", 45))
          .lineStyle(StrokeStyle(lineWidth: 1, dash: [5]))
          .foregroundStyle(.red)
          .annotation(position: .top, alignment: .trailing) { Text("Goal").font(.caption) }
        if let selection { RuleMark(x: .value("Selected", selection)) }
      }
      .chartXAxis {
        AxisMarks(values: .automatic(desiredCount: 4)) { _ in
          AxisValueLabel(format: .dateTime.hour())
        }
      }
      .chartXSelection(value: $selection)
      .chartYAxis(.hidden)
      .chartPlotStyle { $0.background(Color.gray.opacity(0.1)) }

      Chart(data, id: \.hour) { item in
        SectorMark(angle: .value("Minutes", item.minutes), innerRadius: .ratio(0.6), angularInset: 1.5)
          .foregroundStyle(by: .value("Category", item.category))
          .opacity(item.category == "Social" ? 1 : 0.5)
      }
      .chartAngleSelection(value: $angle)
      .chartLegend(position: .bottom, alignment: .center, spacing: 8)
      .chartBackground { proxy in
        GeometryReader { geometry in
          Text("Total").position(x: geometry.size.width / 2, y: geometry.size.height / 2)
        }
      }
      .chartOverlay { proxy in Color.clear }

      Chart {
        RectangleMark(xStart: .value("a", 0), xEnd: .value("b", 1), yStart: .value("c", 0), yEnd: .value("d", 1))
        BarMark(xStart: .value("Start", 1), xEnd: .value("End", 3), y: .value("Name", "Sleep"))
        RuleMark(xStart: .value("Start", 1), xEnd: .value("End", 3), y: .value("Name", 2))
      }
      .chartYAxisLabel("Minutes")
      .chartXAxisLabel("Hour", position: .bottom)
    }
  }
}
