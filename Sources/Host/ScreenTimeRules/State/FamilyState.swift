// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules' state of one family: the contents of its snapshot, plus bookkeeping.
package struct FamilyState: Equatable, Codable, Sendable {
  package var authorization: Authorization
  /// The member it is approved for (A3–A6).
  package var member: FamilyMember?
  package var mode: FamilyMode
  /// Numbers the family's own transactions (`wire.md#perform`).
  package var revision: Int64
  /// The number of the last delivery.
  package var sequence: Int64
  package var registrations: Int64
  package var stores: [String: SettingsStore]
  package var activities: [String: Activity]
  /// Deliveries handed to the host and not yet settled, oldest first (D12, D13).
  package var outstanding: [Delivery]
  /// Callbacks that wait for their slot of the delivery grid; nil if there are none.
  var held: [PendingCallback]?
  /// Suite → key → value (C12).
  package var defaults: [String: [String: DefaultValue]]
  /// The family's own applications, which no `.all` covers (M7).
  package var ownApplications: ItemSet
  /// The order in which the family's shield rules appeared, as numbers of ``DeviceState/shieldOrder`` (S11).
  package var shieldGrounds: [ShieldGround]

  package init(
    authorization: Authorization = .notDetermined, member: FamilyMember? = nil, mode: FamilyMode = .strict,
    ownApplications: ItemSet = []
  ) {
    self.authorization = authorization
    self.member = member
    self.mode = mode
    self.ownApplications = ownApplications
    revision = 0
    sequence = 0
    registrations = 0
    stores = [:]
    activities = [:]
    outstanding = []
    defaults = [:]
    shieldGrounds = []
  }

  package var isApproved: Bool { authorization == .approved }

  /// The stores that exist, by name (M6).
  package var storeNames: [String] { stores.keys.sorted { $0.isOrderedBefore($1) } }
  package var activityNames: [String] { activities.keys.sorted { $0.isOrderedBefore($1) } }
}

/// The member for whom a family was approved.
package enum FamilyMember: String, Codable, Sendable { case child, individual }

/// The handling of invalid input, chosen in the manifest (terms of the specification).
package enum FamilyMode: String, Codable, Sendable { case strict, appleCompatible }
