// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

// More widgets in the style of published ones, each small: pictures of progress, charts, lists, calendars.
import Charts
import SwiftUI
import WidgetKit

struct NumberEntry: TimelineEntry {
  let date: Date
  var values: [Double] = [3, 5, 2, 8, 6, 4, 7]
}

struct NumberProvider: TimelineProvider {
  func placeholder(in context: Context) -> NumberEntry { NumberEntry(date: Date()) }
  func getSnapshot(in context: Context, completion: @escaping (NumberEntry) -> Void) { completion(.init(date: Date())) }
  func getTimeline(in context: Context, completion: @escaping (Timeline<NumberEntry>) -> Void) {
    let now = Date()
    let entries = stride(from: 0, to: 60, by: 15).map {
      NumberEntry(date: now.addingTimeInterval(TimeInterval($0) * 60))
    }
    completion(Timeline(entries: entries, policy: .after(entries.last!.date)))
  }
}

/// The shared part of the widgets below, which differ in their views.
public struct PlainWidget<Content: View>: Widget {
  let kind: String
  let content: (NumberEntry) -> Content

  public init() { preconditionFailure("made with a view") }
  init(_ kind: String, @ViewBuilder content: @escaping (NumberEntry) -> Content) {
    self.kind = kind
    self.content = content
  }

  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: NumberProvider()) { entry in
      content(entry).padding(4).containerBackground(.background.secondary, for: .widget)
    }
    .configurationDisplayName(kind)
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge])
  }
}

