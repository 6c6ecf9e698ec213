// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// A bundle as published ones are: widgets beside a Live Activity and a control, which are drawn nowhere.
import AppIntents
import SwiftUI
import WidgetKit

public struct RideAttributes: ActivityAttributes {
  public struct ContentState: Codable, Hashable {
    var minutes: Int
  }
  var name: String
}

struct RideActivity: Widget {
  var body: some WidgetConfiguration {
    ActivityConfiguration(for: RideAttributes.self) { context in
      HStack {
        Text(context.attributes.name)
        Text("\(context.state.minutes) min")
      }
      .activityBackgroundTint(Color.cyan)
      .activitySystemActionForegroundColor(Color.black)
    } dynamicIsland: { context in
      DynamicIsland {
        DynamicIslandExpandedRegion(.leading) { Text("Leading") }
        DynamicIslandExpandedRegion(.trailing) { Text("\(context.state.minutes)") }
        DynamicIslandExpandedRegion(.bottom) { Text("Bottom") }
      } compactLeading: {
        Text("L")
      } compactTrailing: {
        Text("T")
      } minimal: {
        Text("M")
      }
      .widgetURL(URL(string: "https://example.org"))
      .keylineTint(Color.red)
    }
  }
}

struct TimerControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "Timer", provider: Provider()) { isRunning in
      ControlWidgetToggle("Start Timer", isOn: isRunning, action: RemindIntent()) { isRunning in
        Label(isRunning ? "On" : "Off", systemImage: "timer")
      }
    }
    .displayName("Timer")
    .description("A control that runs a timer.")
  }

  struct Provider: ControlValueProvider {
    var previewValue: Bool { false }
    func currentValue() async throws -> Bool { true }
  }
}

public struct EverydayBundle: WidgetBundle {
  public init() {}

  @WidgetBundleBuilder
  public var body: some Widget {
    SimpleWidget()
    NewsWidget()
    CountdownWidget()
    if #available(iOS 16.0, *) {
      RingsWidget()
    }
    BalanceWidget()
    EmojiWidget()
    TripWidget()
    WaterWidget()
    RideActivity()
    TimerControl()
  }
}

// Sources of 2020: the names of the first beta, and a placeholder that is a view.

struct SmileEntry: TimelineEntry {
  public let date: Date
  let text: String
}

struct SmileProvider: TimelineProvider {
  public func snapshot(with context: Context, completion: @escaping (SmileEntry) -> ()) {
    completion(SmileEntry(date: Date(), text: "Snapshot"))
  }

  public func timeline(with context: Context, completion: @escaping (Timeline<SmileEntry>) -> ()) {
    let now = Date()
    let entries = (0..<9).map { SmileEntry(date: now.addingTimeInterval(Double($0) * 3), text: "Smile \($0)") }
    completion(Timeline(entries: entries, policy: .after(now.addingTimeInterval(60))))
  }
}

struct SmilePlaceholder: View {
  var body: some View { Text("…") }
}

public struct SmileWidget: Widget {
  private let kind: String = "Smile"
  public init() {}

  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: SmileProvider(), placeholder: SmilePlaceholder()) { entry in
      ZStack {
        Image("bg1").resizable()
        Text(entry.text)
      }
    }
    .configurationDisplayName("Smile")
    .description("Nine entries, three seconds apart.")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}

/// A provider that its author has not finished.
struct HalfProvider: TimelineProvider {
  typealias Entry = SmileEntry
}

public struct HalfWidget: Widget {
  public init() {}
  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Half", provider: HalfProvider()) { Text($0.text) }
  }
}
