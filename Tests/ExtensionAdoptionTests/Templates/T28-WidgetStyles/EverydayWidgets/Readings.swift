// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import SwiftUI
import WidgetKit

// MARK: - Steps: every size of the lock screen

struct StepsEntry: TimelineEntry {
  let date: Date
  let steps: Int
  var goal = 8_000
  var fraction: Double { min(1, Double(steps) / Double(goal)) }
  static let preview = StepsEntry(date: .now, steps: 5_230)
}

struct StepsProvider: TimelineProvider {
  func placeholder(in context: Context) -> StepsEntry { .preview }
  func getSnapshot(in context: Context, completion: @escaping (StepsEntry) -> Void) { completion(.preview) }
  func getTimeline(in context: Context, completion: @escaping (Timeline<StepsEntry>) -> Void) {
    var entries = [StepsEntry]()
    for quarter in 0..<8 {
      let date = Calendar.current.date(byAdding: .minute, value: quarter * 15, to: .now)!
      entries.append(StepsEntry(date: date, steps: 4_000 + quarter * 400))
    }
    completion(Timeline(entries: entries, policy: .after(.now.addingTimeInterval(2 * 60 * 60))))
  }
}

struct StepsWidgetEntryView: View {
  var entry: StepsProvider.Entry
  @Environment(\.widgetFamily) private var family
  @Environment(\.widgetRenderingMode) private var renderingMode
  @Environment(\.showsWidgetContainerBackground) private var showsBackground
  @Environment(\.redactionReasons) private var redactionReasons

  var body: some View {
    switch family {
    case .accessoryCircular:
      Gauge(value: entry.fraction) {
        Image(systemName: "figure.walk")
      } currentValueLabel: {
        Text("\(entry.steps / 1000)k")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("8")
      }
      .gaugeStyle(.accessoryCircular)
      .widgetLabel("Steps")
    case .accessoryRectangular:
      HStack {
        AccessoryWidgetBackground().frame(width: 4).clipShape(Capsule())
        VStack(alignment: .leading) {
          Text("Steps").font(.headline).widgetAccentable()
          Text("\(entry.steps.formatted()) of \(entry.goal.formatted())")
          ProgressView(value: entry.fraction).tint(renderingMode == .fullColor ? .green : .primary)
        }
      }
    case .accessoryInline:
      Label("\(entry.steps) steps", systemImage: "figure.walk")
    default:
      VStack(spacing: 8) {
        Gauge(value: entry.fraction, in: 0...1) {
          Text("Steps")
        } currentValueLabel: {
          Text(entry.fraction, format: .percent.precision(.fractionLength(0)))
        }
        .gaugeStyle(.accessoryCircularCapacity)
        .tint(Gradient(colors: [.mint, .green]))
        .scaleEffect(1.3)
        Text("\(entry.steps) steps")
          .font(.caption2.monospacedDigit())
          .privacySensitive()
          .lineLimit(1)
          .minimumScaleFactor(0.5)
        if redactionReasons.isEmpty, showsBackground { Text(entry.date, style: .time).font(.caption2) }
      }
      .containerBackground(for: .widget) {
        LinearGradient(
          gradient: Gradient(colors: [.white, .mint.opacity(0.3)]), startPoint: .topLeading, endPoint: .bottomTrailing)
      }
    }
  }
}

struct StepsWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Steps", provider: StepsProvider()) { entry in
      StepsWidgetEntryView(entry: entry)
    }
    .configurationDisplayName(Text("Steps"))
    .description(Text("How far you walked."))
    .supportedFamilies([.systemSmall, .accessoryCircular, .accessoryRectangular, .accessoryInline])
  }
}

struct StepsWidget_Previews: PreviewProvider {
  static var previews: some View {
    Group {
      StepsWidgetEntryView(entry: .preview).previewContext(WidgetPreviewContext(family: .accessoryCircular))
      StepsWidgetEntryView(entry: .preview).previewContext(WidgetPreviewContext(family: .systemSmall))
        .previewDisplayName("Small")
    }
  }
}

// MARK: - Stocks: charts and links

struct Quote: Identifiable, Codable, Hashable {
  var id: String { symbol }
  let symbol: String
  let values: [Double]
  var change: Double { (values.last ?? 0) / (values.first ?? 1) - 1 }
}

struct StockEntry: TimelineEntry {
  let date: Date
  let quotes: [Quote]
}

struct StockProvider: TimelineProvider {
  private let sample = [
    Quote(symbol: "OAK", values: [12, 14, 13, 15, 18, 17]), Quote(symbol: "ELM", values: [30, 29, 27, 28, 26, 24]),
    Quote(symbol: "ASH", values: [8, 8.2, 8.1, 8.6, 8.4, 8.9]),
  ]

  func placeholder(in context: Context) -> StockEntry { StockEntry(date: Date(), quotes: sample) }
  func getSnapshot(in context: Context, completion: @escaping (StockEntry) -> Void) {
    completion(StockEntry(date: Date(), quotes: sample))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<StockEntry>) -> Void) {
    let rows =
      switch context.family {
      case .systemSmall: 1
      case .systemMedium: 2
      default: 3
      }
    completion(
      Timeline(entries: [StockEntry(date: Date(), quotes: Array(sample.prefix(rows)))], policy: .after(Date() + 900)))
  }
}

struct StockRow: View {
  let quote: Quote

  var body: some View {
    Link(destination: URL(string: "https://stocks.example.com/\(quote.symbol)")!) {
      HStack {
        VStack(alignment: .leading) {
          Text(quote.symbol).bold()
          Text(quote.change, format: .percent.precision(.fractionLength(1)))
            .foregroundColor(quote.change < 0 ? .red : .green)
            .font(.footnote)
        }
        .frame(width: 64, alignment: .leading)
        Chart(Array(quote.values.enumerated()), id: \.offset) { item in
          AreaMark(x: .value("Hour", item.offset), y: .value("Price", item.element))
            .foregroundStyle(
              .linearGradient(colors: [.green.opacity(0.4), .clear], startPoint: .top, endPoint: .bottom))
          LineMark(x: .value("Hour", item.offset), y: .value("Price", item.element))
            .interpolationMethod(.monotone)
            .lineStyle(StrokeStyle(lineWidth: 1.5))
        }
        .chartXAxis(.hidden)
        .chartYAxis { AxisMarks(position: .trailing) }
        .chartYScale(domain: .automatic(includesZero: false))
      }
    }
  }
}

struct StockWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Stocks", provider: StockProvider()) { entry in
      VStack(spacing: 6) {
        ForEach(entry.quotes) { quote in
          StockRow(quote: quote)
          if quote != entry.quotes.last { Divider() }
        }
      }
      .containerBackground(.background, for: .widget)
    }
    .configurationDisplayName("Stocks")
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge])
  }
}
