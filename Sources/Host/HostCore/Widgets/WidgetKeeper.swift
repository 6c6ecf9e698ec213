// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// A request to a widget other than a timeline, in the order in which they are sent.
enum WidgetTask: Hashable {
  case describe(ProgramID)
  case placeholder(ProgramID, kind: String, size: String)
  case snapshot(String)
  case timeline(String)
  /// A button of this widget was used.
  case intent(String, IntentArguments)

  /// Whether it runs in a process of its own, which has seen nothing else (WIDGET-W25).
  var isFresh: Bool {
    switch self {
    case .describe, .placeholder: true
    case .snapshot, .timeline, .intent: false
    }
  }
}

/// Widgets whose stored timelines could not be read when the host started.
struct UnreadTimelines {
  /// These need a new timeline (WIDGET-W40).
  var damaged: [String]
  /// Written by a newer host, and not yet in the journal (WIDGET-W41).
  var tooNew: [String]
  /// Written by a newer host; such a timeline stays until the widget gets another one.
  let kept: Set<String>

  var isEmpty: Bool { damaged.isEmpty && tooNew.isEmpty }
}

/// The placed widgets of the person, what the families offer, and the requests that wait.
final class WidgetKeeper {
  /// In the order of their places.
  private(set) var ordered: [WidgetInstance]
  private(set) var offers: Offers<WidgetDescription>
  private(set) var waiting: [WidgetTask] = []
  /// Widgets whose stored timelines could not be read.
  private(set) var unread: UnreadTimelines
  /// The number of widgets that were ever placed, from which ids are made.
  private(set) var placements: Int64
  private(set) var lock: ScreenLock
  private var due = Due.known(.distantPast)
  let trees = TreeShelf()
  let stacks: WidgetStacks
  private var saved: [String: WidgetInstance]
  /// Widgets whose stored rows may be out of date.
  private var changed: Set<String> = []

  init(_ reader: StoreReader, at now: Timestamp) throws {
    let stored = try reader.widgets()
    saved = Dictionary(uniqueKeysWithValues: stored.all.map { ($0.id, $0) })
    unread = UnreadTimelines(damaged: stored.damaged, tooNew: stored.tooNew, kept: Set(stored.tooNew))
    for id in stored.damaged { saved[id] = nil }
    ordered = stored.all
    offers = try reader.value(Offers<WidgetDescription>.self, HostMeta.widgetOffers) ?? Offers()
    placements = try reader.value(Int64.self, HostMeta.placements) ?? 0
    lock = try reader.value(ScreenLock.self, HostMeta.screenLock) ?? .unlocked
    stacks = try WidgetStacks(reader)
    changed = Set(stored.damaged)
    sort()
    for index in ordered.indices {
      _ = ordered[index].content.advance(to: now)
      // A request that a killed host was carrying out is made again.
      if ordered[index].reloads.running != nil {
        ordered[index].reloads.wasInterrupted()
        changed.insert(ordered[index].id)
      }
    }
  }

  /// Reloads everything from the store after a failed write.
  func reload(_ reader: StoreReader, at now: Timestamp) throws {
    let fresh = try WidgetKeeper(reader, at: now)
    (ordered, saved, offers, changed) = (fresh.ordered, fresh.saved, fresh.offers, fresh.changed)
    (unread, placements, waiting) = (fresh.unread, fresh.placements, [])
    (lock, due) = (fresh.lock, .known(.distantPast))
    trees.forget()
    try stacks.reload(reader)
  }

  subscript(id: String) -> WidgetInstance? { index(of: id).map { ordered[$0] } }

  private func index(of id: String) -> Int? { ordered.firstIndex { $0.id == id } }

  private func sort() { ordered.sort { ($0.place, $0.id) < ($1.place, $1.id) } }

  func isDue(at now: Timestamp) -> Bool { nextDue.map { $0 <= now } ?? false }

  func change<Result>(_ id: String, _ body: (inout WidgetInstance) -> Result) -> Result? {
    guard let index = index(of: id) else { return nil }
    let place = ordered[index].place
    let result = body(&ordered[index])
    changed.insert(id)
    if ordered[index].place != place { sort() }
    return result
  }

  func place(_ instance: WidgetInstance) {
    ordered.append(instance)
    changed.insert(instance.id)
    placements += 1
    sort()
  }

  func remove(_ id: String, at now: Timestamp) {
    stacks.remove(id, at: now)
    ordered.removeAll { $0.id == id }
    changed.insert(id)
    waiting.removeAll { $0.instance == id }
  }

  /// The earliest instant at which a widget needs the host.
  ///
  /// One input may change every widget. All of them are looked at when the instant is read, not after each change.
  private enum Due {
    case known(Timestamp?)
    case unknown(from: Timestamp)
  }

  /// The earliest instant at which a widget needs the host.
  var nextDue: Timestamp? {
    switch due {
    case .known(let instant): return instant
    case .unknown(let now):
      var earliest = stacks.all.compactMap { $0.nextLook(content) }.min()
      for index in ordered.indices {
        if let due = ordered[index].nextDue(from: now), earliest.map({ due < $0 }) ?? true { earliest = due }
      }
      due = .known(earliest)
      return earliest
    }
  }

