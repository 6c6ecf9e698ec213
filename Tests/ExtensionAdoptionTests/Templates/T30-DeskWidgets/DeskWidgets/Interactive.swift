// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

import AppIntents
import SwiftUI
import WidgetKit

protocol DeskIntent: AppIntent {}

extension DeskIntent {
  static var isDiscoverable: Bool { false }
}

struct TodoItem: Identifiable, Hashable, Codable {
  let id: UUID
  var title: String
  var isDone: Bool
}

final class TodoStore: @unchecked Sendable {
  static let shared = TodoStore()
  private let defaults = UserDefaults(suiteName: "group.com.example.desk") ?? .standard

  var items: [TodoItem] {
    get {
      guard let data = defaults.data(forKey: "items"),
        let items = try? JSONDecoder().decode([TodoItem].self, from: data)
      else {
        return ["Water plants", "Call Ada", "Book flight"].enumerated().map {
          TodoItem(
            id: UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0.offset)")!, title: $0.element,
            isDone: $0.offset == 1)
        }
      }
      return items
    }
    set { defaults.set(try? JSONEncoder().encode(newValue), forKey: "items") }
  }
}

struct ToggleTodoIntent: DeskIntent {
  static var title: LocalizedStringResource = "Toggle to-do"
  static var description = IntentDescription("Marks a to-do as done.")

  @Parameter(title: "To-do ID")
  var id: String

  init() {}

  init(_ item: TodoItem) { id = item.id.uuidString }

  func perform() async throws -> some IntentResult {
    if let index = TodoStore.shared.items.firstIndex(where: { $0.id.uuidString == id }) {
      TodoStore.shared.items[index].isDone.toggle()
    }
    WidgetCenter.shared.reloadTimelines(ofKind: "TodoWidget")
    return .result()
  }
}

enum Drink: String, AppEnum {
  case glass, bottle

  static var typeDisplayRepresentation = TypeDisplayRepresentation(
    name: "Drink", numericFormat: "\(placeholder: .int) drinks")
  static var caseDisplayRepresentations: [Drink: DisplayRepresentation] = [
    .glass: DisplayRepresentation(title: "Glass", subtitle: "0.2 l", image: .init(systemName: "waterbottle")),
    .bottle: "Bottle",
  ]
}

struct DrinkIntent: DeskIntent {
  static let title: LocalizedStringResource = "Log a drink"
  static let openAppWhenRun = false
  @Parameter(title: "Drink", default: .glass) var drink: Drink
  @Parameter(title: "Count", default: 1, inclusiveRange: (1, 10)) var count: Int

  static var parameterSummary: some ParameterSummary {
    Summary("Log \(\.$count) of \(\.$drink)")
  }

  init() {}
  init(drink: Drink) { self.drink = drink }

  @MainActor
  func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
    let defaults = UserDefaults(suiteName: "group.com.example.desk")
    let sum = (defaults?.integer(forKey: "drinks") ?? 0) + count
    defaults?.set(sum, forKey: "drinks")
    return .result(value: sum, dialog: "That makes \(sum).")
  }
}

struct TodoEntry: TimelineEntry {
  let date: Date
  let items: [TodoItem]
}

struct TodoProvider: TimelineProvider {
  func placeholder(in context: Context) -> TodoEntry { TodoEntry(date: .now, items: []) }
  func getSnapshot(in context: Context, completion: @escaping @Sendable (TodoEntry) -> Void) {
    completion(TodoEntry(date: .now, items: TodoStore.shared.items))
  }
  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<TodoEntry>) -> Void) {
    Task {
      try? await Task.sleep(for: .milliseconds(1))
      completion(Timeline(entries: [TodoEntry(date: .now, items: TodoStore.shared.items)], policy: .never))
    }
  }
}

struct CheckToggleStyle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      Image(systemName: configuration.isOn ? "checkmark.circle.fill" : "circle")
        .foregroundStyle(configuration.isOn ? .green : .secondary)
      configuration.label.strikethrough(configuration.isOn)
      Spacer()
    }
  }
}

struct TodoWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "TodoWidget", provider: TodoProvider()) { entry in
      VStack(alignment: .leading) {
        Text("To-do").font(.headline)
        if entry.items.isEmpty {
          ContentUnavailableView("All done", systemImage: "checkmark")
        } else {
          ForEach(entry.items.prefix(3)) { item in
            Toggle(isOn: item.isDone, intent: ToggleTodoIntent(item)) {
              Text(item.title).invalidatableContent()
            }
            .toggleStyle(CheckToggleStyle())
          }
        }
        Spacer(minLength: 0)
      }
      .containerBackground(.windowBackground, for: .widget)
    }
    .configurationDisplayName("To-do")
    .description("Mark to-dos as done on the home screen.")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}

struct HydrationWidget: Widget {
  @AppStorage("drinks", store: UserDefaults(suiteName: "group.com.example.desk")) private var drinks = 0

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Hydration", provider: TodoProvider()) { entry in
      VStack {
        Text("\(drinks)").font(.system(size: 44, weight: .bold)).contentTransition(.numericText(value: Double(drinks)))
        HStack {
          Button(intent: DrinkIntent(drink: .glass)) { Image(systemName: "plus") }
            .buttonBorderShape(.circle)
          Button("Bottle", intent: DrinkIntent(drink: .bottle))
            .buttonStyle(.borderedProminent)
        }
        .controlSize(.small)
        .tint(.cyan)
      }
      .containerBackground(for: .widget) {
        LinearGradient(
          gradient: Gradient(stops: [.init(color: .cyan.opacity(0.3), location: 0), .init(color: .blue, location: 1)]),
          startPoint: .top, endPoint: .bottom)
      }
    }
    .supportedFamilies([.systemSmall])
  }
}
