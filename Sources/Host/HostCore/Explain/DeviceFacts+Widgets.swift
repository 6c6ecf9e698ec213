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
    let found = owners.widgets.ordered.filter { !id.isEmpty && $0.id.lowercased().hasPrefix(id.lowercased()) }
    guard let only = found.first, found.count == 1 else {
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

  /// Where taps on the numbered areas of a widget lead.
  func areas(of instance: WidgetInstance) throws -> [TapTargets.Target] {
    try store.read { reader in
      let widgets = parts.home.widgets
      return try widgets.tree(of: try widgets.presented(instance, reader)).map { TapTargets($0).targets } ?? []
    }
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
}
