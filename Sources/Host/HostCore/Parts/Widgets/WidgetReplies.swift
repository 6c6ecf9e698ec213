// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Takes the replies of widgets: whole, or not at all (WIDGET-W9).
final class WidgetReplies {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let keeper: WidgetKeeper
  let chronicle: Chronicle
  let widgets: Widgets

  init(_ owners: Owners, widgets: Widgets) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    desk = owners.desk
    keeper = owners.widgets
    chronicle = owners.chronicle
    self.widgets = widgets
  }

  private var now: Timestamp { memory.state.now }

  func ended(_ task: WidgetTask, _ call: OpenCall, _ end: CallEnd, _ program: HostedProgram, _ turn: Turn) throws {
    desk.end(call.id)
    if case .unavailable(let reason, let retryAt?) = end {
      postpone(task, until: retryAt, program)
      turn.tell(
        HostEvent(
          at: now, .callback, program, name(of: task), detail: "waits; \(reason.sentence ?? reason.rawValue)"))
      return
    }
    var failure = end.failure
    var detail = "answered"
    if case .replied(let value) = end {
      do {
        detail = try take(value, task, program, turn)
        turn.say(.conclude(call.id, .accepted))
      } catch let error as WireError {
        failure = error.description
        turn.say(.conclude(call.id, .malformed(ErrorObject(.schema, error.description, pointer: error.pointer))))
      } catch let error as ViewFault {
        failure = "\(error)"
        turn.say(.conclude(call.id, .malformed(ErrorObject(.schema, "\(error)"))))
      }
    }
    if case .unavailable(_, nil) = end { outbox.block(program.id, until: .distantFuture) }
    if let failure { try fell(task, failure, program, turn) }
    if task.isFresh { turn.say(.stop(program.id, .idle)) }
    turn.tell(
      HostEvent(
        at: now, .callback, program, name(of: task), detail: failure.map { "failed; \($0)" } ?? detail))
    keeper.forgetNextDue(from: now)
  }

  /// Makes a request wait that could not be sent: its program may be started again later. It was never sent, so it costs
  /// nothing and is not a failure of the widget.
  private func postpone(_ task: WidgetTask, until retryAt: Int64, _ program: HostedProgram) {
    outbox.block(program.id, until: Timestamp(milliseconds: max(retryAt, now.milliseconds + 1)))
    if case .timeline(let id) = task {
      _ = keeper.change(id) { $0.reloads.wasNotSent() }
    } else {
      keeper.askFirst(task)
    }
    keeper.forgetNextDue(from: now)
  }

  private func name(of task: WidgetTask) -> String {
    let name =
      switch task {
      case .describe: WidgetCallback.Name.describe.rawValue
      case .placeholder: WidgetCallback.Name.placeholder.rawValue
      case .snapshot: WidgetCallback.Name.snapshot.rawValue
      case .timeline: WidgetCallback.Name.timeline.rawValue
      case .intent: PendingDelivery.performIntent
      }
    guard let instance = task.instance.flatMap({ keeper[$0] }) else { return name }
    return "\(name) \(instance.kind)"
  }

  // MARK: - Accepted

  private func take(_ value: WireValue, _ task: WidgetTask, _ program: HostedProgram, _ turn: Turn) throws -> String {
    switch task {
    case .describe:
      let description = try WidgetDescription(wire: value, at: "", from: .extension)
      for (index, kind) in description.kinds.enumerated() {
        let owner = keeper.offers.first(of: program.family) { $0.kinds.contains { $0.kind == kind.kind } }?.program
        guard owner == nil || owner == program.id || registry.program(owner ?? program.id) == nil else {
          throw WireError(
            at: "/kinds/\(index)/kind", "“\(kind.kind)” is described by \(owner?.rawValue ?? "another extension") too")
        }
      }
      try keeper.offers(
        Offer(installation: program.installation, description: description), of: program.id, in: turn.transaction)
      try adopt(description, program, turn)
      return description.kinds.count == 1 ? "1 kind" : "\(description.kinds.count) kinds"
    case .placeholder(_, let kind, let size):
      let result = try WidgetPlaceholderResult(wire: value, at: "", from: .extension)
      try put(result.views, of: widgets.placeholder(of: program, kind, size), program, turn)
      for own in keeper.ordered where own.family == program.family && own.kind == kind && own.content.shown == nil {
        try widgets.present(own.id, turn)
      }
      return "answered"
    case .snapshot(let id):
      let entry = try WidgetSnapshotResult(wire: value, at: "", from: .extension).entry
      guard keeper[id] != nil else { return "the widget is gone" }
      let isShown = keeper.change(id) { $0.content.showSnapshot() } ?? false
      guard isShown else { return "answered" }
      try put(entry.views, of: id, program, turn)
      try widgets.present(id, turn)
      return "answered"
    case .timeline(let id): return try accept(value, id, program, turn)
    case .intent(let id, _):
      let effects = try EffectsResult(wire: value, at: "", from: .extension).effects
      guard effects.isEmpty else { throw WireError(at: "/effects", "is not open to a widget") }
      widgets.ask(id, .interaction, from: PendingDelivery.performIntent)
      return "answered"
    }
  }

  private func accept(_ value: WireValue, _ id: String, _ program: HostedProgram, _ turn: Turn) throws -> String {
    let result = try WidgetTimelineResult(wire: value, at: "", from: .extension)
    guard keeper[id] != nil else { return "the widget is gone" }
    let context = widgets.context(of: program.family)
    let drawn = try Drawn(result.entries) { try trees($0.views, program, context) }
    let entries = result.entries.enumerated().map { number, entry in
      WidgetArchive.Entry(
        date: Timestamp(milliseconds: entry.date), score: entry.relevance?.score,
        durationS: entry.relevance?.durationS ?? 0, number: number, drawnAs: drawn.firsts[number])
    }
    let before = keeper[id]?.content.shown
    let hash = drawn.digest
    let accepted = keeper.change(id) { instance in
      instance.failure = nil
      instance.reloads.end(isSuccess: true, at: now)
      return instance.content.accept(entries, ReloadPolicy(result.policy), digest: hash, at: now)
    }
    guard let accepted, let instance = keeper[id] else { return "answered" }
    keeper.stacks.change(of: id) { $0.windowsChanged(at: now) }
    if !entries.isEmpty {
      try put(drawn.entries, of: id, generation: instance.content.lastGeneration, turn)
    }
    let remarks =
      accepted.remarks.map(\.rawValue) + drawn.missingAssets.sorted().prefix(4).map { "asset.missing “\($0)”" }
    chronicle.note(
      widgets.entry(
        accepted.isUnchanged ? .unchanged : .accepted, id,
        ([spoken(entries.count), String(hash.prefix(16))] + remarks).joined(separator: ", "), of: instance.family))
    // Both delete the drawings of timelines that are over.
    if instance.content.shown != before {
      try widgets.shows(id, turn)
    } else {
      try turn.transaction.forgetTrees(of: id, keeping: instance.content.generations)
    }
    return
      ([spoken(entries.count), spoken(result.policy)]
      + (accepted.isUnchanged ? ["unchanged"] : []) + remarks).joined(separator: ", ")
  }

  private func spoken(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

  private func spoken(_ policy: TimelinePolicy) -> String {
    switch policy {
    case .atEnd: "next at its end"
    case .never: "no next"
    case .after(let date): "next \(widgets.names.spoken(Timestamp(milliseconds: date)))"
    }
  }

  /// The checked trees of one entry (VIEW-19).
  private func trees(
    _ views: [WidgetView], _ program: HostedProgram, _ context: ViewContext
  ) throws -> [Drawn.Tree] {
    try views.map {
      (
        $0.variant,
        try keeper.trees.check($0.view, $0.variant.rawValue, of: program.copy, in: context)
      )
    }
  }

  /// Stores the trees of a placeholder or a snapshot, which replaces the earlier one.
  private func put(_ views: [WidgetView], of owner: String, _ program: HostedProgram, _ turn: Turn) throws {
    let trees = try trees(views, program, widgets.context(of: program.family))
    keeper.trees.replaced(owner)
    try put([(0, trees)], of: owner, generation: 0, turn)
  }

  /// Stores the trees of entries, and keeps them for the drawing that follows.
  private func put(_ entries: [Drawn.Entry], of owner: String, generation: Int64, _ turn: Turn) throws {
    for (number, trees) in entries {
      try turn.transaction.put(
        trees.map { WidgetTree(number: number, variant: $0.variant.rawValue, bytes: $0.checked.bytes) }, of: owner,
        generation: generation)
      keeper.trees.stored(trees, of: owner, .init(generation: generation, number: number))
    }
  }

  /// Compares a new description with what is placed: widgets of a kind that is gone become orphans, and others get a
  /// new timeline (WIDGET-W4, WIDGET-W41).
  private func adopt(_ description: WidgetDescription, _ program: HostedProgram, _ turn: Turn) throws {
    let family = program.family
    let own = Set(description.kinds.map(\.kind))
    let kinds = Set(keeper.offers.of(family).compactMap(\.offer.description).flatMap(\.kinds).map(\.kind))
    let previous = program.declaration.previousKinds
    for instance in keeper.ordered where instance.family == family {
      var kind = instance.kind
      // The kinds of the family's other programs are not news.
      if kinds.contains(kind), !own.contains(kind), !instance.isOrphan { continue }
      // A kind that was renamed is the only kind of the manifest's older names.
      if !kinds.contains(kind), previous.contains(kind), let first = description.kinds.first { kind = first.kind }
      let isOrphan = !kinds.contains(kind)
      _ = keeper.change(instance.id) {
        $0.kind = kind
        $0.isOrphan = isOrphan
      }
      if isOrphan {
        chronicle.note(widgets.entry(.orphan, instance.id, instance.kind, of: family))
      } else {
        widgets.ask(instance.id, .updated, from: nil)
      }
      try widgets.present(instance.id, turn)
    }
  }

  // MARK: - Failed

  /// Keeps the last good timeline, and asks again later (WIDGET-W16).
  private func fell(_ task: WidgetTask, _ failure: String, _ program: HostedProgram, _ turn: Turn) throws {
    switch task {
    case .describe:
      try keeper.offers(
        Offer(installation: program.installation, failure: failure), of: program.id, in: turn.transaction)
    case .placeholder, .snapshot: break
    case .timeline(let id):
      _ = keeper.change(id) { instance in
        instance.failure = failure
        instance.reloads.end(isSuccess: false, at: now)
      }
      chronicle.note(widgets.entry(.failed, id, failure, of: program.family))
      try widgets.present(id, turn)
    // Also after a failure: whatever the button shows must be drawn as it is.
    case .intent(let id, _): widgets.ask(id, .interaction, from: PendingDelivery.performIntent)
    }
  }
}

