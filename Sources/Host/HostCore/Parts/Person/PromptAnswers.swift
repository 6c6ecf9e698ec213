// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Handles the answers to prompts. A prompt stays open until it is answered or reaches its time limit.
final class PromptAnswers {
  let persons: PersonDesk
  let desk: CallbackDesk
  let registry: FamilyRegistry
  let chronicle: Chronicle
  let authorizations: Authorizations
  let consents: Consents
  let questions: Questions
  let memory: DeviceMemory
  let items: ItemDesk

  init(_ owners: Owners, authorizations: Authorizations, consents: Consents, questions: Questions) {
    persons = owners.persons
    desk = owners.desk
    registry = owners.registry
    chronicle = owners.chronicle
    memory = owners.memory
    items = owners.items
    self.authorizations = authorizations
    self.consents = consents
    self.questions = questions
  }

  /// Closes prompts that have reached their time limit. They count as unanswered, which is not a consent.
  ///
  /// - Returns: inputs that were waiting for an answer.
  func end(overdueAt now: Timestamp, _ turn: Turn) throws -> [DeviceInput] {
    try persons.overdue(at: now).compactMap { id in
      turn.say(.closePrompt(id))
      if case .pick? = persons.prompts[id]?.purpose { return try take(.picked(nil), to: id, turn) }
      return try take(.said(.unanswered), to: id, turn)
    }
  }

  /// - Returns: an input that was waiting for the answer.
  func take(
    _ reply: PromptReply, to id: PromptID, by authority: Authority = .person, as profile: PrivacyProfile? = nil,
    _ turn: Turn
  ) throws -> DeviceInput? {
    let isKnown = persons.prompts[id] != nil || persons.book.unanswered.contains { $0.number == id.number }
    if case .said(let answer) = reply, answer != .unanswered, isKnown {
      try persons.changeBook(turn) {
        $0.add(SettledPrompt(number: id.number, isYes: answer.isConsent, authority: authority, at: memory.state.now))
      }
    }
    guard let prompt = persons.close(id) else {
      try takeLate(reply, to: id, as: profile, turn)
      return nil
    }
    if case .said(.unanswered) = reply { try persons.noteUnanswered(prompt, id, at: memory.state.now, turn) }
    let hadGrant = memory.state.families[prompt.family]?.isApproved == true
    let call = prompt.call.flatMap { desk[$0] }
    let program = call.flatMap { registry.program($0.program) }
    switch (prompt.purpose, reply) {
    case (.authorization(let member, let authenticator), .said(let answer)):
      if answer != .unanswered { try persons.changeBook(turn) { $0.forget(prompt.family) } }
      // The grant holds even if the callback that asked for it fails later (A2).
      guard let question = call?.question, let program else { return nil }
      if try authorizations.answered(answer, member, by: authenticator, as: profile, question, program, turn) {
        try agreed(to: prompt.family, hadGrant, by: authority, as: profile, turn)
      }
    case (.acquaintance(let member), .said(let answer)):
      if answer.isConsent {
        if try authorizations.grant(prompt.family, as: member, profile: profile, turn) == nil {
          try agreed(to: prompt.family, hadGrant, by: authority, as: profile, turn)
        }
      } else if answer == .denied {
        try authorizations.enterRefusal(of: prompt.family, Authorizations.managing(as: member), turn)
      }
    case (.pick(let params), .picked), (.pick(let params), .said(.unanswered)):
      guard let question = call?.question, let program else { return nil }
      try questions.picked(
        reply.pick.map(items.merged), params, question, program, memory.rules.registry, items.named, chronicle, turn)
    case (.revocation(let waiting), .said(let answer)):
      authorizations.tell(prompt.family, "revocation", detail: "\(answer.rawValue) by the guardian", turn)
      if answer == .denied {
        try authorizations.enterRefusal(of: prompt.family, "give up what was approved for a child", turn)
      }
      if let call { desk.change(call.id) { $0.guardian = answer.isConsent ? [.guardian] : [] } }
      return waiting
    case (.profile, .said(let answer)): try consents.answered(answer, of: prompt.family, turn)
    case (.authorization, .picked), (.acquaintance, .picked), (.revocation, .picked), (.profile, .picked),
      (.pick, .said):
      throw HostError(.usage, "The answer does not fit the prompt.")
    }
    return nil
  }

  /// Applies the agreement to the rules. If another answer had already approved the family, only the profile can be new.
  private func agreed(
    to family: FamilyID, _ hadGrant: Bool, by authority: Authority, as profile: PrivacyProfile?, _ turn: Turn
  ) throws {
    if hadGrant, let profile { try consents.agree(to: family, by: authority, as: profile, turn) }
    try consents.load(turn.transaction)
  }

  /// Handles the answer to a prompt that closed unanswered within the last seven days. The app is notified as of any
  /// change from outside (A10).
  private func takeLate(
    _ reply: PromptReply, to id: PromptID, as profile: PrivacyProfile?, _ turn: Turn
  ) throws {
    let now = memory.state.now
    guard case .said(let answer) = reply, persons.book.unanswered.contains(where: { $0.number == id.number }) else {
      return
    }
    var late: UnansweredPrompt?
    try persons.changeBook(turn) { late = $0.take(id.number, at: now) }
    guard let late, memory.state.families[late.family]?.isApproved == false else { return }
    if answer.isConsent {
      try authorizations.grant(late.family, as: late.member, profile: profile, turn)
      try consents.load(turn.transaction)
    } else {
      try authorizations.enterRefusal(of: late.family, Authorizations.managing(as: late.member), turn)
      memory.change { rules, state in rules.deny(late.family, in: &state) }
      authorizations.tell(
        late.family, "refused", detail: "\(answer.rawValue) by the \(late.authenticator.rawValue)", turn)
    }
    authorizations.visits.push([.authorization], to: late.family, turn)
  }
}
