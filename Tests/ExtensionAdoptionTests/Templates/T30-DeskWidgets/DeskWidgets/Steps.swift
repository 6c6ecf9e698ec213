// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

import Charts
import SwiftUI
import WidgetKit

struct DaySteps: Identifiable, Codable {
  var id: Date { day }
  let day: Date
  let steps: Int
  let kind: Kind

  enum Kind: String, Codable, Plottable, CaseIterable {
    case walking = "Walking", running = "Running"
  }
}

struct StepsEntry: TimelineEntry {
  let date: Date
  let days: [DaySteps]

  var total: Int { days.map(\.steps).reduce(0, +) }
  var average: Double { days.isEmpty ? 0 : Double(total) / Double(days.count) }

  static func sample(at date: Date) -> StepsEntry {
    let calendar = Calendar.current
    let start = calendar.startOfDay(for: date)
    let days = (0..<7).reversed().compactMap { offset -> DaySteps? in
      guard let day = calendar.date(byAdding: .day, value: -offset, to: start) else { return nil }
      return DaySteps(
        day: day, steps: 4_000 + (offset * 1_731) % 6_000, kind: offset.isMultiple(of: 2) ? .walking : .running)
    }
    return StepsEntry(date: date, days: days)
  }
}

struct StepsProvider: TimelineProvider {
  func placeholder(in context: Context) -> StepsEntry { .sample(at: .now) }

  func getSnapshot(in context: Context, completion: @escaping (StepsEntry) -> ()) {
    completion(.sample(at: .now))
  }

  func getTimeline(in context: Context, completion: @escaping (Timeline<StepsEntry>) -> ()) {
    let now = Date.now
    let midnight = Calendar.current.nextDate(after: now, matching: DateComponents(hour: 0), matchingPolicy: .nextTime)!
    completion(Timeline(entries: [.sample(at: now)], policy: .after(midnight)))
  }
}

struct StepsChart: View {
  let entry: StepsEntry
  @Environment(\.widgetRenderingMode) var renderingMode

  var body: some View {
    Chart {
      ForEach(entry.days) { day in
        BarMark(
          x: .value("Day", day.day, unit: .day),
          y: .value("Steps", day.steps),
          width: .ratio(0.6)
        )
        .foregroundStyle(by: .value("Kind", day.kind.rawValue))
        .cornerRadius(3)
      }
      RuleMark(y: .value("Average", entry.average))
        .lineStyle(StrokeStyle(lineWidth: 1, dash: [3, 2]))
        .foregroundStyle(.secondary)
        .annotation(position: .top, alignment: .leading) {
          Text("Ø \(Int(entry.average).formatted())").font(.caption2).foregroundStyle(.secondary)
        }
    }
    .chartForegroundStyleScale(["Walking": Color.green, "Running": Color.orange])
    .chartXAxis {
      AxisMarks(values: .stride(by: .day)) { value in
        AxisValueLabel(format: .dateTime.weekday(.narrow), centered: true)
      }
    }
    .chartYAxis {
      AxisMarks(position: .leading, values: .automatic(desiredCount: 3)) {
        AxisGridLine()
        AxisValueLabel()
      }
    }
    .chartYScale(domain: 0...12_000)
    .chartLegend(position: .bottom, spacing: 4)
    .widgetAccentable(renderingMode == .accented)
  }
}

struct StepsWidget: Widget {
  let kind: String = "StepsWidget"

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: StepsProvider()) { entry in
      VStack(alignment: .leading, spacing: 4) {
        Label("\(entry.total, format: .number) steps", systemImage: "figure.walk")
          .font(.headline)
          .contentTransition(.numericText())
        StepsChart(entry: entry)
      }
      .containerBackground(.fill.tertiary, for: .widget)
    }
    .configurationDisplayName("Steps")
    .description("Your steps of the last seven days.")
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge])
    .contentMarginsDisabled()
  }
}

#Preview(as: .systemMedium) {
  StepsWidget()
} timeline: {
  StepsEntry.sample(at: .now)
}
