// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules

/// An open prompt, for the list that a person reads.
package struct OpenPromptFacts: Hashable, Sendable {
  /// The form of the answer.
  package enum Form: String, WireWord {
    case yesOrNo, pick
  }

  package var number: Int64
  package var family: FamilyID
  package var form: Form
  package var question: String
  /// Whether only the guardian may answer.
  package var needsGuardian: Bool
  /// The instant at which the prompt closes without an answer; `nil` if it stays open.
  package var until: Timestamp?
  /// Whether it closed without an answer. The family is not waiting any more, and learns of the answer when it runs.
  package var isLate = false
}

/// How the host carries out an order: by an input, or not at all because its result already holds.
enum OrderMeaning {
  case input(DeviceInput)
  /// The input makes the change wait, under its number, until an instant.
  case waiting(DeviceInput, String, number: Int64, until: Timestamp)
  case already(String)
}

extension DeviceFacts {
  /// The open prompts, oldest first.
  package var openPrompts: [OpenPromptFacts] {
    owners.persons.prompts.sorted { $0.key.number < $1.key.number }.map { id, open in
      OpenPromptFacts(
        number: id.number, family: open.family, form: open.prompt.isPicker ? .pick : .yesOrNo,
        question: open.prompt.question, needsGuardian: needsGuardian(open.prompt), until: open.limit)
    }
  }

  /// The window of a family's open app, if it shows one.
  package func window(of family: FamilyID) -> AppWindow? {
    owners.registry.isOpen(family) ? owners.surfaces.windows[family] : nil
  }

