// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
package import ScreenTimeRules

/// What went wrong in a run, or was left open, as its inputs and commands show. It judges a run; the device does not
/// read it.
package struct RunRecord: Sendable {
  /// A fact that fails a strict run. Only an unanswered prompt fails every run.
  package struct Finding: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      /// A delivery ended without an applied reply.
      case unapplied
      /// A sealed program gave no usable answer, so its default was shown.
      case fallback
      /// An effect was applied that nothing on this device carries out.
      case notEnforced
      /// A prompt got no answer.
      case unanswered
    }

    package var kind: Kind
    /// The program, or the family of a prompt.
    package var subject: String
    /// A few words: the outcome and its reason, the effect, or what was asked.
    package var detail: String
    /// An answer to the prompt, as an answers file has it.
    package var example: String?
    package var count = 1
  }

  /// In the order of their first occurrence.
  package private(set) var findings: [Finding] = []
  /// The settled callbacks of monitors, by family.
  package private(set) var monitorCallbacks: [FamilyID: Int] = [:]
  /// The last request of each family's app that was refused, as a sentence.
  private(set) var refusals: [FamilyID: String] = [:]
  private var programs: [CallID: ProgramID] = [:]
  private var prompts: [PromptID: Prompt] = [:]

  package init() {}

  package mutating func took(_ input: DeviceInput, _ commands: [DeviceCommand]) {
    if case .person(let act) = input, case .answers(let id, let reply, _, _) = act.kind {
      if case .said(.unanswered) = reply { leaveUnanswered(id) }
      prompts[id] = nil
    }
    for command in commands { note(command) }
    if case .ended(let call, _) = input { programs[call] = nil }
  }

  private mutating func note(_ command: DeviceCommand) {
    switch command {
    case .perform(let call, let program, _): programs[call] = program
    case .answer(let question, .refusal(let error)): refuse(question.call, error)
    case .conclude(let call, .denied(let error)), .conclude(let call, .malformed(let error)): refuse(call, error)
    case .prompt(let id, let prompt): prompts[id] = prompt
    case .closePrompt(let id):
      leaveUnanswered(id)
      prompts[id] = nil
    case .tell(let event): note(event)
    default: break
    }
  }

  private mutating func refuse(_ call: CallID, _ error: ErrorObject) {
    guard let program = programs[call], program.isApp else { return }
    refusals[FamilyID(program.family)] = error.message
  }

  private mutating func leaveUnanswered(_ id: PromptID) {
    guard let prompt = prompts[id] else { return }
    note(.unanswered, prompt.family.rawValue, prompt.question, example: prompt.exampleAnswer)
  }

  private mutating func note(_ event: HostEvent) {
    let subject = event.extension ?? event.family ?? "host"
    if event.kind == .effect, event.detail == EnforcementTable.notEnforced {
      return note(.notEnforced, subject, event.what)
    }
    guard let settlement = event.settlement else { return }
    if let family = event.family, settlement.point == ExtensionPoint.monitor.rawValue {
      monitorCallbacks[FamilyID(family), default: 0] += 1
    }
    switch settlement.outcome {
    case "fallback": note(.fallback, subject, event.what)
    case "failed", "refused", "expired":
      note(.unapplied, subject, "\(settlement.outcome) \(settlement.reason?.rawValue ?? "")")
    default: break
    }
  }

  private mutating func note(
    _ kind: Finding.Kind, _ subject: String, _ detail: String, example: String? = nil
  ) {
    let found = findings.firstIndex { $0.kind == kind && $0.subject == subject && $0.detail == detail }
    if let found {
      findings[found].count += 1
    } else {
      findings.append(Finding(kind: kind, subject: subject, detail: detail, example: example))
    }
  }
}

extension Prompt {
  /// An answers file that answers the prompt.
  fileprivate var exampleAnswer: String {
    let answer =
      switch self {
      case .authorization, .profile: #""authorize": "approved""#
      case .revocation: #""revoke": "approved""#
      case .pick: #""picks": [{"categories": ["2"]}]"#
      }
    return #"{"\#(family.rawValue)": {\#(answer)}}"#
  }
}
