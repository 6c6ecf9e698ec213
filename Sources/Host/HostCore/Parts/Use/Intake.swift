// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Takes use and time: the rules' clock runs, and what falls due becomes pending.
struct Intake {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let surfaces: SurfaceKeeper
  let chronicle: Chronicle
  let identifiers: Identifiers
  let releases: Releases
  let settling: Settling
  let looks: Looks
  let notices: Notices
  let wakes: NextWake
  let configuration: HostConfiguration

  private var now: Timestamp { memory.state.now }

  /// Lets the clock run through a span of use, up to the first instant at which something falls due.
  func advance(through span: UseSpan, isSample: Bool) -> Step {
    if isSample { memory.sampleArrived(until: span.end) }
    var part = span
    // Something of the device's own may be due within the span: stop there.
    // There is not any use before the span, so a report waits for its start.
    if let wake = wakes.own(isInUse: span.isPresent && span.start <= now), wake < span.end { part.end = wake }
    let step = memory.advance(through: part)
    if step.counted.contains(where: \.isPresent) { surfaces.useArrived() }
    return step
  }

  /// Whether a step has brought about anything that must be durable now.
  func mustSave(_ step: Step) -> Bool {
    step.hasOutput || memory.isBatchFull || isHousekeepingDue || notices.isDue
  }

  func take(_ step: Step, _ turn: Turn) throws {
    try releases.owe(step.deliveries, turn)
    try looks.show(step.shields, turn)
    try notices.fireDue(turn)
    try keepHouse(turn)
  }

  // MARK: - The daily job

  var isHousekeepingDue: Bool {
    memory.maintenanceDue != nil || settling.isExpiryDue || !identifiers.endedRotations.isEmpty
  }

  /// Settles what expired, ends rotations, and once a day of the device's clock forgets what its time is over (R11,
  /// PRIV-LG6).
  ///
  /// It goes by whole days since 1970 and not by the instant at which it happens to run, so that a host that was killed
  /// and started again forgets exactly what one that ran through does.
  func keepHouse(_ turn: Turn) throws {
    try settling.settleExpired(turn)
    try identifiers.endRotations(turn)
    guard let today = memory.maintenanceDue else { return }
    try turn.transaction.forget(
      by: configuration.retention, today: Timestamp(milliseconds: today),
      ledgerOffSince: try turn.transaction.value(LedgerOff.self, HostMeta.ledgerOff)?.seq,
      day: { chronicle.calendar.day(Timestamp(milliseconds: today - Int64($0) * 86_400_000)) })
    try turn.transaction.setValue(today, HostMeta.maintainedDay)
    turn.afterCommit { memory.wasMaintained(on: today) }
  }

  // MARK: - Processes that wait for a surface

  /// Keeps one process ready where a surface may come up any moment (`wire.md#deadlines`): at a shield's look while the
  /// family shields anything, at a report while the app shows one. It stands past `hello` and was shown nothing.
  ///
  /// Not under a virtual clock: no person waits there, and each would be a process for nothing.
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
