// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import SwiftUI
import WidgetKit

// MARK: - Coffee: a toggle and a stepper of buttons

enum CoffeeStore {
  static let defaults = UserDefaults(suiteName: "group.com.example.everyday") ?? .standard
  static var cups: Int {
    get { defaults.integer(forKey: "cups") }
    set { defaults.set(newValue, forKey: "cups") }
  }
  static var isDecaf: Bool {
    get { defaults.bool(forKey: "decaf") }
    set { defaults.set(newValue, forKey: "decaf") }
  }
}

struct AddCup: AppIntent {
  static var title: LocalizedStringResource = "Add a cup"
  static var isDiscoverable: Bool = false

  @Parameter(title: "Cups") var amount: Int

  init() { amount = 1 }
  init(_ amount: Int) { self.amount = amount }

  func perform() async throws -> some IntentResult {
    CoffeeStore.cups = max(0, CoffeeStore.cups + amount)
    return .result()
  }
}

struct ToggleDecaf: SetValueIntent {
  static let title: LocalizedStringResource = "Only decaf"
  @Parameter(title: "Decaf") var value: Bool

  func perform() async throws -> some IntentResult {
    CoffeeStore.isDecaf = value
    WidgetCenter.shared.reloadTimelines(ofKind: "Coffee")
    return .result()
  }
}

struct CoffeeEntry: TimelineEntry {
  let date: Date
  let cups: Int
  let isDecaf: Bool
}

struct CoffeeProvider: TimelineProvider {
  typealias Entry = CoffeeEntry

  func placeholder(in context: Context) -> CoffeeEntry { .init(date: .now, cups: 2, isDecaf: false) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (CoffeeEntry) -> Void) {
    guard !context.isPreview else { return completion(placeholder(in: context)) }
    completion(.init(date: .now, cups: CoffeeStore.cups, isDecaf: CoffeeStore.isDecaf))
  }

  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<CoffeeEntry>) -> Void) {
    let now = Date.now
    let midnight = Calendar.current.startOfDay(for: now).addingTimeInterval(86_400)
    Task {
      try? await Task.sleep(for: .milliseconds(1))
      completion(
        Timeline(
          entries: [
            .init(date: now, cups: CoffeeStore.cups, isDecaf: CoffeeStore.isDecaf),
            .init(date: midnight, cups: 0, isDecaf: CoffeeStore.isDecaf),
          ], policy: .atEnd))
    }
  }
}

struct CoffeeView: View {
  @Environment(\.widgetFamily) var widgetFamily
  let entry: CoffeeProvider.Entry

  var body: some View {
    VStack(alignment: .leading) {
      HStack(alignment: .firstTextBaseline) {
        Text(entry.cups, format: .number)
          .font(.system(size: 44, weight: .bold, design: .rounded))
          .contentTransition(.numericText(value: Double(entry.cups)))
          .invalidatableContent()
        Text(entry.cups == 1 ? "cup" : "cups").foregroundStyle(.secondary)
      }
      Spacer()
      Toggle("Decaf", isOn: entry.isDecaf, intent: ToggleDecaf())
        .toggleStyle(.button)
        .controlSize(.small)
      if widgetFamily != .systemSmall {
        HStack {
          ForEach([-1, 1], id: \.self) { step in
            Button(intent: AddCup(step)) {
              Image(systemName: step < 0 ? "minus" : "plus")
            }
            .buttonBorderShape(.circle)
            .tint(.brown)
          }
        }
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    .containerBackground(for: .widget) { Color.brown.opacity(0.15) }
  }
}

struct CoffeeWidget: Widget {
  let kind = "Coffee"

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: CoffeeProvider(), content: { CoffeeView(entry: $0) })
      .configurationDisplayName("Coffee")
      .description("Counts the cups of a day.")
      .supportedFamilies([.systemSmall, .systemMedium])
      .disfavoredLocations([.standBy], for: [.systemMedium])
  }
}

#Preview(as: .systemSmall) {
  CoffeeWidget()
} timeline: {
  CoffeeEntry(date: .now, cups: 3, isDecaf: true)
}

// MARK: - Plant: one entry, a button over the whole widget

struct WaterPlant: AppIntent {
  static var title: LocalizedStringResource { "Water the plant" }
  static var description: IntentDescription? {
    IntentDescription("Notes that the plant was watered.", categoryName: "Plants")
  }

  @Parameter(title: "Plant", default: "Fern") var name: String
  static var parameterSummary: some ParameterSummary { Summary("Water \(\.$name)") }

  func perform() async throws -> some IntentResult & ReturnsValue<String> { .result(value: name) }
}

struct PlantWidget: Widget {
  struct Entry: TimelineEntry {
    var date = Date.now
    var dryness = 0.6
    var relevance: TimelineEntryRelevance? { .init(score: Float(dryness * 100), duration: 3_600) }
  }

  struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> Entry { Entry() }
    func getSnapshot(in context: Context, completion: @escaping (Entry) -> ()) { completion(Entry()) }
    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> ()) {
      completion(Timeline(entries: [Entry()], policy: .never))
    }
  }

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.everyday.plant", provider: Provider()) { entry in
      Button(intent: WaterPlant()) {
        ZStack(alignment: .bottom) {
          ContainerRelativeShape().fill(.green.gradient.opacity(0.3))
          Capsule()
            .trim(from: 0, to: 1 - entry.dryness)
            .stroke(.blue, style: StrokeStyle(lineWidth: 6, lineCap: .round))
            .padding(20)
          Label("Fern", systemImage: "leaf.fill")
            .labelStyle(.titleAndIcon)
            .padding(8)
            .background(.thinMaterial, in: .capsule)
        }
      }
      .buttonStyle(.plain)
      .containerBackground(.fill.tertiary, for: .widget)
    }
    .contentMarginsDisabled()
    .supportedFamilies([.systemSmall])
  }
}
