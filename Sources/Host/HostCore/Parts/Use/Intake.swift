// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Handles use and time: advances the rules' clock and makes due callbacks pending.
final class Intake {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let surfaces: SurfaceKeeper
  let chronicle: Chronicle
  let identifiers: Identifiers
  let releases: Releases
  let settling: Settling
  let looks: Looks
  let home: HomeScreen
  let wakes: NextWake
  let configuration: HostConfiguration

  init(
    _ o: Owners, identifiers: Identifiers, releases: Releases, settling: Settling, looks: Looks, home: HomeScreen,
    wakes: NextWake
  ) {
    memory = o.memory
    outbox = o.outbox
    registry = o.registry
    surfaces = o.surfaces
    chronicle = o.chronicle
    configuration = o.configuration
    self.identifiers = identifiers
    self.releases = releases
    self.settling = settling
    self.looks = looks
    self.home = home
    self.wakes = wakes
  }

  private var now: Timestamp { memory.state.now }

  /// Advances the clock through a span of use, up to the first instant at which something is due.
  func advance(through span: UseSpan, isSample: Bool) -> Step {
    if isSample { memory.sampleArrived(until: span.end) }
    var part = identifiers.items.desk.merged(span)
    // Stop at the device's own next event if it is within the span. A window's report becomes stale only once the
    // span's use has begun.
    if let wake = wakes.own(isInUse: span.isPresent && span.start <= now), wake < span.end { part.end = wake }
    let step = memory.advance(through: part)
    if step.counted.contains(where: \.isPresent) { surfaces.useArrived() }
    return step
  }

  /// Whether a step has produced anything that must be durable now.
  func mustSave(_ step: Step) -> Bool {
    step.hasOutput || memory.isBatchFull || isHousekeepingDue || home.notices.isDue || isHomeDue
  }

  func take(_ step: Step, _ turn: Turn) throws {
    try releases.owe(step.deliveries, turn)
    try looks.show(step.shields, turn)
    looks.show(step.blocks, turn)
    try keepHome(turn)
    try home.notices.fireDue(turn)
    try keepHouse(turn)
  }

  // MARK: - Widgets and Focus

  var isHomeDue: Bool { home.widgets.isDue || home.filters.focus.isDue(at: now) }

  /// Follows the schedules of Focus modes, then shows entries of widgets and asks for the timelines that are due.
  func keepHome(_ turn: Turn) throws {
    try home.filters.follow(turn)
    try home.widgets.advance(turn)
  }

  // MARK: - The daily job

  var isHousekeepingDue: Bool {
    memory.maintenanceDue != nil || settling.isExpiryDue || !identifiers.endedRotations.isEmpty
      || !identifiers.items.endedMerges.isEmpty
  }

  /// Settles expired deliveries, ends rotations, and once per day of the device's clock deletes rows past their
  /// retention period (R11, PRIV-LG6).
  ///
  /// Days are counted from 1970 rather than from the instant of the job, so that a host that was killed and restarted
  /// deletes exactly what an uninterrupted one does.
  func keepHouse(_ turn: Turn) throws {
    try settling.settleExpired(turn)
    try identifiers.endRotations(turn)
    try identifiers.items.endMerges(turn)
    guard let today = memory.maintenanceDue else { return }
    try turn.transaction.forget(
      by: configuration.retention, today: Timestamp(milliseconds: today),
      ledgerOffSince: try turn.transaction.value(LedgerOff.self, HostMeta.ledgerOff)?.seq,
      day: { chronicle.calendar.day(Timestamp(milliseconds: today - Int64($0) * 86_400_000)) })
    try turn.transaction.setValue(today, HostMeta.maintainedDay)
    turn.afterCommit { self.memory.wasMaintained(on: today) }
  }

  // MARK: - Processes that wait for a surface

  /// Keeps one process ready for a surface that may come up at any moment (`wire.md#deadlines`): a shield configuration
  /// while the family shields anything, a report while the app shows one. The process has answered `hello` and received
  /// nothing else.
  ///
  /// Not under a virtual clock, which no person waits for.
  func warmth() -> [DeviceCommand] {
    guard configuration.clock == .real else { return [] }
    return registry.families.values.sorted { $0.id < $1.id }.flatMap { family -> [DeviceCommand] in
      let known = memory.state.families[family.id]
      let isApproved = known?.isApproved == true
      return [
        warmth(
          family.programs[.shieldConfiguration], isWanted: isApproved && known?.shieldGrounds.isEmpty == false),
        warmth(family.programs[.report], isWanted: isApproved && surfaces.reports.hasSurfaces(of: family.id)),
      ].compactMap(\.self)
    }
  }

  private func warmth(_ program: HostedProgram?, isWanted: Bool) -> DeviceCommand? {
    guard let program, !program.declaration.containerCopy else { return nil }
    switch registry.standing(program.id)?.state {
    case .cold where isWanted: return .keepWarm(program.id)
    case .idle where !isWanted: return .coolDown(program.id)
    default: return nil
    }
  }
}
