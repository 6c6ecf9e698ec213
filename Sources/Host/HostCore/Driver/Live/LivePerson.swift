// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules

/// The person of a live run, at the host's socket. An answers file replaces them for the families that it names; for any
/// other family nothing is answered or opened unless a person does it (H10).
final class LivePerson {
  let socket: HostSocket
  let service: PersonService
  private let answers: PersonAnswers
  private let script: SimulatedPerson

  /// - Throws: `HostError` if the socket can't be created.
  init(_ configuration: HostConfiguration, _ facts: DeviceFacts) throws(HostError) {
    socket = try HostSocket(state: configuration.stateDirectory)
    service = PersonService(facts, configuration)
    answers = configuration.answers
    script = SimulatedPerson(answers: configuration.answers, presses: configuration.presses)
  }

  private func isScripted(_ family: FamilyID) -> Bool { answers.families[family.rawValue] != nil }

  /// The person's first acts: opening the script's apps that were never opened.
  func beginning(_ unopened: [FamilyID], _ withoutApp: [FamilyID]) -> [PersonAct] {
    unopened.filter(isScripted).map(script.opening)
      + withoutApp.filter(isScripted).map { PersonAct(.meets($0), origin: .script) }
  }

  func sees(_ surface: Surface) {
    if case .app(let front) = surface, !isScripted(front.family) { return }
    script.sees(surface)
  }

  func loses(_ surface: SurfaceID) { script.loses(surface) }

  /// - Returns: `nil` if the script has no answer, so that the prompt stays open.
  func answer(_ prompt: Prompt) -> PromptReply? {
    // On a real clock the guardian proves who they are, which a file can't.
    guard isScripted(prompt.family), !prompt.isForGuardian else { return nil }
    let reply = script.answer(prompt)
    if case .said(.unanswered) = reply { return nil }
    return reply
  }

  /// The time of the person's next unprompted act.
  var nextAct: Timestamp? { script.nextAct }

  /// The person's next act that is due. An app is closed only when no callback of its family is in flight (H3: another
  /// family's callback, which may hang, keeps no app open).
  func nextAct(at now: Timestamp, isBusy: (FamilyID) -> Bool) -> PersonAct? {
    script.nextTap() ?? script.duePress(at: now) ?? script.nextClosing(isBusy: isBusy)
  }
}

extension Prompt {
  /// Whether a guardian is asked.
  fileprivate var isForGuardian: Bool {
    switch self {
    case .authorization(_, _, by: .guardian), .revocation: true
    case .authorization, .profile, .pick: false
    }
  }
}
