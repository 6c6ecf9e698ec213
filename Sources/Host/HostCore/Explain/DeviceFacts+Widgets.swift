// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import FamilyManifests
import Foundation
package import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// One entry of a widget's timeline with its drawings.
package struct ExplainedEntry: Sendable {
  package var date: Timestamp
  package var isCurrent: Bool
  package var widget: PresentedWidget
}

/// Why a widget shows what it shows, and what it waits for.
package struct WidgetExplanation: Sendable {
  package struct Row: Sendable {
    package var at: Timestamp
    package var reason: String
    package var sentence: String
    package var detail: String
  }

  /// One sentence: what the widget waits for.
  package var waitsFor: String
  package var next: Timestamp?
  package var creditMinutes: Int64
  /// Its place in a stack, and its relevance; `nil` if it is in none.
  package var stack: String?
  package var rows: [Row]
}

extension DeviceFacts {
  /// The placed widgets in the order of their places.
  package var widgets: [WidgetInstance] { owners.widgets.ordered }

  package func widget(_ id: String) throws(HostError) -> WidgetInstance {
    let found = owners.widgets.ordered.filter { $0.id == id || $0.id.lowercased().hasPrefix(id.lowercased()) }
    guard let only = found.first, found.count == 1, !id.isEmpty else {
      throw HostError(
        .usage,
        found.isEmpty
          ? "There is no widget “\(id)”; `sallyport widgets list` lists them."
          : "“\(id)” is the beginning of \(found.count) widgets; write more of it.")
    }
    return only
  }

  /// A widget as it is drawn now.
  package func presented(_ instance: WidgetInstance) throws -> PresentedWidget {
    try store.read { try parts.home.widgets.presented(instance, $0) }
  }

  /// The stored entries of a widget's timeline, by date.
  package func timeline(of instance: WidgetInstance) throws -> [ExplainedEntry] {
    guard let archive = instance.content.archive else { return [] }
    return try store.read { reader in
      try archive.entries.map { entry in
        var one = instance
        one.content.show(entry, of: archive)
        var widget = try parts.home.widgets.presented(one, reader)
        // Texts that follow the clock are drawn as they are at the entry's date.
        widget.at = entry.date
        let shown = WidgetContent.Shown(generation: archive.generation, number: entry.number)
        return ExplainedEntry(date: entry.date, isCurrent: instance.content.shown == shown, widget: widget)
      }
    }
  }

  /// The kinds that a family offers; the failure if it described none.
  package func offeredWidgets(of family: FamilyID) -> (description: WidgetDescription?, failure: String?) {
    let offers = owners.widgets.offers
    let all = offers.of(family).compactMap(\.offer.description)
    let merged = WidgetDescription(
      kinds: all.flatMap(\.kinds), intents: all.flatMap(\.intents), notes: all.flatMap(\.notes))
    return (all.isEmpty ? nil : merged, offers.failure(of: family))
  }

  /// Why a widget has not changed: the next due time, what holds it, and the requests behind it (WIDGET-W24).
  package func explain(_ instance: WidgetInstance) throws -> WidgetExplanation {
    let now = state.now
    let rows = try store.read { try $0.journal(family: instance.family.rawValue) }
      .filter { if case .widget = $0.reason { $0.before == instance.id } else { false } }
      .map {
        WidgetExplanation.Row(
          at: $0.at, reason: $0.reason.rawValue, sentence: $0.reason.sentence ?? "", detail: $0.detail ?? "")
      }
    let says: String
    if instance.isOrphan {
      says = "Its family no longer provides “\(instance.kind)”, so it is not asked."
    } else if instance.reloads.running != nil {
      says = "A new timeline is being asked for."
    } else if let waiting = instance.reloads.waiting, let start = instance.reloads.start(from: now) {
      says =
        start <= now
        ? "A new timeline (\(waiting.reason.rawValue)) is asked for as soon as its program is free."
        : "A new timeline (\(waiting.reason.rawValue)) waits for the gap between reloads or for credit."
    } else if instance.reloads.retryAt != nil {
      says = "The last request failed\(instance.failure.map { " (\($0))" } ?? ""); the next attempt has its time."
    } else if instance.content.due != nil {
      says = "Its timeline asks for the next one at its time."
    } else {
      says = "Its timeline asks for no other; its family, its app or you can."
    }
    return WidgetExplanation(
      waitsFor: says, next: instance.nextDue(from: now),
      creditMinutes: instance.reloads.credit.amount(at: now) / 60_000, stack: standing(of: instance), rows: rows)
  }

  // MARK: - Stacks

  /// The place of a widget in its stack, such as “2 of 3”; `nil` if it is in none.
  package func stack(of instance: WidgetInstance) -> String? {
    owners.widgets.stacks[of: instance.id].flatMap { stack in
      stack.members.firstIndex(of: instance.id).map { "\($0 + 1) of \(stack.members.count)" }
    }
  }

