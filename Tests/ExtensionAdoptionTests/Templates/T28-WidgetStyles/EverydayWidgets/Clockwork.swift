// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import WidgetKit

// MARK: - Parcel: progress by the clock

struct ParcelEntry: TimelineEntry {
  let date: Date
  let sent: Date
  let arrives: Date
  var configuration: String = "Parcel"
  var relevance: TimelineEntryRelevance? {
    TimelineEntryRelevance(score: arrives > date ? 10 : 0, duration: arrives.timeIntervalSince(date))
  }
}

struct ParcelProvider: TimelineProvider {
  func placeholder(in context: Context) -> ParcelEntry { ParcelEntry(date: .now, sent: .now, arrives: .now + 60) }
  func getSnapshot(in context: Context, completion: @escaping (ParcelEntry) -> Void) {
    completion(ParcelEntry(date: .now, sent: .now - 600, arrives: .now + 3_000))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<ParcelEntry>) -> Void) {
    let arrives = Date.now + 3_600
    DispatchQueue.global(qos: .userInitiated).async {
      let entries = [
        ParcelEntry(date: .now, sent: .now, arrives: arrives), ParcelEntry(date: arrives, sent: .now, arrives: arrives),
      ]
      DispatchQueue.main.async { completion(Timeline(entries: entries, policy: .never)) }
    }
  }
}

struct ParcelWidget: Widget {
  private let kind: String = "Parcel"
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: ParcelProvider()) { entry in
      if #available(iOS 17.0, *) {
        ParcelView(entry: entry).containerBackground(.fill.tertiary, for: .widget)
      } else {
        ParcelView(entry: entry).padding().background()
      }
    }
    .configurationDisplayName("Parcel")
    .description("When it arrives.")
    .supportedFamilies([.systemSmall, .systemMedium, .accessoryRectangular])
  }
}

struct ParcelView: View {
  let entry: ParcelEntry
  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      Label {
        Text(entry.configuration)
      } icon: {
        Image(systemName: "shippingbox").symbolRenderingMode(.hierarchical)
      }
      if entry.arrives > entry.date {
        ProgressView(timerInterval: entry.sent...entry.arrives, countsDown: false) {
          EmptyView()
        } currentValueLabel: {
          EmptyView()
        }
        .progressViewStyle(.linear)
        .tint(.orange)
        Text(timerInterval: entry.date...entry.arrives, pauseTime: nil, countsDown: true, showsHours: true)
          .font(.title3)
          .monospacedDigit()
      } else {
        Text("Arrived").font(.title3).foregroundStyle(.green)
      }
    }
  }
}

// MARK: - Habits: a grid of marks

struct HabitEntry: TimelineEntry { let date: Date; let marks: [[Bool]] }

struct HabitProvider: TimelineProvider {
  private var marks: [[Bool]] { (0..<3).map { row in (0..<7).map { ($0 + row) % 3 != 0 } } }
  func placeholder(in context: Context) -> HabitEntry { HabitEntry(date: .now, marks: marks) }
  func getSnapshot(in context: Context, completion: @escaping (HabitEntry) -> Void) {
    completion(placeholder(in: context))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<HabitEntry>) -> Void) {
    let tomorrow = Calendar.current.nextDate(after: .now, matching: DateComponents(hour: 0), matchingPolicy: .nextTime)
    completion(Timeline(entries: [HabitEntry(date: .now, marks: marks)], policy: tomorrow.map { .after($0) } ?? .atEnd))
  }
}

struct HabitWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Habits", provider: HabitProvider()) { entry in
      VStack(alignment: .leading) {
        Text("This week").font(.caption.smallCaps()).foregroundStyle(.tertiary)
        LazyVGrid(columns: Array(repeating: GridItem(.flexible(), spacing: 4), count: 7), spacing: 4) {
          ForEach(Array(entry.marks.joined().enumerated()), id: \.offset) { offset, isDone in
            RoundedRectangle(cornerRadius: 3, style: .continuous)
              .fill(isDone ? AnyShapeStyle(Color.accentColor) : AnyShapeStyle(.quaternary))
              .aspectRatio(1, contentMode: .fit)
              .overlay { if offset % 7 == 6 { Image(systemName: "star.fill").resizable().scaledToFit().padding(3) } }
              .accessibilityLabel(isDone ? "done" : "not done")
          }
        }
      }
      .unredacted()
      .containerBackground(for: .widget) { Color(.systemBackground) }
    }
    .configurationDisplayName("Habits")
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge])
  }
}

// MARK: - Battery: margins and backgrounds of its own

struct BatteryEntry: TimelineEntry { let date: Date; let level: Double }

struct BatteryProvider: TimelineProvider {
  func placeholder(in context: Context) -> BatteryEntry { BatteryEntry(date: .now, level: 0.5) }
  func getSnapshot(in context: Context, completion: @escaping (BatteryEntry) -> Void) {
    completion(BatteryEntry(date: .now, level: 0.8))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<BatteryEntry>) -> Void) {
    completion(
      Timeline(
        entries: stride(from: 1.0, through: 0.1, by: -0.1).enumerated().map {
          BatteryEntry(date: .now + Double($0.offset) * 1_800, level: $0.element)
        }, policy: .atEnd))
  }
}

struct BatteryView: View {
  @Environment(\.widgetContentMargins) var margins
  @Environment(\.colorScheme) var colorScheme
  let level: Double

  var body: some View {
    GeometryReader { proxy in
      ZStack(alignment: .leading) {
        Rectangle().fill(colorScheme == .dark ? Color.gray : Color.white)
        Rectangle().fill(level < 0.2 ? .red : .green).frame(width: proxy.size.width * level)
        Text(verbatim: "\(Int(level * 100)) %").font(.largeTitle.weight(.heavy)).padding(margins).shadow(radius: 2)
      }
    }
  }
}

@available(iOSApplicationExtension 17.0, *)
struct BatteryWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Battery", provider: BatteryProvider()) { entry in
      BatteryView(level: entry.level).containerBackground(.clear, for: .widget)
    }
    .contentMarginsDisabled()
    .containerBackgroundRemovable(false)
    .supportedFamilies([.systemSmall, .accessoryCircular])
  }
}

// MARK: - Quote: text alone

struct QuoteWidget: Widget {
  struct Entry: TimelineEntry { let date: Date; let text: AttributedString }
  struct Provider: TimelineProvider {
    private let texts = ["Slow is smooth.", "Smooth is fast."]
    private func entry(_ index: Int) -> Entry {
      Entry(
        date: .now + Double(index) * 3_600,
        text: AttributedString(texts[index % 2]))
    }
    func placeholder(in context: Context) -> Entry { entry(0) }
    func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void) { completion(entry(0)) }
    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
      completion(.init(entries: (0..<24).map(entry), policy: .atEnd))
    }
  }

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Quote", provider: Provider()) { entry in
      VStack(alignment: .trailing) {
        Text(entry.text).font(.custom("Georgia", size: 17, relativeTo: .body)).lineSpacing(3).truncationMode(.tail)
          .kerning(0.3)
        Spacer(minLength: 4)
        (Text("– ") + Text("A pilot").italic() + Text(", \(entry.date, format: .dateTime.year())")).font(.caption2)
          .foregroundColor(.secondary)
      }
      .padding(2)
      .containerBackground(for: .widget) { Color(red: 0.98, green: 0.96, blue: 0.9) }
      .widgetURL(URL(string: "everyday://quote"))
    }
    .configurationDisplayName("Quote")
    .supportedFamilies([.systemMedium, .systemLarge])
  }
}
