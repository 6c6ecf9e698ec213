// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Asks widgets for descriptions, placeholders and timelines, and shows each entry at its instant.
///
/// The requests depend on the family's requests, the clock and the person's open acts, never on looking
/// (WIDGET-W20).
final class Widgets {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let keeper: WidgetKeeper
  let chronicle: Chronicle
  let requests: RequestMaker
  let names: Names
  let environment: EnvironmentSnapshot

  init(_ owners: Owners, requests: RequestMaker, names: Names) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    desk = owners.desk
    keeper = owners.widgets
    chronicle = owners.chronicle
    environment = owners.configuration.environment
    self.requests = requests
    self.names = names
  }

  var now: Timestamp { memory.state.now }

  // MARK: - The clock

  /// Whether a widget has something due that must be stored.
  var isDue: Bool {
    !keeper.unread.isEmpty
      || keeper.isDue(at: now) && (keeper.needsStore(at: now) || keeper.isRotationDue(at: now))
  }

  /// Shows entries whose date has come, and asks for the timelines that are due.
  func advance(_ turn: Turn) throws {
    guard isDue else { return }
    try restoreDamaged(turn)
    for instance in keeper.ordered {
      let isNew = keeper.change(instance.id) { $0.content.advance(to: now) } ?? false
      if isNew { try shows(instance.id, turn) }
      for (reason, decision) in keeper.change(instance.id, { $0.askDue(at: now) }) ?? [] {
        note(decision, reason, nil, of: instance)
      }
    }
    try rotate(turn)
    keeper.forgetNextDue(from: now)
  }

  /// Brings the most relevant widget of each stack to the front (WIDGET-W37). The families don't learn of it.
  private func rotate(_ turn: Turn) throws {
    for (old, new) in keeper.lookAtStacks(at: now) {
      guard let front = keeper[new] else { continue }
      chronicle.note(entry(.rotated, new, relevance(of: front) ?? "", of: front.family))
      turn.tell(
        HostEvent(
          at: now, .widget, family: front.family.rawValue, "\(title(of: front)) comes to the front of its stack"))
      try present(old, turn)
      try present(new, turn)
    }
  }

  /// The relevance of a widget in words; `nil` if it has none now.
  func relevance(of instance: WidgetInstance) -> String? {
    instance.content.relevance(at: now).map { window in
      let largest = instance.content.largestScore(at: now)
      let score = "score \(Self.spoken(window.score)) of at most \(Self.spoken(largest)) in a week"
      return score + (window.end.map { ", until \(names.spoken($0))" } ?? "")
    }
  }

  /// A score of thousandths as a decimal.
  private static func spoken(_ score: Int64) -> String {
    let (whole, rest) = (score.magnitude / 1_000, score.magnitude % 1_000)
    guard rest > 0 else { return "\(score < 0 ? "-" : "")\(whole)" }
    let digits = String(String(1_000 + rest).dropFirst().reversed().drop { $0 == "0" }.reversed())
    return "\(score < 0 ? "-" : "")\(whole).\(digits)"
  }

  /// Shows the entries whose date has come, if nothing else of a widget is due. They are stored with their timeline and
  /// follow from the clock, so there is nothing to write: a killed host finds them again.
  func showStored() throws -> [DeviceCommand] {
    guard keeper.isDue(at: now), !isDue else { return [] }
    var commands: [DeviceCommand] = []
    let new = keeper.ordered.filter { $0.content.isSwitchDue(at: now) }
    // Entries mostly come up at the full hour, so all of them are drawn from one view of the store.
    try memory.store.read { reader in
      for instance in new where keeper.change(instance.id, { $0.content.advance(to: now) }) ?? false {
        guard let shown = keeper[instance.id] else { continue }
        commands.append(.tell(switched(shown)))
        if let widget = try drawn(shown, reader) {
          commands.append(.present(.widget(widget)))
        } else {
          keeper.wasDamaged(shown.id)
        }
      }
    }
    // Nothing rotates here, but the starts and ends up to now have been looked at.
    _ = keeper.lookAtStacks(at: now)
    keeper.forgetNextDue(from: now)
    return commands
  }

  /// Asks for new timelines of widgets whose stored ones were damaged (WIDGET-W40), and notes those that a newer host
  /// stored (WIDGET-W41).
  private func restoreDamaged(_ turn: Turn) throws {
    for id in keeper.unread.tooNew {
      guard let instance = keeper[id] else { continue }
      chronicle.note(entry(.archiveTooNew, id, of: instance.family))
    }
    for id in keeper.unread.damaged {
      guard let instance = keeper[id] else { continue }
      chronicle.note(entry(.archiveCorrupt, id, of: instance.family))
      _ = keeper.change(id) { $0.content.wasLost() }
      ask(id, .updated, from: nil)
      try present(id, turn)
    }
    keeper.damageWasHandled()
  }

  /// Handles a jump of the clock (WIDGET-W17).
  func clockWasSet(from old: Timestamp, _ turn: Turn) throws {
    keeper.stacks.changeAll { $0.clockWasSet(from: old, to: now) }
    for instance in keeper.ordered {
      let isStranded =
        keeper.change(instance.id) { instance in
          instance.reloads.clockWasSet(from: old, to: now)
          return instance.content.clockWasSet(from: old, to: now)
        } ?? false
      if isStranded { ask(instance.id, .clockChanged, from: nil) }
      try present(instance.id, turn)
    }
    keeper.forgetNextDue(from: now)
  }

  /// Asks for new timelines if the person's locale is another one than at the last start (WIDGET-W19). A dark screen
  /// needs none, because both drawings are kept.
  func followLocale(_ turn: Turn) throws {
    let known = try turn.transaction.value(String.self, HostMeta.widgetLocale)
    guard known != environment.locale else { return }
    try turn.transaction.setValue(environment.locale, HostMeta.widgetLocale)
    guard known != nil else { return }
    for instance in keeper.ordered where !instance.isOrphan { ask(instance.id, .environmentChanged, from: nil) }
  }

  // MARK: - Requests

  /// Asks for the timelines of a family's widgets, or of one kind.
  func reload(_ kind: String?, of family: FamilyID, _ reason: ReloadReason, from source: String?) {
    let own = keeper.ordered.filter { $0.family == family && (kind == nil || $0.kind == kind) }
    if own.isEmpty, let kind, keeper.described(kind, of: family) == nil {
      // A typing error must not undo the callback's other effects.
      chronicle.note(entry(.unknownKind, kind, of: family))
    }
    for instance in own { ask(instance.id, reason, from: source) }
  }

  /// Takes one request, with its row for `explain` (WIDGET-W24).
  func ask(_ id: String, _ reason: ReloadReason, from source: String?) {
    guard let instance = keeper[id] else { return }
    guard !instance.isOrphan else { return chronicle.note(entry(.orphan, id, reason.rawValue, of: instance.family)) }
    guard let decision = keeper.change(id, { $0.reloads.ask(reason, source: source, at: now) }) else { return }
    note(decision, reason, source, of: instance)
    keeper.forgetNextDue(from: now)
  }

  private func note(_ decision: ReloadDecision, _ reason: ReloadReason, _ source: String?, of instance: WidgetInstance)
  {
    let credit = "credit \(instance.reloads.credit.amount(at: now) / 60_000) min"
    let from = source.map { "from \($0)" }
    let (code, detail): (ReasonCode.Widget, String?) =
      switch decision {
      case .granted: (.granted, nil)
      case .deferred(let start): (.deferred, "until \(names.spoken(start))")
      case .coalesced(let other): (.coalesced, "into \(other.rawValue)")
      }
    chronicle.note(
      entry(
        code, instance.id, [reason.rawValue, from, detail, credit].compactMap(\.self).joined(separator: ", "),
        of: instance.family))
  }

  func entry(_ code: ReasonCode.Widget, _ id: String, _ detail: String = "", of family: FamilyID) -> JournalEntry {
    JournalEntry(
      at: now, family: family.rawValue, extension: program(of: id, family)?.id.rawValue, before: id,
      reason: .widget(code), detail: detail)
  }

  /// Asks for the descriptions of builds that have not described themselves, and for whatever is missing of placed
  /// widgets.
  func describeMissing() {
    for program in registry.programs where program.point == .widget {
      if keeper.offers[program.id]?.installation != program.installation { keeper.ask(.describe(program.id)) }
    }
  }

  /// Sends the next request of each family whose widget is free. Call it after the commit.
  func give(_ turn: Turn) -> [DeviceInput] {
    guard outbox.isOpen else { return [] }
    var refusals: [DeviceInput] = []
    for program in registry.programs where program.point == .widget {
      guard !desk.isDrawing(program.id), !desk.isReporting(of: program.family) else { continue }
      // A blocked program is tried again when its wait is over.
      if let until = outbox.blockedUntil[program.id] {
        if now < until { continue }
        outbox.unblock(program.id)
      }
      guard let task = keeper.takeTask(of: program.id) ?? nextTimeline(of: program.id) else { continue }
      if let refusal = send(task, to: program, turn) { refusals.append(refusal) }
    }
    return refusals
  }

  private func nextTimeline(of program: ProgramID) -> WidgetTask? {
    keeper.nextTimeline(of: program, at: now).map { .timeline($0) }
  }

  private func send(_ task: WidgetTask, to program: HostedProgram, _ turn: Turn) -> DeviceInput? {
    guard let callback = callback(task) else { return nil }
    let call = desk.begin(.widget(task), at: program)
    if case .timeline(let id) = task { _ = keeper.change(id) { $0.reloads.begin(at: now) } }
    do throws(FlowPolicyError) {
      let number = task.instance.flatMap { keeper[$0]?.content.lastGeneration } ?? 0
      let request = try requests.widget(callback, isBare: task.isFresh, number: number + 1, program)
      registry.remember(request.body, of: program.id)
      turn.say(.perform(call, program.id, .open(request)))
      return nil
    } catch {
      return .ended(call, .denied(ErrorObject(.denied, error.description)))
    }
  }

  /// The callback of a request; `nil` if it has no target any more.
  private func callback(_ task: WidgetTask) -> Callback? {
    switch task {
    case .describe: return .widget(.describe)
    case .placeholder(_, let kind, let size):
      return WidgetSize(rawValue: size).map { .widget(.placeholder(WidgetRequest(kind: kind, size: $0))) }
    case .snapshot(let id):
      return keeper[id].flatMap { own in
        own.request.map { .widget(.snapshot($0, configuration: own.configuration, isPreview: false)) }
      }
    case .timeline(let id):
      return keeper[id].flatMap { own in
        guard let request = own.request, let reason = own.reloads.waiting?.reason,
          let word = TimelineReason(rawValue: reason.rawValue)
        else { return nil }
        return .widget(.timeline(request, configuration: own.configuration, reason: word))
      }
    case .intent(_, let arguments): return .performIntent(arguments)
    }
  }

  // MARK: - Showing

  /// Tells and presents the entry that is shown now.
  func shows(_ id: String, _ turn: Turn) throws {
    guard let instance = keeper[id] else { return }
    try turn.transaction.forgetTrees(of: id, keeping: instance.content.generations)
    turn.tell(switched(instance))
    try present(id, turn)
  }

  private func switched(_ instance: WidgetInstance) -> HostEvent {
    let entry = instance.content.shownEntry
    return HostEvent(
      at: now, .widget, family: instance.family.rawValue, "\(title(of: instance)) shows an entry",
      detail: [entry.map { "of \(names.spoken($0.date))" }, instance.size].compactMap(\.self).joined(separator: ", "))
  }

  /// Presents a widget as it is now: its entry, else its placeholder, else the host's own.
  ///
  /// A stored timeline whose drawing can't be read is given up, and another one asked for (WIDGET-W40).
  func present(_ id: String, _ turn: Turn) throws {
    guard let instance = keeper[id] else { return }
    if let drawn = try drawn(instance, turn.transaction) { return turn.say(.present(.widget(drawn))) }
    _ = keeper.change(id) { $0.content.wasLost() }
    chronicle.note(entry(.archiveCorrupt, id, of: instance.family))
    ask(id, .updated, from: nil)
    guard let instance = keeper[id] else { return }
    turn.say(.present(.widget(try presented(instance, turn.transaction))))
  }

  func title(of instance: WidgetInstance) -> String {
    keeper.described(instance.kind, of: instance.family)?.title ?? instance.kind
  }

  /// The program of a placed widget, else the family's first widget.
  private func program(of id: String, _ family: FamilyID) -> HostedProgram? {
    keeper[id].flatMap(program(of:)) ?? registry[family, .widget]
  }

  /// The program that draws a widget; `nil` for an orphan, and while its program is not configured.
  func program(of instance: WidgetInstance) -> HostedProgram? {
    keeper.program(of: instance).flatMap(registry.program)
  }

  /// The owner of a kind's placeholder in the store, by everything that it depends on (WIDGET-W25).
  func placeholder(of program: HostedProgram, _ kind: String, _ size: String) -> String {
    "\(program.copy) \(kind) \(size) \(requests.environment.locale)"
  }
}

extension WidgetTask {
  /// The placed widget that it is about.
  var instance: String? {
    switch self {
    case .describe, .placeholder: nil
    case .snapshot(let id), .timeline(let id), .intent(let id, _): id
    }
  }
}

extension WidgetInstance {
  var request: WidgetRequest? { WidgetSize(rawValue: size).map { WidgetRequest(kind: kind, size: $0) } }
  var configuration: [ParameterValue] { parameters.compactMap(\.wireValue) }
}
