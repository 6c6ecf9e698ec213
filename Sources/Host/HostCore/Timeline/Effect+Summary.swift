// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

extension Effect {
  /// One line for the timeline, without tokens.
  package var summary: String {
    switch self {
    case .setSetting(let store, let key, let value): "\(store): \(key.rawValue) = \(value?.summary ?? "nothing")"
    case .setStoreActive(let store, let isActive): "\(store): \(isActive ? "active" : "inactive")"
    case .clearStore(let store): "\(store): cleared"
    case .deleteStore(let store): "\(store): deleted"
    case .startMonitoring(let activity, _, let events):
      "monitors \(activity)" + (events.isEmpty ? "" : ", \(events.map(\.name).joined(separator: ", "))")
    case .stopMonitoring(let activities):
      "stops monitoring \(activities.isEmpty ? "everything" : activities.joined(separator: ", "))"
    case .setDefault(let suite, let key, _): "defaults \(suite): \(key)"
    case .scheduleNotification(let request): "notification \(request.id)\(request.trigger?.summary ?? "")"
    case .cancelNotifications(let ids, let part):
      "cancels \(part == .all ? "" : "\(part.rawValue) ")notifications \(ids.isEmpty ? "of every name" : ids.joined(separator: ", "))"
    case .reloadTimelines, .invalidateRelevance, .refreshShields, .setBadgeCount, .invalidateFocusContext,
      .revokeAuthorization:
      kind.rawValue
    }
  }
}

extension ExtensionProtocol.NotificationRequest.Trigger {
  fileprivate var summary: String {
    switch self {
    case .after(let seconds): " in \(seconds) s"
    case .at(_, repeats: false): " at a date"
    case .at(_, repeats: true): " at each date that matches"
    }
  }
}

extension ExtensionProtocol.SettingValue {
  fileprivate var summary: String {
    switch self {
    case .bool(let flag): "\(flag)"
    case .rating(let rating): "\(rating)"
    case .cookiePolicy(let policy): policy.rawValue
    case .tokens(let tokens): tokens.count == 1 ? "1 item" : "\(tokens.count) items"
    case .blockedApplications(let applications): "\(applications.count) applications"
    case .categoryPolicy(.none), .webFilter(.none): "none"
    case .categoryPolicy(.specific(let categories, let except)):
      "\(categories.count) categories, \(except.count) exceptions"
    case .categoryPolicy(.all(let except)): "all, \(except.count) exceptions"
    case .webFilter(.specific(let domains)): "\(domains.count) domains"
    case .webFilter(.auto(let domains, let except)): "auto, \(domains.count) domains, \(except.count) exceptions"
    case .webFilter(.all(let except)): "all, \(except.count) exceptions"
    }
  }
}
