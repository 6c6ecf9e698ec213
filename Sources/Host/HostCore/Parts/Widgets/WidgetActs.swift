// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// The person's acts on widgets: place, configure, move, stack, refresh, tap and remove.
final class WidgetActs {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let keeper: WidgetKeeper
  let focus: FocusDesk
  let consent: ConsentDesk
  let chronicle: Chronicle
  let widgets: Widgets
  let visits: Visits

  init(_ owners: Owners, widgets: Widgets, visits: Visits) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    keeper = owners.widgets
    focus = owners.focus
    consent = owners.consent
    chronicle = owners.chronicle
    self.widgets = widgets
    self.visits = visits
  }

  private var now: Timestamp { memory.state.now }

  // MARK: - Placing

  /// Places a widget: its placeholder is drawn, then a snapshot, then its timeline (WIDGET-W6).
  func place(_ kind: String, _ size: String, _ parameters: [StoredParameter], of family: FamilyID, _ turn: Turn) throws
  {
    guard registry[family, .widget] != nil else {
      throw HostError(.usage, "“\(family.rawValue)” has no widget; see `sallyport widgets gallery`.")
    }
    guard keeper.ordered.count < WidgetInstance.mostOnDevice else {
      throw HostError(
        .failed, "limit.instances: A device has at most \(WidgetInstance.mostOnDevice) widgets; remove one first.")
    }
    let described = try require(kind, of: family)
    guard let wanted = WidgetSize(rawValue: size), described.sizes.contains(wanted) else {
      let offered = described.sizes.map(\.rawValue).joined(separator: ", ")
      throw HostError(.usage, "“\(kind)” of “\(family.rawValue)” is not offered as “\(size)”; use \(offered).")
    }
    let place = (keeper.ordered.last?.place ?? -1) + 1
    let instance = WidgetInstance(
      id: newID(of: family), family: family, kind: kind, size: size, parameters: parameters, place: place, at: now)
    keeper.place(instance)
    try enter("placed", family, turn)
    turn.tell(HostEvent(at: now, .widget, family: family.rawValue, "\(described.title) placed", detail: size))
    if let program = widgets.program(of: instance),
      try turn.transaction.widgetTrees(
        of: widgets.placeholder(of: program, kind, size), generation: 0, number: 0
      ).isEmpty
    {
      keeper.ask(.placeholder(program.id, kind: kind, size: size))
    }
    keeper.ask(.snapshot(instance.id))
    widgets.ask(instance.id, .placed, from: nil)
    try widgets.present(instance.id, turn)
  }

  private func require(_ kind: String, of family: FamilyID) throws(HostError) -> DescribedKind {
    let descriptions = keeper.offers.of(family).compactMap(\.offer.description)
    guard !descriptions.isEmpty else {
      throw HostError(
        .failed,
        "“\(family.rawValue)” described no widgets: \(keeper.offers.failure(of: family) ?? "it has not been asked yet"). "
          + "`sallyport explain widget` tells more.")
    }
    guard let described = keeper.described(kind, of: family) else {
      let kinds = descriptions.flatMap(\.kinds).map(\.kind).joined(separator: ", ")
      throw HostError(.usage, "“\(family.rawValue)” has no widget “\(kind)”; use \(kinds.isEmpty ? "none" : kinds).")
    }
    return described
  }

  /// A UUID from a digest: the same run makes the same one, and no two widgets share one.
  private func newID(of family: FamilyID) -> String {
    var digest = RunningDigest()
    digest.update(Array("widget \(family.rawValue) \(keeper.placements) \(now.milliseconds)".utf8))
    let hex = Array(digest.hexadecimal.uppercased())
    func part(_ digits: Range<Int>) -> String { String(hex[digits]) }
    return "\(part(0..<8))-\(part(8..<12))-4\(part(12..<15))-8\(part(15..<18))-\(part(18..<30))"
  }

  private func enter(_ what: String, _ family: FamilyID, _ turn: Turn) throws {
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .widgetPlaced, values: ["what": .word(what)], profile: consent.profile), at: now,
      in: turn.transaction)
  }

  // MARK: - Changing

  private func instance(_ id: String) throws(HostError) -> WidgetInstance {
    guard let found = keeper[id] else {
      throw HostError(.usage, "There is no widget “\(id)”; `sallyport widgets list` lists them.")
    }
    return found
  }

  func configure(_ id: String, _ parameters: [StoredParameter], _ turn: Turn) throws {
    let old = try instance(id)
    guard old.parameters != parameters else { return }
    _ = keeper.change(id) { $0.parameters = parameters }
    try enter("configured", old.family, turn)
    turn.tell(HostEvent(at: now, .widget, family: old.family.rawValue, "\(widgets.title(of: old)) configured"))
    widgets.ask(id, .configured, from: nil)
  }

  /// Changes the place on the home page, with the whole stack that the widget is in. Its family is not told.
  func move(_ id: String, to place: Int, _ turn: Turn) throws {
    _ = try instance(id)
    var places = keeper.places
    guard let own = places.firstIndex(where: { $0.contains(id) }) else { return }
    let moved = places.remove(at: own)
    places.insert(moved, at: min(max(0, place), places.count))
    try arrange(places, turn)
  }

  private func arrange(_ places: [[String]], _ turn: Turn) throws {
    for (index, id) in places.joined().enumerated() where keeper[id]?.place != index {
      _ = keeper.change(id) { $0.place = index }
      try widgets.present(id, turn)
    }
  }

  // MARK: - Stacks

  /// Puts a widget on another one of its size. It stays in front until another one is chosen or is more relevant. The
  /// families don't learn of it (WIDGET-W37).
  func stack(_ id: String, onto other: String, _ turn: Turn) throws {
    let (own, below) = (try instance(id), try instance(other))
    let members = keeper.stacks[of: other]?.members ?? [other]
    guard !members.contains(id) else {
      throw HostError(.usage, "“\(id)” is on that place already; `sallyport widgets list` shows the stacks.")
    }
    guard own.size == below.size else {
      throw HostError(.usage, "A stack holds widgets of one size: “\(own.size)” does not go onto “\(below.size)”.")
    }
    guard members.count < WidgetStack.most else {
      throw HostError(
        .failed, "limit.stack: A stack holds at most \(WidgetStack.most) widgets; take one out first.")
    }
    let left = keeper.stacks[of: id]?.members ?? []
    keeper.stacks.remove(id, at: now)
    if members.count == 1 { keeper.stacks.add(WidgetStack(of: members, front: other, at: now)) }
    keeper.stacks.change(of: other) { $0.add(id, at: now) }
    turn.tell(HostEvent(at: now, .widget, family: own.family.rawValue, "\(widgets.title(of: own)) stacked"))
    try changed(left.filter { $0 != id } + members + [id], turn)
  }

  /// Takes a widget out of its stack; it gets the place behind it.
  func unstack(_ id: String, _ turn: Turn) throws {
    let members = try stack(of: id).members
    keeper.stacks.remove(id, at: now)
    try changed(members, turn)
  }

  /// Brings a widget to the front of its stack.
  func choose(_ id: String, _ turn: Turn) throws {
    let old = try stack(of: id).front
    keeper.stacks.change(of: id) { $0.choose(id, at: now) }
    chronicle.note(widgets.entry(.chosen, id, of: try instance(id).family))
    try changed([old, id], turn)
  }

  private func stack(of id: String) throws(HostError) -> WidgetStack {
    _ = try instance(id)
    guard let stack = keeper.stacks[of: id] else {
      throw HostError(.usage, "“\(id)” is in no stack; `sallyport widgets stack` puts it onto another widget.")
    }
    return stack
  }

  /// Shows the stacks as they are now.
  private func changed(_ ids: [String], _ turn: Turn) throws {
    try arrange(keeper.places, turn)
    for id in ids { try widgets.present(id, turn) }
    keeper.forgetNextDue(from: now)
  }

  func refresh(_ id: String, _ turn: Turn) throws {
    _ = try instance(id)
    widgets.ask(id, .person, from: nil)
  }

  func remove(_ id: String, _ turn: Turn) throws {
    let old = try instance(id)
    let stacked = keeper.stacks[of: id]?.members ?? []
    keeper.remove(id, at: now)
    try enter("removed", old.family, turn)
    turn.tell(HostEvent(at: now, .widget, family: old.family.rawValue, "\(widgets.title(of: old)) removed"))
    turn.say(.withdraw(.widget(id)))
    try changed(stacked.filter { $0 != id }, turn)
  }

  /// Removes everything of a removed family.
  func removeAll(of family: FamilyID, _ turn: Turn) throws {
    for own in keeper.ordered where own.family == family {
      keeper.remove(own.id, at: now)
      turn.say(.withdraw(.widget(own.id)))
    }
    try keeper.forgetOffers(of: family, in: turn.transaction)
    // In what is left of a stack, a widget of another family may now be in front.
    try changed(keeper.stacks.all.flatMap(\.members), turn)
  }

  // MARK: - The lock

  /// Locks or unlocks the screen. Families are not informed (WIDGET-W28).
  func lock(_ lock: ScreenLock, _ turn: Turn) throws {
    guard keeper.lock != lock else { return }
    try keeper.locks(lock, in: turn.transaction)
    turn.tell(HostEvent(at: now, .widget, lock.isLocked ? "screen locked" : "screen unlocked"))
    for instance in keeper.ordered { try widgets.present(instance.id, turn) }
  }

  // MARK: - Taps

  /// Taps a widget: an area of its tree by number, or the widget itself (WIDGET-W32). What an area leads to is read
  /// from the stored tree, never from the caller.
  func tap(_ id: String, area: Int?, _ turn: Turn) throws {
    let own = try instance(id)
    guard !keeper.lock.isLocked else {
      throw HostError(.failed, "The screen is locked; `sallyport widgets unlock` unlocks it.")
    }
    let shown = try widgets.presented(own, turn.transaction)
    let tree = try widgets.tree(of: shown)
    let targets = tree.map { TapTargets($0).targets } ?? []
    turn.tell(HostEvent(at: now, .press, family: own.family.rawValue, "\(shown.title) tapped"))
    guard let area else {
      // The URL of the widget itself; its links have areas of their own (WIDGET-W33, WIDGET-W34).
      var url: String?
      if case .widget(let widget)? = tree?.root.content { url = widget.url }
      return try open(own, url: url, turn)
    }
    guard targets.indices.contains(area - 1) else {
      throw HostError(.usage, "The widget shows no area \(area); `sallyport widgets show \(id)` numbers them.")
    }
    switch targets[area - 1] {
    case .url(let url): try open(own, url: url, turn)
    case .action:
      throw HostError(.failed, "This button of the widget calls code that no process holds, so it does nothing.")
    case .intent(let name, let parameters):
      guard widgets.program(of: own)?.declaration.interactive == true else {
        throw HostError(
          .failed, "Buttons of this widget are off; its manifest does not say “interactive”.")
      }
      try perform(name, parameters, own, turn)
    }
  }

  /// Opens the family's app, the only program that a tap reaches (WIDGET-W35).
  private func open(_ own: WidgetInstance, url: String?, _ turn: Turn) throws {
    let opening =
      url.map { AppDelivery.Opening.url($0) }
      ?? .activity(kind: own.kind, size: own.size, configuration: own.parameters)
    try visits.open(own.family, reason: .widget, opening: opening, turn)
  }

  /// Performs the intent of a button: in the App Intents extension if it describes the intent, else in the widget
  /// itself, which can change nothing (WIDGET-W46).
  private func perform(
    _ intent: String, _ parameters: [IntentParameter], _ own: WidgetInstance, _ turn: Turn
  ) throws {
    let values = parameters.compactMap { parameter in
      (try? PropertyValue(wire: parameter.value, at: "", from: .extension)).map {
        ParameterValue(name: parameter.name, value: $0)
      }
    }
    guard focus.program(of: intent, own.family) != nil else {
      return keeper.ask(
        .intent(own.id, IntentArguments(intent: intent, parameters: values, instance: own.id)))
    }
    let sequence = memory.change { _, state in
      state.families[own.family]?.sequence += 1
      return state.families[own.family]?.sequence ?? 0
    }
    let body = IntentDelivery(
      intent: intent, parameters: values.map(StoredParameter.init), instance: own.id)
    try outbox.owe(
      [
        PendingDelivery(
          family: own.family.rawValue, sequence: sequence, point: ExtensionPoint.focusFilter.rawValue,
          callback: PendingDelivery.performIntent, dueAt: HostCalendar.wholeMinute(now), owedAt: now,
          body: try CanonicalJSON.bytes(of: body))
      ], in: turn.transaction)
  }
}
