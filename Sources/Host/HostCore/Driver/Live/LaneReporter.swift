// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeVocabulary

/// Posts what lanes observe of their processes to the mailbox, from the lanes' threads.
///
/// SAFETY: `lanes` and `builds` are `nonisolated(unsafe)`. They are set before the first thread starts, and an entry is
/// read only by the thread of its lane.
final class LaneReporter: ProcessObserver, Sendable {
  private let mailbox: Mailbox
  private let isRecorded: Bool
  nonisolated(unsafe) private var lanes: [ProgramID: Lane] = [:]
  nonisolated(unsafe) private var builds: [ProgramID: ProgramBuild] = [:]

  init(_ mailbox: Mailbox, isRecorded: Bool) {
    self.mailbox = mailbox
    self.isRecorded = isRecorded
  }

  func watch(_ lanes: [ProgramID: Lane], _ builds: [ProgramID: ProgramBuild]) {
    (self.lanes, self.builds) = (lanes, builds)
  }

  private func note(_ id: String, _ note: @escaping @Sendable (RunObserver) -> Void) {
    mailbox.post(.note(note), from: ProgramID(id))
  }

  func launched(_ id: String, process: Int, grade: String, reason: ReasonCode) {
    note(id) { $0.launched(id, process: process, grade: grade, reason: reason) }
  }

  func launchFailed(_ id: String, process: Int, failure: LaunchFailure) {
    note(id) { $0.launchFailed(id, process: process, failure: failure) }
  }

  func ended(_ id: String, process: Int, beyond budget: ExceededBudget) {
    note(id) { $0.ended(id, process: process, beyond: budget) }
  }

  func stuck(_ id: String, process: Int, facts: ProcessFacts) {
    note(id) { $0.stuck(id, process: process, facts: facts) }
  }

  func skipped(_ id: String, process: Int, line: SkippedLine) {
    note(id) { $0.skipped(id, process: process, line: line) }
  }

  func launchedWithoutRoom(_ id: String, process: Int, because reason: String) {
    note(id) { $0.launchedWithoutRoom(id, process: process, because: reason) }
  }

  func transitioned(_ id: String, process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode) {
    note(id) { $0.changed(id, from: from, to: to, reason: reason) }
    let program = ProgramID(id)
    guard let lane = lanes[program] else { return }
    let move = ProcessMove(lane, process: process, from: from, to: to, reason: reason, build: builds[program])
    mailbox.post(.input(.moved(program, move)), from: program)
  }

  func exchanged(_ id: String, process: Int, side: RequestID.Side, line: ExchangedLine) {
    guard isRecorded else { return }
    note(id) { $0.exchanged(id, process: process, side: side, line: line) }
  }

  func logged(_ id: String, process: Int, log: CapturedLog) {
    note(id) { $0.logged(id, process: process, log: log) }
  }
}