  /// Whether the widget is in front of its stack, or in no stack.
  package func isInFront(_ instance: WidgetInstance) -> Bool {
    owners.widgets.stacks[of: instance.id].map { $0.front == instance.id } ?? true
  }

  private func standing(of instance: WidgetInstance) -> String? {
    stack(of: instance).map { place in
      let relevance = parts.home.widgets.relevance(of: instance) ?? "no relevance now"
      return "\(place) in its stack, \(isInFront(instance) ? "in front" : "behind another"); \(relevance)"
    }
  }

  // MARK: - Parameters

  /// The intent that configures a kind of widget; `nil` if it has none.
  package func configuration(of kind: String, family: FamilyID) -> DescribedIntent? {
    let offers = owners.widgets.offers
    guard let offer = offers.first(of: family, where: { $0.kinds.contains { $0.kind == kind } })?.description,
      let name = offer.kinds.first(where: { $0.kind == kind })?.intent
    else { return nil }
    return offer.intents.first { $0.intent == name }
  }

  /// The Focus filters that a family offers; the failure if it described none.
  package func offeredFilters(of family: FamilyID) -> (description: FocusDescription?, failure: String?) {
    let offers = owners.focus.offers
    let all = offers.of(family).compactMap(\.offer.description)
    let merged = FocusDescription(intents: all.flatMap(\.intents), notes: all.flatMap(\.notes))
    return (all.isEmpty ? nil : merged, offers.failure(of: family))
  }

  package var focus: FocusState { owners.focus.state }

  /// The values with which a new filter starts: the first suggestion, else the defaults (FOCUS-F4).
  package func initialParameters(of key: FocusFilterKey) -> [StoredParameter] {
    (owners.focus.suggestion(of: key) ?? owners.focus.defaults(of: key)).map(StoredParameter.init)
  }

  /// Whether an intent can be a filter: each required parameter needs a default (FOCUS-F3).
  package func filterFault(_ intent: DescribedIntent) -> String? {
    guard let missing = intent.parameters.first(where: { !$0.isOptional && $0.defaultValue == nil }) else { return nil }
    return "focus.parameterWithoutDefault: “\(missing.name)” is required and has no default"
  }

  /// Reads `name=value` by the types that an intent declares. The rest keeps its values.
  ///
  /// - Throws: `HostError` for an unknown parameter and for text that is not a value of its type.
  package func parameters(
    _ texts: [String], of intent: DescribedIntent?, over old: [StoredParameter]
  ) throws(HostError) -> [StoredParameter] {
    var all = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    for text in texts {
      guard let equals = text.firstIndex(of: "=") else {
        throw HostError(.usage, "“\(text)” is not a parameter; write name=value, or name= for none.")
      }
      let (name, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
      guard let parameter = intent?.parameters.first(where: { $0.name == name }) else {
        let names = intent?.parameters.map(\.name).joined(separator: ", ") ?? ""
        throw HostError(.usage, "There is no parameter “\(name)”; use \(names.isEmpty ? "none" : names).")
      }
      guard !value.isEmpty || parameter.type.kind == .string else {
        all[name] = nil
        continue
      }
      guard let parsed = parameter.type.value(value) else {
        throw HostError(.usage, "“\(value)” is not a value of “\(name)”: \(parameter.type.expected).")
      }
      all[name] = StoredParameter(ParameterValue(name: name, value: parsed))
    }
    return all.values.sorted { $0.name < $1.name }
  }
}

extension ParameterType {
  /// The value that a text names; `nil` if it names none.
  func value(_ text: String) -> PropertyValue? {
    guard isList else { return scalar(text) }
    let parts = text.split(separator: ",").map { scalar(String($0)) }
    let values = parts.compactMap(\.self)
    return values.count == parts.count ? .list(values) : nil
  }

  private func scalar(_ text: String) -> PropertyValue? {
    switch kind {
    case .bool: Bool(text).map(PropertyValue.bool)
    case .int: Int64(text).map(PropertyValue.integer)
    case .decimal, .duration: (try? PropertyValue(wire: ["decimal": .string(text)], at: "", from: .extension))
    case .string: .string(text)
    case .date: (try? Date(text, strategy: .iso8601)).map { .date(Timestamp($0).milliseconds) }
    case .url: .url(text)
    case .enumeration: cases.map(\.value).first { $0 == .string(text) || $0 == Int64(text).map(PropertyValue.integer) }
    case .entity: .entity(type: name ?? "", id: text)
    }
  }

  var expected: String {
    let one =
      switch kind {
      case .bool: "true or false"
      case .int: "a whole number"
      case .decimal: "a number"
      case .duration: "a number of seconds"
      case .string: "text"
      case .date: "an instant such as 2026-10-19T08:00:00Z"
      case .url: "a URL"
      case .enumeration: "one of \(cases.map(\.title).joined(separator: ", "))"
      case .entity: "the id of \(title ?? name ?? "an entity")"
      }
    return isList ? "a list with commas of: \(one)" : one
  }
}
