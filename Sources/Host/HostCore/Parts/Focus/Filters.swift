// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Turns Focus modes on and off, and makes the edges of their filters pending.
final class Filters {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let focus: FocusDesk
  let consent: ConsentDesk
  let chronicle: Chronicle
  let notices: Notices
  let requests: RequestMaker

  init(_ owners: Owners, notices: Notices, requests: RequestMaker) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    desk = owners.desk
    focus = owners.focus
    consent = owners.consent
    chronicle = owners.chronicle
    self.notices = notices
    self.requests = requests
  }

  private var now: Timestamp { memory.state.now }

  // MARK: - Changes

  /// Makes a change with everything that follows from it (FOCUS-F7).
  ///
  /// - Throws: `HostError` for a mode that doesn't exist or one too many; nothing has changed then.
  func make(_ change: FocusChange, isScheduled: Bool = false, _ turn: Turn) throws {
    let before = focus.state.activeID
    let outcome: FocusState.Outcome
    do throws(FocusState.Refusal) {
      outcome = try focus.change { state throws(FocusState.Refusal) in
        try state.make(change, isScheduled: isScheduled)
      }
    } catch { throw HostError(.usage, error.sentence) }
    if before != focus.state.activeID { tell(from: before, turn) }
    for key in outcome.superseded { try supersede(key, turn) }
    for delivery in outcome.owed { try owe(delivery, turn) }
    try focus.followed(until: now, in: memory.state.place, turn.transaction)
    // Notifications that waited for a filter may be decided now.
    try notices.decideHeld(turn)
  }

  private func tell(from before: String?, _ turn: Turn) {
    let what =
      focus.state.active.map { "\($0.name) is on" }
      ?? "\(before.flatMap { focus.state.mode($0)?.name } ?? "Focus") is off"
    turn.tell(HostEvent(at: now, .focus, what))
  }

  /// Drops the deliveries of a filter that are not in flight, since a newer one replaces them (FOCUS-F8).
  private func supersede(_ key: FocusFilterKey, _ turn: Turn) throws {
    for row in outbox.edges(of: key) where !desk.isInFlight(row) {
      try outbox.settle(row, as: .init(.dropped, reason: .delivery(.superseded), at: now), in: turn.transaction)
    }
  }

  private func owe(_ delivery: FilterDelivery, _ turn: Turn) throws {
    let family = delivery.key.family
    guard memory.state.families[family] != nil else { return }
    let sequence = memory.change { _, state in
      state.families[family]?.sequence += 1
      return state.families[family]?.sequence ?? 0
    }
    let minute = HostCalendar.wholeMinute(now)
    try outbox.owe(
      [
        PendingDelivery(
          family: family.rawValue, sequence: sequence, point: ExtensionPoint.focusFilter.rawValue,
          callback: PendingDelivery.performFilter, dueAt: minute, owedAt: now,
          body: try CanonicalJSON.bytes(of: delivery))
      ], in: turn.transaction)
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .focus, values: ["edge": .word(delivery.edge.rawValue)],
        profile: consent.profile), at: now, in: turn.transaction)
  }

  /// Follows the schedules of the modes (FOCUS-F17).
  func follow(_ turn: Turn) throws {
    guard focus.isDue(at: now) else { return }
    let place = memory.state.place
    if let last = focus.followedUntil, last < now,
      let change = focus.state.scheduledChange(from: last, to: now, in: place)
    {
      try make(change, isScheduled: true, turn)
    }
    try focus.followed(until: now, in: place, turn.transaction)
  }

  // MARK: - Ends of deliveries

  /// Takes over what an accepted `perform` said about the filter.
  func accepted(_ row: PendingDelivery, _ delivery: FilterDelivery, _ context: FocusContext, _ turn: Turn) throws {
    let isNewest = outbox.isNewest(row, of: delivery.key)
    if focus.change({ $0.accepted(delivery, FilterContext(context), isNewest: isNewest) }) {
      try supersede(delivery.key, turn)
    }
    try notices.decideHeld(turn)
  }

  /// Drops a failed delivery if a newer one of the same filter waits.
  func failed(_ row: PendingDelivery, _ delivery: FilterDelivery, _ turn: Turn) throws {
    guard outbox.owed.contains(where: { $0.id == row.id }), !outbox.isNewest(row, of: delivery.key) else { return }
    try outbox.settle(row, as: .init(.dropped, reason: .delivery(.superseded), at: now), in: turn.transaction)
  }

  // MARK: - Questions

  /// Asks for the descriptions of builds that have not described themselves.
  func describeMissing() {
    for program in registry.programs where program.point == .focusFilter {
      guard focus.offers[program.id]?.installation != program.installation else { continue }
      focus.ask(.describe(program.id))
      focus.ask(.suggest(program.id))
    }
  }

  /// Asks a filter in force again, after its app said that its context changed (FOCUS-F12).
  func invalidate(_ intent: String, of family: FamilyID) {
    let key = FocusFilterKey(family, intent)
    guard focus.state.inForce[key] != nil else { return }
    focus.ask(.resolve(key))
  }

  /// Sends the next question of each family whose filter is free. Call it after the commit.
  func give(_ turn: Turn) -> [DeviceInput] {
    guard outbox.isOpen, !focus.waiting.isEmpty else { return [] }
    var refusals: [DeviceInput] = []
    for program in registry.programs {
      if let until = outbox.blockedUntil[program.id] {
        if now < until { continue }
        outbox.unblock(program.id)
      }
      guard outbox.isFree(for: program.family), !desk.isReporting(of: program.family),
        let query = focus.takeQuery(of: program.id)
      else { continue }
      let call = desk.begin(.filter(query), at: program)
      outbox.give(program.family, .call(call))
      do throws(FlowPolicyError) {
        let request = try requests.filter(callback(query), isBare: query.isDescription, program)
        turn.say(.perform(call, program.id, .open(request)))
      } catch {
        refusals.append(.ended(call, .denied(ErrorObject(.denied, error.description))))
      }
    }
    return refusals
  }

  private func callback(_ query: FilterQuery) -> FocusCallback {
    switch query {
    case .describe: .describe
    case .suggest: .suggest
    case .resolve(let key):
      .resolve(
        FilterValues(intent: key.intent, parameters: (focus.state.inForce[key] ?? []).compactMap(\.wireValue)))
    }
  }

  func ended(_ query: FilterQuery, _ call: OpenCall, _ end: CallEnd, _ program: HostedProgram, _ turn: Turn) throws {
    desk.end(call.id)
    outbox.endTurn(of: call.family)
    if case .unavailable(_, let retryAt?) = end {
      // It was not sent, because its program was started too often. It is asked again later.
      outbox.block(program.id, until: Timestamp(milliseconds: max(retryAt, now.milliseconds + 1)))
      return focus.ask(query)
    }
    var reply: WireValue?
    var failure = end.failure
    if case .replied(let value) = end {
      do {
        try take(value, query, program, turn)
        reply = value
        turn.say(.conclude(call.id, .accepted))
      } catch let error as WireError {
        let fault = ErrorObject(.schema, error.description, pointer: error.pointer)
        failure = fault.message
        turn.say(.conclude(call.id, .malformed(fault)))
      }
    }
    // Its process has served its one request.
    turn.say(.stop(program.id, .idle))
    let name = callback(query).name.rawValue
    turn.tell(HostEvent(at: now, .callback, program, name, detail: reply == nil ? failure ?? "no answer" : "answered"))
    if reply == nil { try note(failure ?? "no answer", query, program, turn) }
  }

  private func take(_ value: WireValue, _ query: FilterQuery, _ program: HostedProgram, _ turn: Turn) throws {
    switch query {
    case .describe:
      let description = try FocusDescription(wire: value, at: "", from: .extension)
      try focus.offers(
        Offer(installation: program.installation, description: description), of: program.id, in: turn.transaction)
    case .suggest:
      let suggestions = try FocusSuggestions(wire: value, at: "", from: .extension)
      try focus.suggests(
        Offer(installation: program.installation, description: suggestions), of: program.id, in: turn.transaction)
    case .resolve(let key):
      let context = try FocusContext(wire: value, at: "", from: .extension)
      focus.change { $0.resolved(key, FilterContext(context)) }
    }
  }

  /// Keeps the reason why a program described nothing, so that it is not asked again until another build comes.
  private func note(_ failure: String, _ query: FilterQuery, _ program: HostedProgram, _ turn: Turn) throws {
    guard case .describe = query else { return }
    try focus.offers(
      Offer(installation: program.installation, failure: failure), of: program.id, in: turn.transaction)
  }

  // MARK: - Endings

  func remove(_ family: FamilyID, _ turn: Turn) throws {
    focus.change { $0.remove(family) }
    try focus.forgetOffers(of: family, in: turn.transaction)
  }
}

extension FilterQuery {
  /// Whether the request holds the environment alone.
  fileprivate var isDescription: Bool { if case .describe = self { true } else { false } }
}

extension FilterContext {
  init(_ context: FocusContext) {
    self.init(
      title: context.title, subtitle: context.subtitle, predicate: context.predicate,
      targetPrefix: context.targetPrefix)
  }
}

extension FocusState.Refusal {
  var sentence: String {
    switch self {
    case .unknownMode(let id): "There is no Focus “\(id)”; `sallyport focus list` lists them."
    case .tooManyModes: "limit.modes: A device has at most \(FocusMode.mostModes) Focus modes; remove one first."
    case .tooManyFilters: "limit.filters: A Focus has at most \(FocusMode.mostFilters) filters; remove one first."
    }
  }
}

extension CallEnd {
  /// Why there is no reply, in a few words; `nil` for a reply.
  var failure: String? {
    switch self {
    case .replied: nil
    case .malformed(let error), .denied(let error), .failed(let error): error.message
    case .fallback(let reason), .unavailable(let reason, _): reason.sentence ?? reason.rawValue
    }
  }
}
