// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Declarations that fewer published widgets have.
import AppIntents
import SwiftUI
import WidgetKit

// MARK: Intents with a special purpose

struct PlayIntent: AudioPlaybackIntent {
  static let title: LocalizedStringResource = "Play"
  func perform() async throws -> some IntentResult { .result() }
}

struct StopRideIntent: LiveActivityIntent {
  static let title: LocalizedStringResource = "Stop"
  func perform() async throws -> some IntentResult { .result() }
}

// MARK: Controls with a configuration

struct TimerConfiguration: ControlConfigurationIntent {
  static let title: LocalizedStringResource = "Timer"
  @Parameter(title: "Name", default: "Tea") var name: String
}

struct ConfiguredTimer: ControlWidget {
  var body: some ControlWidgetConfiguration {
    AppIntentControlConfiguration(kind: "ConfiguredTimer", provider: Provider()) { value in
      ControlWidgetToggle(value.name, isOn: value.isRunning, action: RemindIntent()) { isRunning in
        Label(isRunning ? "On" : "Off", systemImage: "timer")
      }
    }
    .displayName("Timer")
    .description("A timer with a name.")
    .promptsForUserConfiguration()
  }

  struct Value {
    var name: LocalizedStringResource
    var isRunning: Bool
  }

  struct Provider: AppIntentControlValueProvider {
    func previewValue(configuration: TimerConfiguration) -> Value { Value(name: "Tea", isRunning: false) }
    func currentValue(configuration: TimerConfiguration) async throws -> Value { Value(name: "Tea", isRunning: true) }
  }
}

struct PlayControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    AppIntentControlConfiguration(kind: "Play", intent: TimerConfiguration.self) { _ in
      ControlWidgetButton(action: PlayIntent()) { Label("Play", systemImage: "play.fill") }
    }
  }
}

// MARK: A Live Activity in parts

struct TripActivity: Widget {
  var body: some WidgetConfiguration {
    ActivityConfiguration(for: RideAttributes.self) { context in
      Text(context.attributes.name)
    } dynamicIsland: { context in
      DynamicIsland {
        expanded(context)
      } compactLeading: {
        Text("L")
      } compactTrailing: {
        Text("T")
      } minimal: {
        Text("M")
      }
    }
  }

  @DynamicIslandExpandedContentBuilder
  private func expanded(_ context: ActivityViewContext<RideAttributes>) -> DynamicIslandExpandedContent<some View> {
    DynamicIslandExpandedRegion(.center) { Text("\(context.state.minutes)") }
  }
}

// MARK: Sizes and places

public struct RareWidget: Widget {
  private let families: [WidgetFamily] = [.systemLarge, .systemExtraLarge]
  public init() {}

  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Rare", provider: RareProvider()) { _ in RareView() }
      .configurationDisplayName("Rare")
      .supportedFamilies(families)
      .disfavoredLocations([.lockScreen, .standBy], for: [.systemLarge])
  }
}

struct RareProvider: TimelineProvider {
  private let policy: TimelineReloadPolicy = .never
  func placeholder(in context: Context) -> SimpleEntry { SimpleEntry(date: Date(), emoji: "🙂") }
  func getSnapshot(in context: Context, completion: @escaping (SimpleEntry) -> Void) {
    completion(placeholder(in: context))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<SimpleEntry>) -> Void) {
    completion(Timeline(entries: [placeholder(in: context)], policy: policy))
  }
}

struct RareView: View {
  @Environment(\.widgetRenderingMode) private var mode: WidgetRenderingMode

  var body: some View {
    VStack(alignment: .leading) {
      Image("photo").resizable().scaledToFill().frame(width: 40, height: 40).clipped()
      ProgressView(value: 0.4).progressViewStyle(LinearProgressViewStyle(tint: .brown))
      ProgressView(value: 0.4).progressViewStyle(.circular)
      Gauge(value: 0.4) { Text("Level") }.gaugeStyle(.accessoryLinearCapacity)
      Gauge(value: 0.4) { Text("Level") }.gaugeStyle(.linearCapacity)
      Text(mode == .fullColor ? "Colour" : "Tinted").padding(4)
        .background(.thinMaterial, in: RoundedRectangle(cornerRadius: 4))
        .overlay(alignment: .bottomLeading) { Circle().frame(width: 3) }
    }
    .containerBackground(.white, for: .widget)
  }
}
