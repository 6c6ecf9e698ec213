// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

/// The device: a function from an input to commands. It never blocks, and reads no clock, file, process or environment;
/// anything that blocks is outside and reports back as an input.
///
/// Each input is one transaction of new state, pending deliveries and ledger entries. Commands are returned only after
/// the commit (H1).
package final class Device {
  let owners: Owners
  /// All queries that leave the device unchanged.
  package let facts: DeviceFacts
  private let intake: Intake
  private let turns: TurnGiver
  private let replies: Replies
  private let questions: Questions
  private let reports: Reports
  private let looks: Looks
  private let persons: PersonActs
  private let operations: Operations
  private let sources: SourceNews
  private let home: HomeScreen

  init(_ owners: Owners) {
    self.owners = owners
    let parts = Parts(owners)
    (intake, turns, replies, questions) = (parts.intake, parts.turns, parts.replies, parts.questions)
    (reports, looks, persons, operations) = (parts.reports, parts.looks, parts.persons, parts.operations)
    sources = parts.sources
    home = parts.home
    facts = DeviceFacts(owners, parts)
  }

  package var now: Timestamp { owners.memory.state.now }

  /// Takes one input.
  ///
  /// - Returns: the commands to carry out, in order.
  /// - Throws: `HostError` for a refused act, with nothing changed; or the store's error, after which the next input
  ///   starts from the durable state, so that nothing is lost or applied twice.
  package func take(_ input: DeviceInput) throws -> [DeviceCommand] {
    owners.notifications.commandsWereCarriedOut()
    return try handle(input)
  }

  private func handle(_ input: DeviceInput) throws -> [DeviceCommand] {
    if owners.memory.phase == .behindStore {
      try owners.reload()
      // The rules may follow an agreement that was not written.
      try operations.loadConsents()
    }
    switch input {
    case .use(let span): return try live(through: span, isSample: true)
    case .time(let time) where now < time:
      return try live(through: UseSpan(start: now, end: time, isPresent: false), isSample: false)
    case .time:
      return try rest()
    case .moved(let program, let move):
      owners.moved(program, move)
      return []
    case .wrote(let program, let isSealed, let lines):
      if isSealed { owners.registry.wrote(program) } else { owners.registry.printed(lines ?? [], by: program) }
      return []
    case .held(let family, let failure): return try transact { self.reports.held(family, failure, $0) }
    case .ended(let call, let end): return try transact { try self.ended(call, end, $0) }
    case .asked(let id, let question): return try transact { try self.asked(id, question, $0) }
    case .source(let event): return try transact { try self.sources.take(event, $0) }
    case .focus(let mode): return try transact { try self.home.filters.make(.activate(mode), $0) }
    case .operator(.opens): return try open()
    case .operator(.saves): return owners.isUnsaved ? try transact { _ in } : []
    case .operator(let act): return try transact { try self.operations.take(act, $0) }
    case .person(let act):
      var waiting: DeviceInput?
      let commands = try transact { waiting = try self.persons.take(act, $0) }
      return try commands + (waiting.map(handle) ?? [])
    }
  }

  private func live(through span: UseSpan, isSample: Bool) throws -> [DeviceCommand] {
    let step = intake.advance(through: span, isSample: isSample)
    guard intake.mustSave(step) || owners.hasTurnToGive else { return try home.widgets.showStored() }
    return try transact { try self.intake.take(step, $0) }
  }

  /// Runs when all input of this instant was taken: draws due reports, shows due notifications, ends prompts at their
  /// limit, and returns the next wake time.
  private func rest() throws -> [DeviceCommand] {
    var commands: [DeviceCommand] = []
    if reports.isDue || persons.isLimitReached(at: now) || home.notices.isDue || intake.isHomeDue {
      var waiting: [DeviceInput] = []
      commands = try transact { turn in
        try self.reports.drawDue(turn)
        try self.intake.keepHome(turn)
        try self.home.notices.fireDue(turn)
        waiting = try self.persons.endPrompts(at: self.now, turn)
      }
      for input in waiting { commands += try handle(input) }
    }
    while persons.changes.isDue { commands += try transact { try self.persons.changes.carryOutNext($0) } }
    return try commands + home.widgets.showStored() + intake.warmth() + intake.wakes.command
  }

  private func open() throws -> [DeviceCommand] {
    operations.admitFamilies()
    try operations.loadConsents()
    let isDue = try owners.memory.store.read { try operations.isOpeningDue($0) }
    return try (isDue ? transact { try self.operations.take(.opens, $0) } : []) + looks.again
  }

  // MARK: - One input

  private func transact(_ body: (Turn) throws -> Void) throws -> [DeviceCommand] {
    var turn: Turn?
    // The after-commit closures hold the turn, which would leak if the commit failed.
    defer { turn?.end() }
    try owners.memory.transact { transaction in
      let open = Turn(transaction)
      turn = open
      try body(open)
      try turns.settleHopeless(open)
      try owners.save(in: transaction)
    }
    guard let turn else { return [] }
    try turn.wasCommitted()
    turns.holdBacklogs(turn)
    // A request that the policy refused becomes an `ended` input with that refusal.
    let refusals = try turns.give(turn) + home.filters.give(turn) + home.widgets.give(turn)
    return try refusals.reduce(turn.commands) { try $0 + handle($1) }
  }

  private func ended(_ id: CallID, _ end: CallEnd, _ turn: Turn) throws {
    guard let call = owners.desk[id], let program = owners.registry.program(call.program) else {
      // The reply is late, repeated, from an earlier run, or for a cancelled callback (H4).
      guard case .replied = end else { return }
      turn.say(.conclude(id, .denied(.ofNoCall)))
      return turn.tell(
        HostEvent(at: now, .warning, "ignored a reply to a callback that is not in flight"))
    }
    // Close the prompts that this callback opened.
    for prompt in try owners.persons.closePrompts(within: id, unless: end.isReply, at: now, turn) {
      turn.say(.closePrompt(prompt))
    }
    switch call.kind {
    case .look(let look):
      owners.desk.end(id)
      try looks.ended(look, end, program, turn)
    case .report(let request, let isAsked):
      owners.desk.end(id)
      try reports.ended(call, request, isAsked: isAsked, end, program, turn)
    case .widget(let task): try home.widgetReplies.ended(task, call, end, program, turn)
    case .filter(let query): try home.filters.ended(query, call, end, program, turn)
    case .monitor, .press, .visit, .push, .focus, .intent: try replies.ended(call, end, program, turn)
    }
  }

  private func asked(_ id: QuestionID, _ question: Question, _ turn: Turn) throws {
    guard let call = owners.desk[id.call], let program = owners.registry.program(call.program) else {
      turn.say(.answer(id, .refusal(.ofNoCall)))
      return turn.tell(
        HostEvent(at: now, .warning, "refused a question within a callback that is not in flight"))
    }
    try questions.asked(id, question, call, program, turn)
  }
}
