// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One intent of one family that filters during a Focus.
package struct FocusFilterKey: Hashable, Comparable, Codable, Sendable {
  package var family: FamilyID
  package var intent: String

  package init(_ family: FamilyID, _ intent: String) { (self.family, self.intent) = (family, intent) }

  /// By family id, then intent id (FOCUS-F7).
  package static func < (left: FocusFilterKey, right: FocusFilterKey) -> Bool {
    left.family == right.family ? left.intent.isOrderedBefore(right.intent) : left.family < right.family
  }
}

/// The filter of one intent in one mode (FOCUS-F2).
package struct FocusFilter: Hashable, Codable, Sendable {
  package var key: FocusFilterKey
  package var parameters: [StoredParameter]
  /// Its switch in the settings, which needs no code of the app (FOCUS-F17).
  package var isOn: Bool

  package init(_ key: FocusFilterKey, parameters: [StoredParameter], isOn: Bool = true) {
    (self.key, self.parameters, self.isOn) = (key, parameters, isOn)
  }
}

/// A Focus that a person can turn on (FOCUS-F1).
package struct FocusMode: Hashable, Codable, Sendable {
  package static let mostModes = 32
  package static let mostFilters = 64

  package var id: String
  package var name: String
  package var symbol: String
  /// The intervals in which the clock turns it on; `nil` if only the person does.
  package var schedule: Schedule?
  /// The families whose notifications may interrupt; `nil` for all.
  package var allowed: [FamilyID]?
  /// By key, one per key.
  package private(set) var filters: [FocusFilter] = []

  package init(
    id: String, name: String, symbol: String = "moon.fill", schedule: Schedule? = nil, allowed: [FamilyID]? = nil
  ) {
    (self.id, self.name, self.symbol, self.schedule, self.allowed) = (id, name, symbol, schedule, allowed)
  }

  package subscript(key: FocusFilterKey) -> FocusFilter? { filters.first { $0.key == key } }

  mutating func set(_ filter: FocusFilter) {
    filters.removeAll { $0.key == filter.key }
    filters.append(filter)
    filters.sort { $0.key < $1.key }
  }

  mutating func remove(_ isGone: (FocusFilterKey) -> Bool) { filters.removeAll { isGone($0.key) } }

  /// The parameters of each filter that is switched on.
  var inForce: [FocusFilterKey: [StoredParameter]] {
    Dictionary(uniqueKeysWithValues: filters.filter(\.isOn).map { ($0.key, $0.parameters) })
  }

  func lets(_ family: FamilyID) -> Bool { allowed?.contains(family) ?? true }
}

/// A filter goes on or off.
package enum FilterEdge: String, Hashable, Codable, Sendable { case on, off }

/// A `perform` that is owed to a filter.
package struct FilterDelivery: Hashable, Codable, Sendable {
  package var key: FocusFilterKey
  package var edge: FilterEdge
  /// As stored; empty for `off`, which gets the defaults.
  package var parameters: [StoredParameter]

  package init(_ key: FocusFilterKey, _ edge: FilterEdge, _ parameters: [StoredParameter]) {
    (self.key, self.edge, self.parameters) = (key, edge, parameters)
  }
}

/// The app context that a filter returned, valid while the filter is in force (FOCUS-F10).
package struct FilterContext: Hashable, Codable, Sendable {
  package var title: String?
  package var subtitle: String?
  /// `nil` if the filter doesn't filter notifications.
  package var predicate: CriteriaPredicate?
  package var targetPrefix: String?

  package init(
    title: String? = nil, subtitle: String? = nil, predicate: CriteriaPredicate? = nil, targetPrefix: String? = nil
  ) {
    (self.title, self.subtitle, self.predicate, self.targetPrefix) = (title, subtitle, predicate, targetPrefix)
  }
}

/// A change of what a person wants of Focus.
package enum FocusChange: Hashable, Codable, Sendable {
  /// Turns a mode on, and with it off the one that was on; `nil` turns it off.
  case activate(String?)
  case define(FocusMode)
  case remove(mode: String)
  case set(FocusFilter, in: String)
  case unset(FocusFilterKey, in: String)
  case treatUntagged(FocusSettings.Untagged)
  /// Whether critical notifications of a family interrupt whatever Focus is on.
  case allowCritical(FamilyID, Bool)
}

/// The operator's settings for all modes.
package struct FocusSettings: Hashable, Codable, Sendable {
  /// How to treat a notification without criteria while a predicate is in force (FOCUS-N6).
  package enum Untagged: String, Hashable, Codable, CaseIterable, Sendable { case interrupt, silence }

  package var untagged = Untagged.interrupt
  /// The families whose critical notifications interrupt in any mode (FOCUS-N7).
  package var critical: Set<FamilyID> = []

  package init() {}

  func allowsCritical(_ family: FamilyID) -> Bool { critical.contains(family) }
}
