// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision
import ScreenTimeRules

// MARK: - Commands

extension LiveDriver {
  /// Carries out commands in order.
  ///
  /// - Returns: inputs that followed immediately.
  func carryOut(_ commands: [DeviceCommand]) -> [DeviceInput] {
    commands.compactMap { command in
      do {
        return try carryOut(command)
      } catch {
        // A page that can't be written must not stop the run.
        tell(HostEvent(at: device.now, .warning, "\(error)"))
        return nil
      }
    }
  }

  private func carryOut(_ command: DeviceCommand) throws -> DeviceInput? {
    switch command {
    case .perform(let call, let program, let message): lanes.perform(call, program, message)
    case .answer(let question, let answer): lanes.answer(question, answer)
    case .conclude(let call, let verdict): lanes.conclude(call, verdict)
    case .cancel(let call, _): lanes.cancel(call)
    case .stop(let program, let reason): lanes.stop(program, reason)
    case .reset(let program): lanes.reset(program)
    case .quarantine(let program): lanes.quarantine(program)
    case .keepWarm(let program): lanes.keepWarm(program)
    case .coolDown(let program): lanes.coolDown(program)
    case .hold(let family, let report, let isApart): return lanes.hold(family, around: report, isApart: isApart)
    case .release(let family): lanes.release(family)
    case .present(let surface):
      person.sees(surface)
      try stage.present(surface)
      onPresented(surface)
    case .withdraw(let surface):
      person.loses(surface)
      try stage.withdraw(surface)
    // The timeline and the list's page already show it.
    case .notify: break
    case .prompt(let id, let prompt): return answer(prompt, id)
    case .closePrompt(let id): close(id)
    case .wake(let instant): wake = instant
    case .tell(let event): tell(event)
    }
    return nil
  }

  /// Answers a prompt from the script. If the script does not answer it, the prompt stays open, and a warning names the
  /// command that answers it (H10).
  private func answer(_ prompt: Prompt, _ id: PromptID) -> DeviceInput? {
    if let reply = person.answer(prompt) { return .person(PersonAct(.answers(id, reply), origin: .script)) }
    tell(
      HostEvent(
        at: device.now, .warning, family: prompt.family.rawValue, "asks the person: \(prompt.question)",
        detail: prompt.isPicker
          ? "choose with `sallyport pick \(id.number)`" : "answer with `sallyport answer \(id.number) yes` or `no`"))
    return nil
  }

  private func close(_ id: PromptID) {
    tell(HostEvent(at: device.now, .authorization, "prompt \(id.number) closed", detail: "not answered"))
  }
}