  /// The items that a person can pick or name, whose name, id or category contains `text`, without regard to case and
  /// accents.
  package func items(containing text: String) -> [Item] {
    let items = owners.items
    guard !text.isEmpty else { return items.named }
    func holds(_ name: String?) -> Bool {
      name?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
    return items.named.filter { item in
      holds(items[item]) || holds(item.id) || item.kind != .category && holds(items[rules.registry.category(of: item)])
    }
  }

  private func needsGuardian(_ prompt: Prompt) -> Bool {
    switch prompt {
    case .authorization(_, _, let authenticator): authenticator == .guardian
    case .revocation: true
    case .profile(let family, _), .pick(let family, _): state.families[family]?.member == .child
    }
  }

  // MARK: - Orders

  /// The meaning of an order now.
  ///
  /// - Throws: `HostError` if it names something that is not there, or if another role has to give it.
  func meaning(of order: PersonOrder) throws(HostError) -> OrderMeaning {
    func act(_ kind: PersonAct.Kind) -> OrderMeaning { .input(.person(PersonAct(kind, order))) }
    switch order.kind {
    case .answer(let number, let isYes, let terms):
      try require(terms)
      return try answer(number, isYes: isYes, terms.profile, order)
    case .pick(let number, let pick):
      guard try openPrompt(number).prompt.isPicker else {
        throw HostError(.usage, "Prompt \(number) is a question; answer it with yes or no.")
      }
      if let pick { try requireKnown(pick) }
      return act(.answers(PromptID(number: number), .picked(pick), by: order.role.authority))
    case .open(let family):
      try require(family)
      guard owners.registry[family, .app] != nil else {
        return act(.meets(family))
      }
      guard !owners.registry.isOpen(family) else { return .already("The app of “\(family.rawValue)” is open.") }
      return act(.opens(family, stays: true))
    case .close(let family):
      try require(family)
      try requireIdle(family)
      guard owners.registry.isOpen(family) else { return .already("The app of “\(family.rawValue)” is not open.") }
      return act(.closes(family))
    case .tap(let family, let tree, let action, let isOn):
      return act(
        .taps(family, label: try label(tree, action, isOn, of: family), tree: tree, action: action, isOn: isOn))
    case .press(let name, let button):
      let item = try item(named: name)
      guard let shield = shield(over: item) else {
        throw HostError(
          .failed, "Nothing shields \(self.name(of: item)) now; `sallyport explain shield` tells why.")
      }
      return act(.presses(button, shield))
    case .consent(let family, let terms):
      try require(family)
      try require(terms)
      return act(.agrees(family, by: order.role.authority, profile: terms.profile))
    case .revoke(let family, let keepsShields):
      try require(family)
      guard state.families[family]?.isApproved == true else {
        throw HostError(.failed, "“\(family.rawValue)” is not approved, so there is nothing to revoke.")
      }
      guard !keepsShields else { return act(.revokes(family, by: order.role.authority, keepsShields: true)) }
      return try meaning(ofRevoking: family, removes: false, order)
    case .remove(let family):
      try require(family)
      return try meaning(ofRevoking: family, removes: true, order)
    case .resetTokens(let family):
      try require(family)
      return act(.resetsIdentifiers(family))
    case .withdrawItem(let name, let family):
      try require(family)
      return try meaning(ofWithdrawing: try nameable(name, of: family), from: family, order)
    case .ledger(let isOn): return act(.turnsLedger(isOn: isOn))
    case .ask(let item, let seconds, let reason):
      return try meaning(ofAsking: item, seconds: seconds, reason: reason, order)
    case .withdraw(let item): return try meaning(ofWithdrawing: item, order)
    case .allow(let target, let length): return try meaning(ofAllowing: target, length, order)
    case .refuse(let request): return try meaning(ofRefusing: request, order)
    case .endGrant(let item): return try meaning(ofEnding: item, order)
    case .rename(let item, let name): return try meaning(ofRenaming: item, to: name, order)
    case .file(let item, let category): return try meaning(ofFiling: item, under: category, order)
    case .merge(let item, let target): return try meaning(ofMerging: item, into: target, order)
    case .cancelChange(let number): return try meaning(ofCancelling: number, order)
    case .delayChanges(let seconds): return try meaning(ofDelaying: seconds, order)
    case .restart(let name):
      let program = ProgramID(name)
      guard owners.registry.program(program) != nil else {
        throw HostError(.usage, "No family has an extension “\(name)”; `sallyport families` lists them.")
      }
      return .input(.operator(.reset(program)))
    case .resend(let family, let number):
      try require(family)
      return .input(.operator(.resend(family, sequence: number)))
    case .dismiss(let family, let number):
      try require(family)
      return .input(.operator(.dismiss(family, sequence: number)))
    case .passcode(.replace): return try meaning(ofReplacingPasscode: order)
    case .passcode: throw HostError(.usage, "A passcode is not an act of the device.")
    case .answerNotification(let number, let family):
      try require(family)
      return act(.answersNotification(number, of: family))
    case .widget(let order):
      if case .place(let family, _, _, _) = order { try require(family) }
      return act(try self.act(of: order))
    case .focus(let change):
      if case .activate(let id) = change, id == focus.activeID {
        return .already(id.map { "“\($0)” is on." } ?? "No Focus is on.")
      }
      return act(.changesFocus(change))
    case .push(let family, let payload):
      try require(family)
      return act(.deliversPayload(payload, to: family))
    case .clearNotification(let number, let family):
      try require(family)
      return act(.clearsNotification(number, of: family))
    }
  }

  private func answer(
    _ number: Int64, isYes: Bool, _ profile: PrivacyProfile?, _ order: PersonOrder
  ) throws(HostError) -> OrderMeaning {
    if owners.persons.prompts[PromptID(number: number)] == nil {
      return try lateAnswer(number, isYes: isYes, profile, order)
    }
    let prompt = try openPrompt(number).prompt
    guard !prompt.isPicker else {
      throw HostError(.usage, "Prompt \(number) is a picker; answer it with `sallyport pick \(number)`.")
    }
    guard order.role == .guardian || !needsGuardian(prompt) else {
      throw HostError(.failed, "Prompt \(number) is for the guardian; repeat with --as guardian.", as: .guardianNeeded)
    }
    return answering(number, isYes: isYes, profile, order)
  }

  private func answering(
    _ number: Int64, isYes: Bool, _ profile: PrivacyProfile?, _ order: PersonOrder
  ) -> OrderMeaning {
    let reply = PromptReply.said(isYes ? .approved : .denied)
    let kind = PersonAct.Kind.answers(
      PromptID(number: number), reply, by: order.role.authority, profile: profile)
    return .input(.person(PersonAct(kind, order)))
  }

  /// The meaning of an answer to a prompt that is not open: it may have closed unanswered, or have its answer.
  private func lateAnswer(
    _ number: Int64, isYes: Bool, _ profile: PrivacyProfile?, _ order: PersonOrder
  ) throws(HostError) -> OrderMeaning {
    if let late = unansweredPrompts.first(where: { $0.number == number }) {
      guard order.role == .guardian || !late.needsGuardian else {
        throw HostError(
          .failed, "Prompt \(number) is for the guardian; repeat with --as guardian.", as: .guardianNeeded)
      }
      return answering(number, isYes: isYes, profile, order)
    }
    guard let settled = owners.persons.book.settled(number) else {
      _ = try openPrompt(number)
      return .already("Prompt \(number) is open.")
    }
    let who = settled.authority == .guardian ? "guardian" : "owner"
    let says =
      "Prompt \(number) was answered with \(settled.isYes ? "yes" : "no") by the \(who) at "
      + "\(owners.chronicle.calendar.spoken(settled.at))."
    guard settled.isYes == isYes else { throw HostError(.failed, says, as: .settled) }
    return .already(says)
  }

  /// Questions that closed without an answer and may still be answered, oldest first.
  package var unansweredPrompts: [OpenPromptFacts] {
    owners.persons.book.unanswered.filter {
      !$0.isOver(at: state.now) && state.families[$0.family]?.isApproved == false
    }.map {
      OpenPromptFacts(
        number: $0.number, family: $0.family, form: .yesOrNo,
        question: Prompt.authorization($0.family, as: $0.member, by: $0.authenticator).question,
        needsGuardian: $0.authenticator == .guardian, until: $0.closedAt.advanced(by: UnansweredPrompt.patience),
        isLate: true)
    }
  }

  private func openPrompt(_ number: Int64) throws(HostError) -> PersonDesk.OpenPrompt {
    guard let open = owners.persons.prompts[PromptID(number: number)] else {
      throw HostError(.failed, "No prompt \(number) is open; `sallyport requests` lists the open ones.", as: .settled)
    }
    return open
  }

  /// Refuses terms other than those in force: a wider profile than the host's, or a sheet of another policy.
  private func require(_ terms: ConsentTerms) throws(HostError) {
    let consent = owners.consent
    if let policy = terms.policy, policy != consent.policy.version {
      throw HostError(
        .failed, "The terms have changed since this sheet was shown; read the present one and answer that.", as: .stale)
    }
    if let profile = terms.profile, PrivacyProfile.isWider(profile, than: consent.wanted) {
      throw HostError(
        .usage,
        "The host runs with the profile “\(consent.wanted.rawValue)”, and “\(profile.rawValue)” is wider; "
          + "start it with --profile \(profile.rawValue) first.")
    }
  }

  private func require(_ family: FamilyID) throws(HostError) {
    guard state.families[family] == nil else { return }
    throw HostError(.usage, "The family “\(family.rawValue)” is not in this state; `sallyport state` lists them.")
  }

  /// Callbacks of a family never overlap (C6), so its app can't be tapped or closed within one.
  private func requireIdle(_ family: FamilyID) throws(HostError) {
    guard owners.outbox.isInCallback(family) else { return }
    throw HostError(.failed, "\(parts.names.display(family)) is busy with a callback; try again later.", as: .busy)
  }

  /// The text of a control of the window that the person saw.
  private func label(
    _ tree: Int64, _ action: Int64, _ isOn: Bool?, of family: FamilyID
  ) throws(HostError) -> String {
    try require(family)
    try requireIdle(family)
    guard let window = window(of: family), window.tree == tree else {
      throw HostError(
        .failed, "The window of “\(family.rawValue)” has changed; `sallyport window \(family.rawValue)` shows it.",
        as: .stale)
    }
    guard let control = window.controls.first(where: { $0.action == action }) else {
      throw HostError(.usage, "The window of “\(family.rawValue)” has no control with the action \(action).")
    }
    guard (control.isOn == nil) == (isOn == nil) else {
      throw HostError(
        .usage,
        isOn == nil
          ? "“\(control.label)” is a switch; say whether it should be on or off."
          : "“\(control.label)” is a button; it can't be on or off.")
    }
    return control.label
  }

  // MARK: - Names

  /// Finds an application or web domain by id or display name.
  func item(named name: String) throws(HostError) -> Item {
    let names = owners.items
    let candidates = knownItems
    func isAlike(_ text: String?) -> Bool {
      text?.compare(name, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
    }
    let alike = candidates.filter { isAlike($0.id) || isAlike(names[$0]) }
    guard
      let item = candidates.first(where: { $0.id == name }) ?? candidates.first(where: { names[$0] == name })
        ?? (alike.count == 1 ? alike[0] : nil)
    else {
      throw HostError(
        .usage, "“\(name)” is not an application or web domain in this state; `sallyport items` lists them.")
    }
    return item
  }

  private func nameable(_ name: String, of family: FamilyID) throws(HostError) -> Item {
    let named = nameableItems(of: family).filter { $0.id == name || self.name(of: $0) == name }
    guard let only = named.first, named.count == 1 else {
      throw HostError(
        .usage,
        named.isEmpty
          ? "“\(family.rawValue)” can't name “\(name)”; `sallyport tokens status` lists what it can."
          : "“\(name)” means \(named.count) items of “\(family.rawValue)”; use the ITEM that `sallyport tokens status` lists."
      )
    }
    return only
  }

  /// Refuses an application that this device does not know: a mistyped id would be a rule on nothing. A domain may be
  /// typed (M11).
  private func requireKnown(_ pick: PersonAnswers.Pick) throws(HostError) {
    let names = owners.items
    for id in pick.applications ?? [] where names[.application(id)] == nil {
      throw HostError(.usage, "“\(id)” is not an application of this device; `sallyport items` lists them.")
    }
    for domain in pick.webDomains ?? [] {
      guard (try? CanonicalIdentity.item(.webDomain, domain))?.id == domain else {
        throw HostError(.usage, "“\(domain)” is not a domain in its canonical form, such as video.example.")
      }
    }
    for code in pick.categories ?? [] where names[.category(code)] == nil && !Self.categoryCodes.contains(code) {
      throw HostError(.usage, "“\(code)” is not a category; use a number from 1 to 12.")
    }
  }
}

extension Prompt {
  var isPicker: Bool { if case .pick = self { true } else { false } }
}
