// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules

/// Converts the effects of an extension to those of the rules: tokens to items, wire values to rule values.
///
/// A token that doesn't resolve refuses all effects, with one answer for all causes (PRIV-TK6). In `appleCompatible`
/// mode the token is dropped silently instead, as on Apple's platforms.
package struct EffectResolver {
  private let registry: TokenRegistry
  private let family: String
  let isStrict: Bool
  private let now: Timestamp

  /// - Parameter now: the time at which the effects are applied, recorded in notifications.
  package init(registry: TokenRegistry, family: String, behaviour: Behaviour, now: Timestamp) {
    self.registry = registry
    self.family = family
    isStrict = behaviour == .strict
    self.now = now
  }

  /// - Throws: the first refusal: 1110 for a token, 1104 for a value that the rules don't support.
  package func resolve(_ effects: [Effect]) throws(EffectRefusal) -> [ResolvedEffect] {
    var resolved: [ResolvedEffect] = []
    resolved.reserveCapacity(effects.count)
    for (index, effect) in effects.enumerated() { resolved.append(try resolve(effect, at: "/effects/\(index)")) }
    return resolved
  }

  private func resolve(_ effect: Effect, at pointer: String) throws(EffectRefusal) -> ResolvedEffect {
    switch effect {
    case .setSetting(let store, let key, let value):
      var setting: RuleSettingValue?
      if let value { setting = try settingValue(value, at: pointer + "/value") }
      return .rule(.setSetting(store: store, key: key, value: setting))
    case .setStoreActive(let store, let isActive): return .rule(.setStoreActive(store: store, isActive: isActive))
    case .clearStore(let store): return .rule(.clearStore(store))
    case .deleteStore(let store): return .rule(.deleteStore(store))
    case .startMonitoring(let activity, let schedule, let events):
      var rules: [ActivityEvent] = []
      for (index, event) in events.enumerated() {
        rules.append(try self.event(event, at: "\(pointer)/events/\(index)"))
      }
      return .rule(
        .startMonitoring(
          activity: activity,
          schedule: Schedule(
            start: ScheduleComponents(schedule.start), end: ScheduleComponents(schedule.end),
            repeats: schedule.repeats, warning: schedule.warning.map(ScheduleComponents.init)),
          events: rules.sorted { $0.name.isOrderedBefore($1.name) }))
    case .stopMonitoring(let activities): return .rule(.stopMonitoring(activities))
    case .setDefault(let suite, let key, let value):
      var kept: DefaultValue?
      if let value { kept = try defaultValue(value, at: pointer + "/value") }
      return .rule(.setDefault(suite: suite, key: key, value: kept))
    case .scheduleNotification(let request): return .host(.scheduleNotification(notification(request)))
    case .cancelNotifications(let ids, let part):
      return .host(.cancelNotifications(ids, part))
    case .revokeAuthorization: return .rule(.revokeAuthorization)
    case .reloadTimelines(let widget): return .host(.reloadTimelines(widget: widget))
    case .invalidateRelevance(let widget): return .host(.invalidateRelevance(widget: widget))
    case .refreshShields(let token):
      guard let token else { return .host(.refreshShields(nil)) }
      // Dropping the token would refresh every shield instead of none, so it is an error in both modes.
      guard let item = item(token) else { throw EffectRefusal.unknownToken(at: pointer + "/token") }
      return .host(.refreshShields(item))
    case .setBadgeCount(let count): return .host(.setBadgeCount(Int(count)))
    case .invalidateFocusContext(let intent): return .host(.invalidateFocusContext(intent: intent))
    }
  }

  private func event(_ event: MonitoringEvent, at pointer: String) throws(EffectRefusal) -> ActivityEvent {
    let applications = try items(event.applications, at: pointer + "/applications")
    let categories = try items(event.categories, at: pointer + "/categories")
    let webDomains = try items(event.webDomains, at: pointer + "/webDomains")
    let sent = event.applications.count + event.categories.count + event.webDomains.count
    let selection = ItemSelection(
      applications: applications, categories: categories, webDomains: webDomains,
      unresolvedTokens: sent - applications.count - categories.count - webDomains.count)
    return ActivityEvent(
      name: event.name, selection: selection, threshold: ScheduleComponents(event.threshold),
      includesPastActivity: event.includesPastActivity)
  }

  private func notification(_ request: ExtensionProtocol.NotificationRequest) -> RuleNotification {
    RuleNotification(
      id: request.id, title: request.title, subtitle: request.subtitle, body: request.body,
      trigger: request.trigger.map { trigger in
        switch trigger {
        case .after(let seconds): .after(seconds: seconds)
        case .at(let components, let repeats): .at(ScheduleComponents(components), repeats: repeats)
        }
      },
      level: .init(rawValue: request.level.rawValue) ?? .active, filterCriteria: request.filterCriteria,
      scheduledAt: now)
  }
}

// MARK: - Tokens

extension EffectResolver {
  /// The item of a token of this family; `nil` for any other token.
  package func item(_ token: WireToken) -> Item? {
    ItemToken(token).flatMap { registry.resolve($0, of: family) }
  }

  /// The items of a set of tokens. One that doesn't resolve refuses the whole set, or is dropped in `appleCompatible`.
  package func items(_ tokens: [WireToken], at pointer: String) throws(EffectRefusal) -> ItemSet {
    var items: [Item] = []
    items.reserveCapacity(tokens.count)
    var unknown: Int?
    for (index, token) in tokens.enumerated() {
      if let item = item(token) {
        items.append(item)
      } else if unknown == nil {
        unknown = index
      }
    }
    // Resolve the whole set first, so that the time doesn't depend on the position of an unknown token (T5).
    if let unknown, isStrict { throw EffectRefusal.unknownToken(at: "\(pointer)/\(unknown)") }
    return ItemSet(items)
  }
}
