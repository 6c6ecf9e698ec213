// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

// Widgets without parameters, in the style of sources for Xcode.
import SwiftUI
import WidgetKit

// MARK: 1. The template of a new widget

struct SimpleEntry: TimelineEntry {
  let date: Date
  let emoji: String
}

struct SimpleProvider: TimelineProvider {
  func placeholder(in context: Context) -> SimpleEntry { SimpleEntry(date: Date(), emoji: "🙂") }

  func getSnapshot(in context: Context, completion: @escaping (SimpleEntry) -> ()) {
    completion(SimpleEntry(date: Date(), emoji: context.isPreview ? "🎁" : "🙂"))
  }

  func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> ()) {
    var entries: [SimpleEntry] = []
    let now = Date()
    for offset in 0..<5 {
      let date = Calendar.current.date(byAdding: .hour, value: offset, to: now)!
      entries.append(SimpleEntry(date: date, emoji: "🙂"))
    }
    completion(Timeline(entries: entries, policy: .atEnd))
  }
}

struct SimpleEntryView: View {
  var entry: SimpleProvider.Entry

  var body: some View {
    VStack {
      Text("Time:")
      Text(entry.date, style: .time)
      Text("Emoji:")
      Text(entry.emoji)
    }
  }
}

public struct SimpleWidget: Widget {
  let kind: String = "SimpleWidget"
  public init() {}

  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: SimpleProvider()) { entry in
      if #available(iOS 17.0, *) {
        SimpleEntryView(entry: entry)
          .containerBackground(.fill.tertiary, for: .widget)
      } else {
        SimpleEntryView(entry: entry)
          .padding()
          .background()
      }
    }
    .configurationDisplayName("My Widget")
    .description("This is an example widget.")
  }
}

struct SimpleWidget_Previews: PreviewProvider {
  static var previews: some View {
    SimpleEntryView(entry: SimpleEntry(date: Date(), emoji: "🙂"))
      .previewContext(WidgetPreviewContext(family: .systemSmall))
  }
}

// MARK: 2. Sizes by the environment, a URL, links

struct NewsEntry: TimelineEntry {
  var date: Date
  var headlines: [String]
  var relevance: TimelineEntryRelevance? { TimelineEntryRelevance(score: Float(headlines.count), duration: 3600) }
}

struct NewsProvider: TimelineProvider {
  typealias Entry = NewsEntry

  static let sample = ["Bridge reopens", "School play on Friday", "Rain by evening"]
  func placeholder(in context: Context) -> NewsEntry { NewsEntry(date: .now, headlines: Self.sample) }
  func getSnapshot(in context: Context, completion: @escaping (NewsEntry) -> Void) {
    completion(placeholder(in: context))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<NewsEntry>) -> Void) {
    DispatchQueue.global().async {
      let entry = NewsEntry(date: Date(), headlines: Self.sample)
      completion(Timeline(entries: [entry], policy: .after(Date().addingTimeInterval(30 * 60))))
    }
  }
}

struct NewsView: View {
  @Environment(\.widgetFamily) private var family
  @Environment(\.colorScheme) private var scheme
  let entry: NewsEntry

  @ViewBuilder var body: some View {
    switch family {
    case .systemSmall:
      Text(entry.headlines.first ?? "No news").font(.headline)
        .foregroundStyle(scheme == .dark ? Color.white : Color.black)
        .widgetURL(URL(string: "news://first"))
    case .systemMedium, .systemLarge:
      VStack(alignment: .leading, spacing: 6) {
        ForEach(entry.headlines, id: \.self) { headline in
          Link(destination: URL(string: "news://story")!) {
            Label(headline, systemImage: "newspaper").font(.subheadline).lineLimit(1)
          }
        }
      }
      .foregroundStyle(scheme == .dark ? Color.white : Color.black)
    default:
      Text("News")
    }
  }
}

public struct NewsWidget: Widget {
  public init() {}
  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: "News", provider: NewsProvider()) {
      NewsView(entry: $0).containerBackground(for: .widget) { Color("Paper") }
    }
    .configurationDisplayName(Text("News"))
    .description(Text("The day's headlines."))
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge])
    .contentMarginsDisabled()
  }
}

// MARK: 3. A countdown that the host draws

struct DayEntry: TimelineEntry { let date: Date; let target: Date }

struct CountdownProvider: TimelineProvider {
  func placeholder(in context: Context) -> DayEntry { DayEntry(date: .now, target: .now + 3600) }
  func getSnapshot(in context: Context, completion: @escaping (DayEntry) -> Void) {
    completion(placeholder(in: context))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<DayEntry>) -> Void) {
    let target = Calendar.current.startOfDay(for: Date()).addingTimeInterval(86_400)
    completion(Timeline(entries: [DayEntry(date: .now, target: target)], policy: .after(target)))
  }
}

public struct CountdownWidget: Widget {
  public init() {}
  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Countdown", provider: CountdownProvider()) { entry in
      VStack {
        Text(timerInterval: entry.date...max(entry.date, entry.target), countsDown: true).monospacedDigit().font(
          .title2)
        Text(entry.target, style: .relative)
        ProgressView(timerInterval: entry.date...max(entry.date, entry.target), countsDown: false)
      }
      .multilineTextAlignment(.center)
      .containerBackground(for: .widget) {
        LinearGradient(colors: [.blue, .purple], startPoint: .top, endPoint: .bottom)
      }
    }
    .configurationDisplayName("Midnight")
    .supportedFamilies([.systemSmall])
  }
}

// MARK: 4. Sizes of the lock screen

public struct RingsWidget: Widget {
  public init() {}
  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Rings", provider: SimpleProvider()) { _ in RingsView() }
      .configurationDisplayName("Rings")
      .supportedFamilies([.accessoryCircular, .accessoryRectangular, .accessoryInline, .systemSmall])
  }
}

struct RingsView: View {
  @Environment(\.widgetFamily) var widgetFamily
  @Environment(\.widgetRenderingMode) var renderingMode
  @Environment(\.showsWidgetContainerBackground) var showsBackground

  var body: some View {
    content.containerBackground(for: .widget) { Color.black }
  }

  @ViewBuilder var content: some View {
    switch widgetFamily {
    case .accessoryCircular:
      ZStack {
        AccessoryWidgetBackground()
        Gauge(value: 0.6) {
          Image(systemName: "figure.walk")
        } currentValueLabel: {
          Text("60")
        }
        .gaugeStyle(.accessoryCircularCapacity)
        .widgetAccentable()
      }
    case .accessoryRectangular:
      HStack {
        Gauge(value: 6, in: 0...10) { Text("Steps") }.gaugeStyle(.accessoryLinear)
        if renderingMode == .fullColor { Text("6 of 10").privacySensitive() }
      }
    case .accessoryInline:
      Label("6 of 10", systemImage: "figure.walk")
    default:
      Text(showsBackground ? "6 of 10" : "6")
    }
  }
}

// MARK: 5. Redaction

public struct BalanceWidget: Widget {
  public init() {}
  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Balance", provider: SimpleProvider()) { entry in BalanceView(entry: entry) }
      .configurationDisplayName("Balance").description("What is left of the allowance.")
  }
}

struct BalanceView: View {
  @Environment(\.redactionReasons) var reasons
  let entry: SimpleEntry

  var body: some View {
    VStack(alignment: .leading) {
      Text("Allowance").unredacted()
      if reasons.contains(.privacy) { Image(systemName: "lock") } else { Text("12.50").privacySensitive() }
      Text("since Monday").font(.caption).foregroundStyle(.secondary).invalidatableContent()
    }
    .containerBackground(.background, for: .widget)
  }
}
