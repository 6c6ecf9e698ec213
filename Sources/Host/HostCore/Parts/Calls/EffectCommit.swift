// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Replaces the state with a working copy, in one transaction with the deliveries it adds, drops and settles.
final class EffectCommit {
  let memory: DeviceMemory
  let outbox: Outbox
  let consent: ConsentDesk
  let chronicle: Chronicle
  let notices: Notices
  let releases: Releases
  let endings: Endings
  let widgets: Widgets
  let filters: Filters

  init(_ owners: Owners, notices: Notices, releases: Releases, endings: Endings, widgets: Widgets, filters: Filters) {
    memory = owners.memory
    outbox = owners.outbox
    consent = owners.consent
    chronicle = owners.chronicle
    self.notices = notices
    self.releases = releases
    self.endings = endings
    self.widgets = widgets
    self.filters = filters
  }

  private var now: Timestamp { memory.state.now }

  func commit(
    _ copy: WorkingCopy, of call: OpenCall, _ program: HostedProgram, settling delivery: PendingDelivery?, _ turn: Turn
  ) throws {
    let family = call.family
    let isRevoked =
      memory.state.families[family]?.isApproved == true && copy.state.families[family]?.isApproved != true
    memory.change { rules, state in
      state = copy.state
      if let performing = call.performing { rules.settle(performing, of: family, in: &state) }
    }
    try releases.owe(copy.deliveries, turn)
    try notices.adopt(copy, of: call, turn)
    // Drop the deliveries that the rules withdrew. A revocation also drops pending presses; only the revoking app
    // continues (A9).
    let revoked = isRevoked ? outbox.owed.filter { $0.family == family.rawValue && $0.point != "app" } : []
    let gone = Set(copy.dropped).union(revoked.map(\.sequence)).subtracting([delivery?.sequence].compactMap(\.self))
    try outbox.drop(gone.sorted(), of: family, at: now, in: turn.transaction)
    if isRevoked { try endings.void(family, turn) }
    if copy.coversEverything(for: family) {
      try consent.tokens.issueAllCategories(
        to: family.rawValue, day: chronicle.calendar.day(now), in: turn.transaction)
    }
    try SettingWriters.note(copy.applied, of: call, at: now, in: turn.transaction)
    if let budget = copy.budget { try turn.transaction.setValue(budget, HostMeta.budget(family)) }
    if !copy.applied.isEmpty, !isRevoked {
      try chronicle.enter(
        LedgerEvent(
          family: family.rawValue, kind: .rulesApplied, values: ["count": .number(copy.applied.count)],
          profile: consent.profile), at: now, in: turn.transaction)
    }
    if let delivery { try settle(delivery, with: copy, turn) }
    if isRevoked { try endings.stopExtensions(of: family, turn) }
    for effect in copy.applied {
      carryOut(effect, of: call, program)
      turn.tell(.effect(effect, of: program, at: now))
    }
  }

  /// Carries out the effects on widgets and Focus filters, which are requests to other programs of the family.
  private func carryOut(_ effect: Effect, of call: OpenCall, _ program: HostedProgram) {
    let reason = program.point == .app ? ReloadReason.appOpen : .effect
    let source = [program.point.rawValue, call.delivery?.callback].compactMap(\.self).joined(separator: " ")
    switch effect {
    case .reloadTimelines(let kind): widgets.reload(kind, of: program.family, reason, from: source)
    case .invalidateFocusContext(let intent): filters.invalidate(intent, of: program.family)
    default: break
    }
  }

  private func settle(_ delivery: PendingDelivery, with copy: WorkingCopy, _ turn: Turn) throws {
    try outbox.settle(
      delivery,
      as: .init(
        .applied, reason: .delivery(.accepted), revision: copy.state.families[FamilyID(delivery.family)]?.revision,
        at: now),
      in: turn.transaction)
    try turn.transaction.note(
      DeliveryAttempt(
        delivery: delivery.id, number: delivery.attempts + 1, at: now, reason: .delivery(.accepted),
        detail: copy.applied.map { $0.summary + ($0.isCarriedOut ? "" : ", \(EnforcementTable.notEnforced)") }
          .joined(separator: "; ")))
  }
}
