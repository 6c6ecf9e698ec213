// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import HomeworkIntents
import SwiftUI
import WidgetKit

@main
struct HomeworkWidgets: WidgetBundle {
  var body: some Widget {
    CountdownWidget()
  }
}

/// A countdown to the hour at which a subject's homework is due, with a button that counts what is done.
struct CountdownWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "Countdown", intent: ChooseSubject.self, provider: CountdownProvider()) { entry in
      CountdownView(entry: entry)
        .containerBackground(for: .widget) {
          LinearGradient(colors: [.indigo, .blue], startPoint: .top, endPoint: .bottom)
        }
    }
    .configurationDisplayName("Countdown")
    .description("How long until homework is due.")
    .supportedFamilies([.systemSmall, .systemMedium, .accessoryCircular, .accessoryRectangular, .accessoryInline])
  }
}

struct ChooseSubject: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Countdown"
  static let description = IntentDescription("Chooses the subject and the hour at which it is due.")

  @Parameter(title: "Subject", default: .maths)
  var subject: SchoolSubject

  @Parameter(title: "Due at", default: 18, controlStyle: .stepper, inclusiveRange: (0, 23))
  var hour: Int
}

struct CountdownEntry: TimelineEntry {
  let date: Date
  let due: Date
  let subject: SchoolSubject
  var done = 0
  /// Whether the day's goal of encouraged apps was reached.
  var isGoalReached = false

  var relevance: TimelineEntryRelevance? {
    TimelineEntryRelevance(score: due.timeIntervalSince(date) < 3_600 ? 10 : 1)
  }
}

struct CountdownProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> CountdownEntry {
    CountdownEntry(date: .now, due: .now + 3_600, subject: .maths)
  }

  func snapshot(for configuration: ChooseSubject, in context: Context) async -> CountdownEntry {
    entry(at: .now, configuration)
  }

  /// One entry an hour until the homework is due, and one for when it is.
  func timeline(for configuration: ChooseSubject, in context: Context) async -> Timeline<CountdownEntry> {
    let first = entry(at: .now, configuration)
    var entries = [first]
    while let last = entries.last, last.date + 3_600 < first.due {
      entries.append(entry(at: last.date + 3_600, configuration))
    }
    return Timeline(entries: entries, policy: .after(first.due))
  }

  private func entry(at date: Date, _ configuration: ChooseSubject) -> CountdownEntry {
    let hour = DateComponents(hour: configuration.hour, minute: 0)
    let due = Calendar.current.nextDate(after: date, matching: hour, matchingPolicy: .nextTime) ?? date
    let defaults = UserDefaults(suiteName: "group.org.example.homework")
    return CountdownEntry(
      date: date, due: due, subject: configuration.subject,
      done: DoneExercises().count(of: configuration.subject, at: date),
      isGoalReached: defaults?.bool(forKey: "goal.isReached") ?? false)
  }
}

struct CountdownView: View {
  @Environment(\.widgetFamily) private var family
  let entry: CountdownEntry

  @ViewBuilder var body: some View {
    switch family {
    case .accessoryInline: Text("\(entry.subject.title) is due in \(entry.due, style: .relative)")
    case .accessoryCircular:
      Gauge(value: Double(min(entry.done, 5)), in: 0...5) {
        Image(systemName: "book.fill")
      } currentValueLabel: {
        Text("\(entry.done)")
      }
      .gaugeStyle(.accessoryCircularCapacity)
    case .accessoryRectangular:
      VStack(alignment: .leading) {
        Text(entry.subject.title).font(.headline)
        Text(entry.due, style: .relative)
        Text("\(entry.done) done").foregroundStyle(.secondary)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    default: card
    }
  }

  private var card: some View {
    VStack(alignment: .leading, spacing: 6) {
      HStack {
        Label(entry.subject.title, systemImage: "book.fill").font(.headline)
        Spacer()
        if entry.isGoalReached { Image(systemName: "checkmark.circle.fill") }
      }
      Text(entry.due, style: .timer).font(.title2).monospacedDigit().invalidatableContent()
      if family == .systemMedium {
        ProgressView(timerInterval: (entry.due - 86_400)...entry.due, countsDown: true) {
          Text("Due at \(entry.due, style: .time)")
        } currentValueLabel: {
          EmptyView()
        }
        .font(.caption)
      }
      Spacer(minLength: 0)
      Button(intent: MarkDone(subject: entry.subject)) {
        Text(entry.done == 0 ? "Done" : "Done: \(entry.done)").frame(maxWidth: .infinity)
      }
      .buttonStyle(.bordered)
    }
    .foregroundStyle(.white)
    .tint(.white)
    .widgetURL(URL(string: "homework://today"))
  }
}
