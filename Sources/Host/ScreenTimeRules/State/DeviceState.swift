// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The complete state of the rules for one person's device. Time passes only in ``DeviceRules``.
package struct DeviceState: Equatable, Codable, Sendable {
  /// The instant up to which use has been counted and callbacks decided.
  package var now: Timestamp
  /// The person's calendar and zone (D3, D16).
  package var place: CalendarPlace
  package var families: [FamilyID: FamilyState] { didSet { plans.forget() } }
  /// The operator's policy, another input of the merge (M2).
  package var operatorStores: [String: SettingsStore] { didSet { plans.forget() } }
  /// Running grants: item → the instant at which its shields return (LIVE-GRT1).
  package var grants: [Item: Timestamp]
  /// The instants at which families prompted for authorization, within the last hour (A7).
  package var prompts: [FamilyID: [Timestamp]]
  package var front: Foreground
  /// The shield on screen; the outer item hides the inner, so there is at most one (S3).
  package var shield: Shield?
  /// The item in the foreground that a setting hides or filters. It has no shield.
  package var block: Block?
  /// Numbers shield rules as they appear, to decide which family shielded first (S11).
  package var shieldOrder: Int64
  /// Use counted in recent days, for events with past activity (E5). **Not encoded**: the host refills it from the
  /// ``Step/counted`` spans it stored, so that the cost of saving the state doesn't grow.
  package var history: UseLedger
  /// Derived values that would be slow to compute for every span. **Not encoded**, and any two are equal.
  var plans = ForegroundPlanCache()

  private enum CodingKeys: String, CodingKey {
    case now, place, families, operatorStores, grants, prompts, front, shield, block, shieldOrder
  }

  package init(now: Timestamp, place: CalendarPlace, families: [FamilyID: FamilyState] = [:]) {
    self.now = now
    self.place = place
    self.families = families
    operatorStores = [:]
    grants = [:]
    prompts = [:]
    front = .nothing
    shield = nil
    block = nil
    shieldOrder = 0
    history = UseLedger()
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    now = try container.decode(Timestamp.self, forKey: .now)
    place = try container.decode(CalendarPlace.self, forKey: .place)
    families = try container.decode([FamilyID: FamilyState].self, forKey: .families)
    operatorStores = try container.decode([String: SettingsStore].self, forKey: .operatorStores)
    grants = try container.decode([Item: Timestamp].self, forKey: .grants)
    prompts = try container.decodeIfPresent([FamilyID: [Timestamp]].self, forKey: .prompts) ?? [:]
    front = try container.decode(Foreground.self, forKey: .front)
    shield = try container.decodeIfPresent(Shield.self, forKey: .shield)
    block = try container.decodeIfPresent(Block.self, forKey: .block)
    shieldOrder = try container.decode(Int64.self, forKey: .shieldOrder)
    history = UseLedger()
  }

  /// The state to save. It doesn't share the history of the live state, which the next use would otherwise copy.
  package var withoutHistory: DeviceState {
    var rest = self
    rest.history = UseLedger()
    return rest
  }

  /// The families in the order in which everything is decided.
  package var familyIDs: [FamilyID] { families.keys.sorted() }
}
