// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import HostCore
internal import ScreenTimeRules

/// What the person agreed to, and the prompts that they may still answer (H10).
struct ConsentBook {
  /// An authorization prompt that closed without an answer. A later one of its family takes its place.
  private struct Unanswered {
    var id: PromptID
    var member: FamilyMember
    var until: Timestamp
  }

  /// The time for which a prompt that closed without an answer may be answered.
  private static let patience: Int64 = 7 * 86_400_000

  private var agreed: Set<FamilyID> = []
  private var open: [PromptID: Prompt] = [:]
  /// Stored by the device, so a kill doesn't end them.
  private var unanswered: [FamilyID: Unanswered] = [:]

  /// Resets at the start of a host: no prompt is open, but approvals persist.
  mutating func begin(_ state: DeviceState) {
    open = [:]
    agreed = Set(state.families.filter(\.value.isApproved).keys)
  }

  /// Drops the open prompts with the calls that opened them, after the device reloaded its state from the store.
  mutating func failed() { open = [:] }

  mutating func took(_ command: DeviceCommand, at now: Timestamp) {
    switch command {
    case .prompt(let id, let prompt): open[id] = prompt
    case .closePrompt(let id):
      guard case .authorization(let family, let member, _)? = open.removeValue(forKey: id) else { return }
      unanswered[family] = Unanswered(id: id, member: member, until: now.advanced(by: Self.patience))
    default: break
    }
  }

  /// Records the person's answer to a prompt that is open or closed without an answer. Any other answer has no effect.
  ///
  /// - Returns: the family and member that a late answer approves.
  mutating func said(_ reply: PromptReply, to prompt: Prompt, _ id: PromptID, at now: Timestamp)
    -> (family: FamilyID, member: FamilyMember)?
  {
    let wasOpen = open.removeValue(forKey: id) != nil
    guard case .authorization(let family, _, _) = prompt, case .said(let answer) = reply, answer.isConsent else {
      return nil
    }
    let late = unanswered[family]
    guard wasOpen || late?.id == id else { return nil }
    unanswered[family] = nil
    if wasOpen {
      agreed.insert(family)
      return nil
    }
    guard let late, now < late.until else { return nil }
    agreed.insert(family)
    return (family, late.member)
  }

  /// The families that are approved without the person's consent, each once.
  mutating func unexplained(in state: DeviceState) -> [FamilyID] {
    var found: [FamilyID] = []
    for (id, family) in state.families.sorted(by: { $0.key < $1.key }) {
      if family.isApproved, agreed.insert(id).inserted { found.append(id) }
      if !family.isApproved, family.authorization != .notDetermined { agreed.remove(id) }
    }
    return found
  }
}
