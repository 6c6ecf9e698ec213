// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Draws placed widgets from their stored trees.
extension Widgets {
  func presented(_ instance: WidgetInstance, _ reader: StoreReader) throws -> PresentedWidget {
    if let drawn = try drawn(instance, reader) { return drawn }
    var lost = instance
    lost.content.wasLost()
    return try drawn(lost, reader) ?? presented(lost, views: [:], isPlaceholder: true)
  }

  /// - Returns: `nil` if the stored trees can't be read.
  func drawn(_ instance: WidgetInstance, _ reader: StoreReader) throws -> PresentedWidget? {
    var views: [String: WireValue] = [:]
    if let shown = instance.content.shownTree, !isProtected(instance) {
      guard let stored = try keeper.trees.views(of: instance.id, shown, reader), !stored.isEmpty else { return nil }
      views = stored
    }
    let isPlaceholder = views.isEmpty
    if isPlaceholder, let program = program(of: instance) {
      let owner = placeholder(of: program, instance.kind, instance.size)
      views = try keeper.trees.views(of: owner, .init(generation: 0, number: 0), reader) ?? [:]
    }
    if keeper.lock.isLocked {
      // A renderer never gets what it may not show.
      let hidden = views.filter { $0.key == WidgetVariant.private.rawValue }
      views = hidden.isEmpty && isPlaceholder ? views : hidden
    }
    return presented(instance, views: views, isPlaceholder: isPlaceholder)
  }

  private func presented(
    _ instance: WidgetInstance, views: [String: WireValue], isPlaceholder: Bool
  ) -> PresentedWidget {
    let described = keeper.described(instance.kind, of: instance.family)
    let context = context(of: instance.family)
    return PresentedWidget(
      id: instance.id, family: instance.family, familyName: names.display(instance.family), kind: instance.kind,
      title: described?.title ?? instance.kind, size: instance.size, spot: spot(of: instance), views: views,
      condition: .init(
        isPlaceholder: isPlaceholder, isOrphan: instance.isOrphan, failure: instance.failure,
        isInvalidated: isInvalidated(instance)),
      hasMargins: described?.hasMargins ?? true, links: .init(schemes: context.urlSchemes, hosts: context.urlHosts),
      at: now)
  }

  private func spot(of instance: WidgetInstance) -> PresentedWidget.Spot {
    guard let stack = keeper.stacks[of: instance.id], let index = stack.members.firstIndex(of: instance.id) else {
      return PresentedWidget.Spot(place: instance.place)
    }
    return PresentedWidget.Spot(
      place: instance.place, isHidden: stack.front != instance.id, number: index + 1, count: stack.members.count)
  }

  /// Whether nothing but the placeholder may be shown while the screen is locked (WIDGET-W28).
  private func isProtected(_ instance: WidgetInstance) -> Bool {
    let program = program(of: instance) ?? registry[instance.family, .widget]
    return switch program?.declaration.dataProtection ?? .none {
    case .none: false
    case .untilFirstUnlock: keeper.lock == .beforeFirstUnlock
    case .locked: keeper.lock.isLocked
    }
  }

  /// Whether a button was used and the timeline that follows has not come yet (WIDGET-W29).
  private func isInvalidated(_ instance: WidgetInstance) -> Bool {
    keeper.waiting.contains { if case .intent(instance.id, _) = $0 { true } else { false } }
      || desk.isPerforming(for: instance.id)
      || [instance.reloads.running, instance.reloads.waiting].contains { $0?.reason == .interaction }
      || outbox.owed.contains {
        $0.callback == PendingDelivery.performIntent && (try? $0.intentDelivery().instance) == instance.id
      }
  }

  /// The tree whose areas a tap reaches.
  func tree(of shown: PresentedWidget) throws -> ViewTree? {
    try shown.views[WidgetVariant.light.rawValue].map { try ViewTree($0, in: context(of: shown.family)) }
  }

  /// The limits of a view tree of this family's widgets.
  func context(of family: FamilyID) -> ViewContext {
    let manifest = registry.families[family]?.manifest
    return ViewContext(
      point: .widget, assets: registry.assets(of: family), urlSchemes: Set(manifest?.urlSchemes ?? []),
      urlHosts: Set(manifest?.urlHosts ?? []))
  }
}
