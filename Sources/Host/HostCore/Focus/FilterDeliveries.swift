// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// The use of a widget's button as it is stored in the outbox.
struct IntentDelivery: Codable, Hashable {
  var intent: String
  var parameters: [StoredParameter]
  /// The placed widget, which gets a new timeline afterwards.
  var instance: String?
}

extension PendingDelivery {
  static let performFilter = FocusCallback.Name.perform.rawValue
  static let performIntent = "intent.perform"

  /// Whether it is an edge of a Focus filter.
  var isFilter: Bool { point == ExtensionPoint.focusFilter.rawValue && callback == Self.performFilter }

  /// Valid only for edges of filters.
  func filterDelivery() throws -> FilterDelivery {
    try CanonicalJSON.value(FilterDelivery.self, from: body, named: "delivery \(id) of \(family)")
  }

  func intentDelivery() throws -> IntentDelivery {
    try CanonicalJSON.value(IntentDelivery.self, from: body, named: "delivery \(id) of \(family)")
  }
}

extension Outbox {
  /// The pending edges of a filter, the oldest first.
  func edges(of key: FocusFilterKey) -> [PendingDelivery] {
    owed.filter { $0.isFilter && (try? $0.filterDelivery().key) == key }
  }

  /// Whether no newer edge of the same filter is pending.
  func isNewest(_ edge: PendingDelivery, of key: FocusFilterKey) -> Bool {
    !edges(of: key).contains { $0.id > edge.id }
  }
}