  /// Forgets the next instant at which a widget needs the host, because something may have changed it.
  func forgetNextDue(from now: Timestamp) { due = .unknown(from: now) }

  // MARK: - Stacks

  func content(_ id: String) -> WidgetContent? { self[id]?.content }

  /// Whether a stack is to be rotated.
  func isRotationDue(at now: Timestamp) -> Bool { stacks.all.contains { $0.next(content, at: now) != nil } }

  /// Looks at the stacks.
  ///
  /// - Returns: the widgets that came to the front, each with the one that was there before.
  func lookAtStacks(at now: Timestamp) -> [(old: String, new: String)] {
    var rotated: [(old: String, new: String)] = []
    stacks.changeAll { stack in
      let (old, next) = (stack.front, stack.next(content, at: now))
      if stack.nextLook(content).map({ $0 <= now }) ?? false { stack.look(next, at: now) }
      if let next { rotated.append((old, next)) }
    }
    return rotated
  }

  /// The places of the home page: of each its widgets in the order of the stack.
  var places: [[String]] {
    var seen: Set<String> = []
    return ordered.compactMap { own in
      guard !seen.contains(own.id) else { return nil }
      let members = stacks[of: own.id]?.members ?? [own.id]
      seen.formUnion(members)
      return members
    }
  }

  /// Whether a widget has something due that must be stored.
  func needsStore(at now: Timestamp) -> Bool { ordered.indices.contains { ordered[$0].needsStore(at: now) } }

  func locks(_ new: ScreenLock, in transaction: StoreTransaction) throws {
    lock = new
    try transaction.setValue(new, HostMeta.screenLock)
  }

  func wasDamaged(_ id: String) { if !unread.damaged.contains(id) { unread.damaged.append(id) } }

  func damageWasHandled() { (unread.damaged, unread.tooNew) = ([], []) }

  // MARK: - Requests

  func ask(_ task: WidgetTask) { if !waiting.contains(task) { waiting.append(task) } }

  /// Puts a request back that could not be sent.
  func askFirst(_ task: WidgetTask) { if !waiting.contains(task) { waiting.insert(task, at: 0) } }

  /// Whether a request waits for its program.
  var hasRequests: Bool { !waiting.isEmpty || ordered.indices.contains { ordered[$0].reloads.waiting != nil } }

  /// The first widget of a program whose timeline may be asked for now.
  func nextTimeline(of own: ProgramID, at now: Timestamp) -> String? {
    let index = ordered.indices.first {
      (ordered[$0].reloads.start(from: now).map { $0 <= now } ?? false) && program(of: ordered[$0]) == own
    }
    return index.map { ordered[$0].id }
  }

  /// Takes the next waiting request of a program.
  func takeTask(of own: ProgramID) -> WidgetTask? {
    let index = waiting.firstIndex { task in
      switch task {
      case .describe(let program), .placeholder(let program, _, _): program == own
      case .snapshot(let id), .timeline(let id), .intent(let id, _): self[id].flatMap(program(of:)) == own
      }
    }
    return index.map { waiting.remove(at: $0) }
  }

  // MARK: - Offers

  /// The program that describes a widget's kind; `nil` for an orphan.
  func program(of instance: WidgetInstance) -> ProgramID? { offer(of: instance.kind, instance.family)?.program }

  func described(_ kind: String, of family: FamilyID) -> DescribedKind? {
    offer(of: kind, family)?.description.kinds.first { $0.kind == kind }
  }

  /// No two programs of a family describe the same kind.
  private func offer(of kind: String, _ family: FamilyID) -> (program: ProgramID, description: WidgetDescription)? {
    offers.first(of: family) { $0.kinds.contains { $0.kind == kind } }
  }

  func offers(_ offer: Offer<WidgetDescription>, of program: ProgramID, in transaction: StoreTransaction) throws {
    offers[program] = offer
    try offersChanged(in: transaction)
  }

  func forgetOffers(of family: FamilyID, in transaction: StoreTransaction) throws {
    offers.remove(family)
    try offersChanged(in: transaction)
  }

  private func offersChanged(in transaction: StoreTransaction) throws {
    trees.forget()
    try transaction.setValue(offers, HostMeta.widgetOffers)
  }

  // MARK: - Store

  func hasUnsaved(at now: Timestamp) -> Bool {
    stacks.hasUnsaved || changed.contains { self[$0]?.stored(at: now) != saved[$0] }
  }

  func save(in transaction: StoreTransaction, at now: Timestamp) throws {
    try stacks.save(in: transaction)
    var (new, old): ([String: WidgetInstance], [String: WidgetInstance]) = ([:], [:])
    for id in changed {
      let stored = self[id]?.stored(at: now)
      if stored != saved[id] { (new[id], old[id]) = (stored, saved[id]) }
    }
    guard !new.isEmpty || !old.isEmpty else { return changed = [] }
    try transaction.save(new, replacing: old, keeping: unread.kept)
    // Placing a widget adds a row.
    if new.keys.contains(where: { old[$0] == nil }) { try transaction.setValue(placements, HostMeta.placements) }
    let ids = changed
    transaction.afterCommit { [self] in
      for id in old.keys { saved[id] = nil }
      saved.merge(new) { $1 }
      changed.subtract(ids)
    }
  }
}
