// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

import AppIntents
import OSLog
import SwiftUI
import WidgetKit

private let logger = Logger(subsystem: "com.example.desk", category: "widgets")

struct QuoteEntry: TimelineEntry {
  let date: Date
  let quote: AttributedString
}

struct QuoteProvider: TimelineProvider {
  private func quote(_ index: Int) -> AttributedString {
    let lines = [
      "**Small** steps, *every* day.", "Read [more](https://example.org/quotes) in `books`.", "~~Later~~ **now**",
    ]
    var text =
      (try? AttributedString(
        markdown: lines[index % lines.count], options: .init(interpretedSyntax: .inlineOnlyPreservingWhitespace)))
      ?? "…"
    if let range = text.range(of: "now") {
      text[range].foregroundColor = .red
      text[range].font = .title.bold()
    }
    return text
  }

  func placeholder(in context: Context) -> QuoteEntry { QuoteEntry(date: .now, quote: quote(0)) }
  func getSnapshot(in context: Context, completion: @escaping (QuoteEntry) -> Void) {
    completion(placeholder(in: context))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<QuoteEntry>) -> Void) {
    logger.debug("timeline for \(context.family.description, privacy: .public)")
    let start = Calendar.current.startOfDay(for: .now)
    let entries = (0..<3).map { QuoteEntry(date: start.addingTimeInterval(Double($0) * 8 * 3_600), quote: quote($0)) }
    completion(Timeline(entries: entries, policy: .atEnd))
  }
}

struct QuoteWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Quote", provider: QuoteProvider()) { entry in
      ZStack {
        Image("paper").resizable().scaledToFill().opacity(0.4).accessibilityHidden(true)
        Text(entry.quote).multilineTextAlignment(.center).minimumScaleFactor(0.7).padding()
      }
      .containerBackground(.yellow.opacity(0.2), for: .widget)
    }
    .configurationDisplayName("Quote")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}

struct PomodoroEntry: TimelineEntry {
  let date: Date
  let phase: ClosedRange<Date>
  let isBreak: Bool
}

struct PomodoroProvider: TimelineProvider {
  func placeholder(in context: Context) -> PomodoroEntry {
    PomodoroEntry(date: .now, phase: .now ... .now + 1_500, isBreak: false)
  }
  func getSnapshot(in context: Context, completion: @escaping (PomodoroEntry) -> Void) {
    completion(placeholder(in: context))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<PomodoroEntry>) -> Void) {
    var (entries, start) = ([PomodoroEntry](), Date.now)
    for round in 0..<6 {
      let length: TimeInterval = round.isMultiple(of: 2) ? 25 * 60 : 5 * 60
      entries.append(PomodoroEntry(date: start, phase: start...start + length, isBreak: !round.isMultiple(of: 2)))
      start += length
    }
    completion(Timeline(entries: entries, policy: .after(start)))
  }
}

struct PomodoroWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Pomodoro", provider: PomodoroProvider()) { entry in
      VStack(spacing: 6) {
        Text(entry.isBreak ? "Break" : "Focus").textCase(.uppercase).font(.caption.smallCaps()).kerning(1)
        Text(timerInterval: entry.phase, pauseTime: nil, countsDown: true, showsHours: false)
          .font(.system(size: 36, weight: .light).monospacedDigit()).multilineTextAlignment(.center)
        ProgressView(timerInterval: entry.phase, countsDown: false) {
          Text("Until \(entry.phase.upperBound, style: .time)")
        } currentValueLabel: {
          Text(entry.phase.upperBound, style: .relative)
        }
        .tint(entry.isBreak ? .green : .red)
      }
      .transition(.push(from: .bottom))
      .animation(.spring(duration: 0.4), value: entry.isBreak)
      .id(entry.date)
      .containerBackground(entry.isBreak ? Color.green.opacity(0.1) : Color.red.opacity(0.1), for: .widget)
    }
    .configurationDisplayName("Pomodoro")
    .supportedFamilies([.systemSmall, .accessoryRectangular])
  }
}

struct MoonShape: Shape {
  var phase: Double
  var animatableData: Double {
    get { phase }
    set { phase = newValue }
  }

  func path(in rect: CGRect) -> Path {
    var path = Path()
    let (center, radius) = (CGPoint(x: rect.midX, y: rect.midY), min(rect.width, rect.height) / 2)
    path.addArc(
      center: center, radius: radius, startAngle: .degrees(-90), endAngle: .degrees(90), clockwise: phase < 0.5)
    path.addCurve(
      to: CGPoint(x: center.x, y: center.y - radius),
      control1: CGPoint(x: center.x + radius * cos(phase * 2 * .pi), y: center.y + radius * 0.6),
      control2: CGPoint(x: center.x + radius * cos(phase * 2 * .pi), y: center.y - radius * 0.6))
    path.closeSubpath()
    return path
  }
}

struct MoonWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Moon", provider: LevelProvider()) { entry in
      VStack {
        MoonShape(phase: entry.level)
          .fill(RadialGradient(colors: [.white, .gray], center: .center, startRadius: 0, endRadius: 60))
          .shadow(color: .white.opacity(0.6), radius: 6)
          .aspectRatio(1, contentMode: .fit)
          .accessibilityLabel("Moon, \(entry.level.formatted(.percent)) lit")
        Text(entry.date, format: Date.FormatStyle().day().month(.abbreviated))
          .font(.footnote.weight(.medium)).foregroundStyle(.white)
      }
      .containerBackground(for: .widget) {
        AngularGradient(colors: [.indigo, .black, .indigo], center: .bottomTrailing)
      }
    }
    .configurationDisplayName("Moon")
    .supportedFamilies([.systemSmall, .accessoryCircular])
    .disfavoredLocations([.standBy], for: [.systemSmall])
  }
}

struct BudgetWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Budget", provider: LevelProvider()) { entry in
      Grid(alignment: .leadingFirstTextBaseline, horizontalSpacing: 8, verticalSpacing: 4) {
        GridRow {
          Text("Rent").gridColumnAlignment(.leading)
          Text(Decimal(740), format: .currency(code: "EUR")).gridColumnAlignment(.trailing)
        }
        Divider().gridCellUnsizedAxes(.horizontal)
        GridRow {
          Text("Food")
          Text(Decimal(entry.level * 200), format: .currency(code: "EUR").precision(.fractionLength(0)))
            .foregroundStyle(entry.level > 0.5 ? AnyShapeStyle(.red) : AnyShapeStyle(.primary))
        }
        GridRow {
          Text("Left").bold()
          Text(Measurement(value: 12.5, unit: UnitLength.kilometers).formatted()).gridCellColumns(1)
        }
      }
      .font(.caption)
      .redacted(reason: entry.isCharging ? .placeholder : [])
      .containerBackground(.regularMaterial, for: .widget)
    }
    .configurationDisplayName("Budget")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}
