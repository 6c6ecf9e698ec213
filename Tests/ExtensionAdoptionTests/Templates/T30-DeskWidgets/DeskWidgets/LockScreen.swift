// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

import SwiftUI
import WidgetKit

struct LevelEntry: TimelineEntry {
  var date: Date
  var level: Double
  var isCharging = false

  var relevance: TimelineEntryRelevance? {
    level < 0.2 ? TimelineEntryRelevance(score: 80, duration: 60 * 60) : nil
  }
}

struct LevelProvider: TimelineProvider {
  typealias Entry = LevelEntry

  func placeholder(in context: Context) -> LevelEntry { LevelEntry(date: Date(), level: 0.7) }
  func getSnapshot(in context: Context, completion: @escaping (LevelEntry) -> Void) {
    completion(LevelEntry(date: Date(), level: context.isPreview ? 0.9 : 0.4))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<LevelEntry>) -> Void) {
    var entries = [LevelEntry]()
    let currentDate = Date()
    for hourOffset in 0..<8 {
      let entryDate = Calendar.current.date(byAdding: .hour, value: hourOffset, to: currentDate)!
      entries.append(LevelEntry(date: entryDate, level: max(0, 0.9 - Double(hourOffset) * 0.12)))
    }
    let timeline = Timeline(entries: entries, policy: .atEnd)
    completion(timeline)
  }
}

struct LevelView: View {
  @Environment(\.widgetFamily) private var family
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced
  var entry: LevelProvider.Entry

  var body: some View {
    switch family {
    case .accessoryCircular:
      ZStack {
        AccessoryWidgetBackground()
        Gauge(value: entry.level) {
          Image(systemName: entry.isCharging ? "bolt.fill" : "battery.100")
        } currentValueLabel: {
          Text(entry.level, format: .percent.precision(.fractionLength(0)))
        }
        .gaugeStyle(.accessoryCircular)
        .tint(Gradient(colors: [.red, .yellow, .green]))
      }
      .widgetLabel { Text("Battery") }
    case .accessoryRectangular:
      HStack {
        VStack(alignment: .leading) {
          Text("Headphones").font(.headline).widgetAccentable()
          Gauge(value: entry.level, in: 0...1) { EmptyView() }
            .gaugeStyle(.accessoryLinearCapacity)
          Text(entry.date, style: .relative).font(.caption2).opacity(isLuminanceReduced ? 0.5 : 1)
        }
        Spacer(minLength: 0)
      }
    case .accessoryInline:
      ViewThatFits {
        Label("Headphones \(Int(entry.level * 100)) %", systemImage: "headphones")
        Text("\(Int(entry.level * 100)) %")
      }
    default:
      VStack {
        Image(systemName: "headphones", variableValue: entry.level).font(.largeTitle).symbolVariant(.fill)
        Text(entry.level.formatted(.percent)).font(.system(.title, design: .rounded, weight: .semibold))
      }
    }
  }
}

struct BatteryGaugeWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.desk.battery", provider: LevelProvider()) { entry in
      LevelView(entry: entry)
        .containerBackground(for: .widget) { Color("WidgetBackground").opacity(0.2) }
        .widgetURL(URL(string: "desk://battery"))
    }
    .configurationDisplayName(Text("Battery"))
    .description(Text("The charge of your headphones."))
    .supportedFamilies(
      {
        #if os(watchOS)
          [.accessoryCircular, .accessoryCorner]
        #else
          [.accessoryCircular, .accessoryRectangular, .accessoryInline, .systemSmall]
        #endif
      }())
  }
}

struct ReadingGoalWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "ReadingGoal", provider: LevelProvider()) { entry in
      VStack(alignment: .leading, spacing: 8) {
        ProgressView(value: entry.level) {
          Text("Reading goal")
        } currentValueLabel: {
          Text("\(Int(entry.level * 30)) of 30 minutes")
        }
        .progressViewStyle(RingStyle())
        Text("^[\(Int(entry.level * 5)) chapter](inflect: true) left").font(.footnote)
      }
      .padding()
      .containerBackground(.background, for: .widget)
    }
    .supportedFamilies([.systemSmall])
    .containerBackgroundRemovable(false)
  }
}

struct RingStyle: ProgressViewStyle {
  func makeBody(configuration: Configuration) -> some View {
    let fraction = configuration.fractionCompleted ?? 0
    return ZStack {
      Circle().stroke(.quaternary, lineWidth: 8)
      Circle()
        .trim(from: 0, to: fraction)
        .stroke(.tint, style: StrokeStyle(lineWidth: 8, lineCap: .round))
        .rotationEffect(.degrees(-90))
      VStack(spacing: 2) {
        configuration.label?.font(.caption)
        configuration.currentValueLabel?.font(.caption2).foregroundStyle(.secondary)
      }
    }
  }
}

struct NextEventWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "NextEvent", provider: LevelProvider()) { entry in
      HStack(spacing: 6) {
        RoundedRectangle(cornerRadius: 2).fill(.red.gradient).frame(width: 4)
        VStack(alignment: .leading) {
          Text("Dentist").font(.headline).lineLimit(1).privacySensitive()
          Text(entry.date.addingTimeInterval(5_400), style: .time) + Text(" · ")
            + Text(entry.date.addingTimeInterval(5_400), style: .relative)
          Text(entry.date..<entry.date.addingTimeInterval(3_600), format: .interval.hour().minute())
            .font(.caption).foregroundStyle(.secondary)
        }
      }
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
      .containerBackground(.clear, for: .widget)
    }
    .configurationDisplayName("Next event")
    .supportedFamilies([.accessoryRectangular, .systemSmall, .systemMedium])
  }
}