/// The drawings of a timeline. Entries with equal trees share the first one's.
private struct Drawn {
  typealias Tree = (variant: WidgetVariant, checked: TreeShelf.Checked)
  typealias Entry = (number: Int, trees: [Tree])

  /// The number of the first entry with the same trees, for each entry.
  private(set) var firsts: [Int] = []
  /// The entries that no earlier one equals.
  private(set) var entries: [Entry] = []
  private(set) var missingAssets: Set<String> = []
  /// SHA-256 over all trees in order.
  let digest: String

  init(_ entries: [WidgetEntry], _ check: (WidgetEntry) throws -> [Tree]) throws {
    var known: [[UInt8]: Int] = [:]
    var all = RunningDigest()
    var last: (views: [WidgetView], name: [UInt8], first: Int)?
    for (number, entry) in entries.enumerated() {
      // Most entries repeat the drawings of the one before, which were checked.
      if let last, last.views == entry.views {
        all.update(last.name)
        firsts.append(last.first)
        continue
      }
      let own = try check(entry)
      let name = own.flatMap { Array("\($0.variant.rawValue) \($0.checked.digest) ".utf8) }
      all.update(name)
      let first = known[name] ?? number
      firsts.append(first)
      last = (entry.views, name, first)
      guard first == number else { continue }
      known[name] = number
      self.entries.append((number, own))
      for tree in own { missingAssets.formUnion(tree.checked.missingAssets) }
    }
    digest = all.hexadecimal
  }
}

extension ReloadPolicy {
  init(_ policy: TimelinePolicy) {
    switch policy {
    case .atEnd: self = .atEnd
    case .never: self = .never
    case .after(let date): self = .after(Timestamp(milliseconds: date))
    }
  }
}
