// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import FamilyManifests
import Foundation
package import PrivacyBoundary
package import ProcessSupervision
package import ScreenTimeRules
package import ScreenTimeStore
package import Surfaces

/// Queries that leave the device unchanged.
package final class DeviceFacts {
  let owners: Owners
  let parts: Parts

  init(_ owners: Owners, _ parts: Parts) { (self.owners, self.parts) = (owners, parts) }

  package var state: DeviceState { owners.memory.state }
  package var store: DeviceStore { owners.memory.store }
  /// The number of changes since the start.
  package var changes: Int64 { owners.memory.commits }
  package var profile: PrivacyProfile { owners.consent.profile }
  var rules: DeviceRules { owners.memory.rules }

  /// The calls whose reply the device would take (H4).
  package var callsInFlight: Set<CallID> { Set(owners.desk.open.map(\.id)) }

  // MARK: - Families

  /// Families whose app was never opened since this state was created, in a fixed order.
  package func unopenedApps() throws -> [FamilyID] {
    try owners.registry.families.values.sorted { $0.id < $1.id }.filter { $0.programs[.app] != nil }.map(\.id)
      .filter { family in try store.read { try $0.meta(HostMeta.opened(family)) } == nil }
  }

  var familiesWithoutApp: [FamilyID] {
    owners.registry.families.values.filter { $0.programs[.app] == nil }.map(\.id).sorted()
  }

  /// The states of a family's processes, by their names in the journal.
  package func processStates(of family: FamilyID) -> [String] {
    owners.registry.programs(of: family).compactMap { owners.registry.standing($0.id)?.state.name }
  }

  /// The images that a family's manifest names.
  package func assets(of family: FamilyID?) -> AssetCatalog { owners.registry.assets(of: family) }

  // MARK: - Names

  /// The applications and web domains that a person can name: those of this device, then those that a family can name,
  /// which may have been typed in a picker.
  package var knownItems: [Item] {
    let own = owners.items.named.filter { $0.kind != .category }
    let named = Set(state.familyIDs.flatMap(nameableItems).filter { $0.kind != .category }).subtracting(own)
    return own + named.sorted()
  }

  /// An item's name for people, or its id if it has none.
  package func name(of item: Item) -> String { owners.items[item] ?? item.id }

  /// The family's token for an item, issued or not; `nil` without a grant.
  package func token(for item: Item, of family: FamilyID) -> WireToken? {
    owners.consent.tokens.token(for: item, of: family.rawValue)?.wireToken
  }

  /// The items that a family can name now.
  package func nameableItems(of family: FamilyID) -> [Item] {
    owners.consent.tokens.nameableItems(of: family.rawValue)
  }

  // MARK: - Consent

  /// The releases that are suspended until the person consents, or `nil` if there are none.
  package func suspension(of family: FamilyID) -> Suspension? { parts.consents.suspension(of: family) }

  /// The suspensions of all families, in a fixed order.
  package var suspensions: [Suspension] { state.familyIDs.compactMap(suspension(of:)) }

  /// The sheet that the person reads before approving a family, generated from the policy.
  package func consentSheet(for family: FamilyID, profile: PrivacyProfile? = nil) -> ConsentSheet {
    let known = owners.registry.families[family]
    return ConsentSheet(
      family: known?.manifest.displayName ?? family.rawValue,
      points: Set((known?.manifest.programs ?? []).map(\.point)), profile: profile ?? self.profile, tier: tier,
      policy: owners.consent.policy, notEnforced: known.map { EnforcementTable.gaps(in: $0.manifest) } ?? [],
      starts: (known?.manifest.programs ?? []).compactMap(\.chosenStart), suspended: suspension(of: family))
  }

  /// The isolation that may be claimed for this run.
  package var tier: IsolationTier { IsolationTier(acceptedMissing: owners.configuration.acceptedMissing) }

  // MARK: - Shields and use

  /// The midnight before which use is not kept any more (R11).
  package var keptSince: Timestamp {
    guard let calendar = try? HostCalendar(timeZone: owners.configuration.environment.timeZone).calendar else {
      return state.now
    }
    return ReportScope.horizon(days: owners.configuration.retention.use, before: state.now, in: calendar)
  }

  /// The shield that covers an item now, in the foreground or not.
  package func shield(over item: Item) -> Shield? {
    guard case .shielded(let hit, let winner) = rules.decision(on: item, in: state) else { return nil }
    return Shield(item: item, hit: hit, family: winner, since: state.now)
  }

  /// Use of each item between two instants, from the same ledger that `report` prints and tests compare.
  package func totals(from start: Timestamp, to end: Timestamp) throws -> [Item: Int64] {
    try store.read { try $0.useTotals(from: start, to: end) }
  }

  /// The numbers that a report shows, segment by segment.
  ///
  /// - Throws: `HostError` for a family that has no report or is not approved.
  package func reportNumbers(_ request: ReportRequest) throws -> [ReportQuery.Segment] {
    _ = try parts.numbers.requireReport(of: request.family)
    return try store.read { try parts.numbers.segments(request, $0) }
  }
}
