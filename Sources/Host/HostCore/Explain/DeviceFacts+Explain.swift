// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - Explanations

extension DeviceFacts {
  /// The conditions that an activity waits for.
  package func explain(activity: String, of family: FamilyID) -> ActivityExplanation? {
    rules.explain(activity, of: family, in: state)
  }

  /// The history of an activity's callbacks within a span of time, and the conditions that it waits for.
  package func explainCallbacks(
    of activity: String, family: FamilyID, choice: CallbackChoice, within window: TimeSpan
  ) throws -> [ExplainedCallback] {
    let stories = DeliveryStory.joined(try deliveryStories(of: family).filter { $0.monitor?.activity == activity })
    // An interval lasts a week at most, and past activity counts from the hour before it (E5).
    let reach = window.start.advanced(by: -rules.historyMilliseconds)
    let record = CallbackRecord(
      deliveries: stories.compactMap(\.monitor), use: try usage(from: reach, to: state.now), window: window,
      endings: Dictionary(stories.map { ($0.delivery.sequence, $0.ending) }) { _, last in last })
    return rules.explainCallbacks(of: activity, family: family, choice: choice, in: state, record: record).map { line in
      ExplainedCallback(
        rules: line, story: line.delivery.flatMap { told in stories.first { $0.delivery.sequence == told.sequence } })
    }
  }

  /// The shield over an item, or the reason why there is none.
  package func explainShield(of item: Item) -> ShieldExplanation { rules.explainShield(of: item, in: state) }

  /// Every setting that a store has a value for, with the value in force.
  package func explainSettings() -> [SettingExplanation] { rules.explainSettings(in: state) }

  /// The spans of use that sum to a number, and the use that was left out.
  package func explainUse(of number: UseNumber, within span: TimeSpan) throws -> UseExplanation {
    let (shields, blocks, unseen) = try store.read { reader in
      (
        try ShieldPeriods.periods(
          in: try reader.journal(of: [.device(.shieldUp), .device(.shieldDown)], until: state.now), until: state.now,
          reader),
        try ShieldPeriods.periods(
          in: try reader.journal(of: [.device(.blockBegan), .device(.blockEnded)], until: state.now),
          until: state.now, reader),
        SourceJournal.unseen(
          in: try reader.journal(of: SourceJournal.reasons, until: state.now), until: state.now)
      )
    }
    return rules.explainUse(
      of: number, within: span, ledger: try usage(from: span.start, to: span.end),
      shields: shields, blocks: blocks, unseen: unseen)
  }

  private func usage(from start: Timestamp, to end: Timestamp) throws -> UseLedger {
    UseLedger(try store.read { try $0.use(from: start, to: end) })
  }

  /// Every activity that a family monitors or has received callbacks for.
  package func knownActivities(of family: FamilyID) throws -> [String] {
    let told = try store.read { try $0.deliveryHistory(family: family.rawValue) }
      .compactMap { try? $0.monitorDelivery().activity }
    let monitored = state.families[family]?.activityNames ?? []
    return Set(told + monitored).sorted { $0.isOrderedBefore($1) }
  }
}

// MARK: - Deliveries

extension DeviceFacts {
  /// Every delivery that was ever pending for a family, oldest first.
  package func deliveryStories(of family: FamilyID) throws -> [DeliveryStory] {
    let (deliveries, attempts) = try store.read {
      (try $0.deliveryHistory(family: family.rawValue), try $0.attempts(family: family.rawValue))
    }
    let refusals = try store.read { try $0.journal(family: family.rawValue) }.filter(\.isRefusedLaunch)
    var oldestOwed: Int64?
    let outputs = try failedOutputs(of: family)
    func output(_ delivery: PendingDelivery) -> FailedOutput? { outputs.first { $0.delivery == delivery.id } }
    return try deliveries.map { delivery in
      let isOwed = delivery.settlement == nil
      if isOwed, try isSuspended(delivery) {
        return DeliveryStory(
          delivery: delivery, monitor: try? delivery.monitorDelivery(), attempts: attempts[delivery.id] ?? [],
          hold: .suspended(family: family.rawValue), output: output(delivery))
      }
      defer { if isOwed, oldestOwed == nil { oldestOwed = delivery.sequence } }
      return DeliveryStory(
        delivery: delivery, monitor: try? delivery.monitorDelivery(), attempts: attempts[delivery.id] ?? [],
        hold: isOwed ? hold(on: delivery, behind: oldestOwed, refusals) : nil, output: output(delivery))
    }
  }

  /// What the family's programs printed before their last failed attempts ended.
  private func failedOutputs(of family: FamilyID) throws -> [FailedOutput] {
    try owners.registry.programs(of: family).compactMap { try failedOutput(of: $0.id) }
  }

  func failedOutput(of program: ProgramID) throws -> FailedOutput? {
    try store.read { try $0.value(FailedOutput.self, HostMeta.output(program)) }
  }

  /// Whether the delivery is suspended until the person consents (PRIV-FP6).
  private func isSuspended(_ delivery: PendingDelivery) throws -> Bool {
    guard let program = program(of: delivery) else { return false }
    return try parts.turns.isSuspended(delivery, program)
  }

  private func program(of delivery: PendingDelivery) -> HostedProgram? { parts.turns.program(of: delivery) }

  private func hold(
    on delivery: PendingDelivery, behind older: Int64?, _ refusals: [JournalEntry]
  ) -> DeliveryHold {
    if let older { return .behind(sequence: older) }
    guard let program = program(of: delivery), let standing = owners.registry.standing(program.id) else {
      return .notConfigured
    }
    let since = refusals.filter { $0.extension == program.id.rawValue && $0.at >= delivery.owedAt }
    if let last = since.last {
      let reason = last.detail ?? last.reason.sentence ?? last.reason.rawValue
      return .notLaunched(times: since.count, reason: reason)
    }
    switch standing.state {
    case .quarantined(let until): return .quarantined(until: Timestamp(milliseconds: until))
    case .backingOff(let until): return .backingOff(until: Timestamp(milliseconds: until))
    case .disabled: return .disabled
    case .refused: return .refused
    case .cold, .launching, .greeting, .idle, .busy, .draining, .exiting: return .nextRun
    }
  }
}

extension JournalEntry {
  /// Whether the entry is a refused launch, with its sentence as detail.
  package var isRefusedLaunch: Bool {
    before == ProcessState.launching.name && reason.isRefusedLaunch
  }
}
