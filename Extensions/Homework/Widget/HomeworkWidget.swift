// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import SwiftUI
import WidgetKit

/// A countdown to the next deadline, with a button that counts what is done.
@main
struct HomeworkWidgets: WidgetBundle {
  var body: some Widget {
    CountdownWidget()
  }
}

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
    .supportedFamilies([.systemSmall, .systemMedium, .accessoryRectangular, .accessoryInline])
  }
}

enum Subject: String, AppEnum {
  case maths, english, music

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Subject"
  static let caseDisplayRepresentations: [Subject: DisplayRepresentation] = [
    .maths: "Maths", .english: "English", .music: "Music",
  ]

  var title: String { rawValue.capitalized }
}

struct ChooseSubject: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Countdown"
  static let description = IntentDescription("Chooses the subject and the hour at which it is due.")

  @Parameter(title: "Subject", default: .maths)
  var subject: Subject

  @Parameter(title: "Due at", default: 18, controlStyle: .stepper, inclusiveRange: (0, 23))
  var hour: Int
}

/// The button: one more exercise is done.
struct MarkDone: AppIntent {
  static let title: LocalizedStringResource = "Mark as done"

  @Parameter(title: "Subject")
  var subject: Subject

  init() {}

  init(subject: Subject) { self.subject = subject }

  func perform() async throws -> some IntentResult { .result() }
}

struct CountdownEntry: TimelineEntry {
  let date: Date
  let due: Date
  let subject: Subject

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
    return CountdownEntry(date: date, due: due, subject: configuration.subject)
  }
}

struct CountdownView: View {
  @Environment(\.widgetFamily) private var family
  let entry: CountdownEntry

  @ViewBuilder var body: some View {
    switch family {
    case .accessoryInline: Text("\(entry.subject.title) is due \(entry.due, style: .relative)")
    case .accessoryRectangular:
      VStack(alignment: .leading) {
        Text(entry.subject.title).font(.headline)
        Text(entry.due, style: .relative)
      }
    default:
      VStack(alignment: .leading, spacing: 6) {
        Label(entry.subject.title, systemImage: "book.fill").font(.headline)
        Text(entry.due, style: .timer).font(.title2).monospacedDigit().invalidatableContent()
        if family == .systemMedium {
          Text("Due \(entry.due, style: .time)").font(.caption)
        }
        Button(intent: MarkDone(subject: entry.subject)) { Text("Done").frame(maxWidth: .infinity) }
          .buttonStyle(.bordered)
      }
      .foregroundStyle(.white)
      .tint(.white)
      .widgetURL(URL(string: "homework://today"))
    }
  }
}
