// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The sources of a widget and of a Focus filter.
extension ScaffoldSources {
  func widget(_ name: String) -> String {
    """
    import \(base)Shared
    import SwiftUI
    import WidgetKit

    /// Shows the daily limit, and how long the day still lasts.
    @main
    struct \(name): Widget {
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "limit", provider: LimitProvider()) { entry in
          LimitView(entry: entry).containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Daily limit")
        .description("Shows the limit and the end of the day.")
        .supportedFamilies([.systemSmall, .systemMedium])
      }
    }

    struct LimitEntry: TimelineEntry {
      let date: Date
      let midnight: Date
    }

    struct LimitProvider: TimelineProvider {
      func placeholder(in context: Context) -> LimitEntry { LimitEntry(date: Date(), midnight: Date()) }

      func getSnapshot(in context: Context, completion: @escaping (LimitEntry) -> Void) {
        completion(entry)
      }

      func getTimeline(in context: Context, completion: @escaping (Timeline<LimitEntry>) -> Void) {
        completion(Timeline(entries: [entry], policy: .after(entry.midnight)))
      }

      private var entry: LimitEntry {
        let today = Calendar.current.startOfDay(for: Date())
        return LimitEntry(date: Date(), midnight: today.addingTimeInterval(24 * 60 * 60))
      }
    }

    struct LimitView: View {
      let entry: LimitEntry

      var body: some View {
        VStack(alignment: .leading, spacing: 4) {
          Text(DailyLimit.words(TimeInterval(DailyLimit().minutes * 60))).font(.title)
          Text("a day").foregroundStyle(.secondary)
          Text(entry.midnight, style: .relative).font(.caption)
        }
      }
    }

    """
  }

  func focus(_ name: String) -> String {
    """
    import AppIntents

    @main
    struct \(name): AppIntentsExtension {}

    /// Lets only the notifications of one topic interrupt while a Focus is on.
    struct TopicFilter: SetFocusFilterIntent {
      static let title: LocalizedStringResource = "Topic"
      static let description: IntentDescription? = "Notifications of other topics wait."

      @Parameter(title: "Topic", default: "limits")
      var topic: String

      var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "Topic", subtitle: "\\(topic)") }

      var appContext: FocusFilterAppContext {
        FocusFilterAppContext(notificationFilterPredicate: NSPredicate(format: "SELF == %@", topic))
      }

      func perform() async throws -> some IntentResult { .result() }
    }

    """
  }
}