@MainActor public enum Shelf {
  @WidgetBundleBuilder public static var widgets: some Widget {
    PlainWidget("Bars") { entry in
      Chart(Array(entry.values.enumerated()), id: \.offset) { index, value in
        BarMark(x: .value("Day", index), y: .value("Hours", value)).foregroundStyle(.teal)
      }
      .chartYAxis(.hidden)
    }
    PlainWidget("Line") { entry in
      Chart(Array(entry.values.enumerated()), id: \.offset) { index, value in
        LineMark(x: .value("Day", index), y: .value("Hours", value)).interpolationMethod(.catmullRom)
        PointMark(x: .value("Day", index), y: .value("Hours", value)).symbolSize(20)
      }
    }
    PlainWidget("Ring") { entry in
      ZStack {
        Circle().stroke(Color.gray.opacity(0.3), lineWidth: 10)
        Circle().trim(from: 0, to: entry.values[0] / 10)
          .stroke(.green, style: StrokeStyle(lineWidth: 10, lineCap: .round)).rotationEffect(.degrees(-90))
        Text("\(Int(entry.values[0] * 10)) %").font(.system(size: 18, weight: .bold, design: .rounded))
      }
    }
    PlainWidget("Progress") { entry in
      VStack(alignment: .leading) {
        Text("Reading").font(.headline)
        ProgressView(value: entry.values[1], total: 10) {
          Text("Pages")
        } currentValueLabel: {
          Text("50 of 100")
        }
      }
    }
    PlainWidget("Tasks") { _ in
      VStack(alignment: .leading) {
        ForEach(["Maths", "Piano", "Dishes"], id: \.self) { task in
          HStack {
            Image(systemName: "circle").foregroundColor(.accentColor)
            Text(task).strikethrough(task == "Piano")
            Spacer()
          }
        }
      }
    }
    PlainWidget("Month") { _ in
      LazyVGrid(columns: Array(repeating: GridItem(.flexible(), spacing: 2), count: 7), spacing: 2) {
        ForEach(1..<31) { day in
          Text("\(day)").font(.system(size: 9)).frame(maxWidth: .infinity)
            .background(day == 12 ? Color.red : Color.clear, in: Circle())
        }
      }
    }
    PlainWidget("Weather") { _ in
      VStack(alignment: .leading) {
        Text("Berlin").font(.caption)
        HStack(alignment: .firstTextBaseline) {
          Text("12°").font(.largeTitle)
          Image(systemName: "cloud.rain.fill").symbolRenderingMode(.multicolor)
        }
        Text("H:14° L:7°").font(.caption2).foregroundStyle(.secondary)
      }
    }
    PlainWidget("Quote") { _ in
      Text("“Small steps.”").italic().minimumScaleFactor(0.5).lineLimit(3).shadow(radius: 1)
    }
    PlainWidget("Clock") { entry in
      Text(entry.date, style: .time).font(.system(.title, design: .monospaced))
    }
    PlainWidget("Date") { entry in
      VStack {
        Text(entry.date, format: .dateTime.weekday(.wide)).textCase(.uppercase).font(.caption2).foregroundStyle(.red)
        Text(entry.date, format: .dateTime.day()).font(.system(size: 40, weight: .light))
      }
    }
    PlainWidget("Grid") { entry in
      Grid(horizontalSpacing: 4, verticalSpacing: 4) {
        GridRow {
          Text("Mon")
          Text("\(entry.values[0], specifier: "%.1f") h").bold()
        }
        GridRow {
          Text("Tue")
          Text("\(entry.values[1], specifier: "%.1f") h").bold()
        }
      }
    }
    PlainWidget("Overlay") { _ in
      RoundedRectangle(cornerRadius: 12, style: .continuous)
        .fill(LinearGradient(colors: [.orange, .pink], startPoint: .topLeading, endPoint: .bottomTrailing))
        .overlay(alignment: .bottomTrailing) { Image(systemName: "star.fill").padding(6).foregroundStyle(.white) }
    }
    PlainWidget("Gauge") { entry in
      Gauge(value: entry.values[2], in: 0...10) {
        Text("AQI")
      } currentValueLabel: {
        Text("2")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("10")
      }
      .gaugeStyle(.accessoryCircular).tint(Gradient(colors: [.green, .yellow, .red]))
    }
    PlainWidget("Fits") { _ in
      ViewThatFits {
        Text("A long sentence that may not fit at all in the small size of a widget")
        Text("Short")
      }
    }
    PlainWidget("Geometry") { entry in
      GeometryReader { proxy in
        HStack(alignment: .bottom, spacing: 2) {
          ForEach(entry.values, id: \.self) { value in
            Capsule().fill(.indigo).frame(width: proxy.size.width / 10, height: proxy.size.height * value / 10)
          }
        }
      }
    }
    PlainWidget("Links") { _ in
      HStack {
        Link(destination: URL(string: "shelf://a")!) { Image(systemName: "a.circle") }
        Link("B", destination: URL(string: "shelf://b")!)
      }
      .widgetURL(URL(string: "shelf://all"))
    }
    PlainWidget("Timer") { entry in
      Text(entry.date.addingTimeInterval(3600), style: .timer).monospacedDigit().multilineTextAlignment(.trailing)
    }
    PlainWidget("Badge") { _ in
      Label {
        Text("Three new")
      } icon: {
        Image(systemName: "envelope.badge")
      }.labelStyle(.titleAndIcon)
    }
    PlainWidget("Materials") { _ in
      Text("Glass").padding().background(.ultraThinMaterial, in: Capsule())
    }
    PlainWidget("Divided") { entry in
      VStack {
        ForEach(entry.values.prefix(3), id: \.self) { value in
          Text(value, format: .number.precision(.fractionLength(1)))
          Divider()
        }
      }
    }
    PlainWidget("Path") { entry in
      Path { path in
        path.move(to: CGPoint(x: 0, y: 60))
        for (index, value) in entry.values.enumerated() {
          path.addLine(to: CGPoint(x: Double(index) * 20, y: 60 - value * 6))
        }
      }
      .stroke(.blue, lineWidth: 2)
    }
    PlainWidget("Empty") { _ in EmptyView() }
  }
}

/// The widgets of these sources that no other bundle lists.
public struct ShelfBundle: WidgetBundle {
  public init() {}

  @WidgetBundleBuilder public var body: some Widget {
    Shelf.widgets
    SmileWidget()
    HalfWidget()
    RareWidget()
  }
}
