// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules

/// The lanes of a live host, each on its own thread with its peer. Nothing here waits for a lane.
final class LiveLanes {
  private struct Entry {
    let thread: LaneThread
    let peer: LivePeer
  }

  /// The time that a family's other programs may take to finish before the host gives up its report: their deadline
  /// plus the time to end them.
  private static let patience = Duration.seconds(8)

  private let mailbox: Mailbox
  private let time: DeviceTime
  private let entries: [ProgramID: Entry]
  /// The program of each callback in flight.
  private var calls: [CallID: ProgramID] = [:]
  private var holds: [FamilyID: FamilyHold] = [:]

  init(_ lanes: [Lane], _ registry: FamilyRegistry, _ mailbox: Mailbox, _ time: DeviceTime) {
    self.mailbox = mailbox
    self.time = time
    let rates = registry.families.mapValues { _ in QuestionRate() }
    var entries: [ProgramID: Entry] = [:]
    for lane in lanes {
      guard let program = registry.program(lane.program), let rate = rates[program.family] else { continue }
      entries[program.id] = Entry(
        thread: LaneThread(lane, now: { time.now }),
        peer: LivePeer(program, assets: registry.assets(of: program.family), rate: rate, mailbox: mailbox))
    }
    self.entries = entries
  }

  /// Indicates whether a callback of the family is in flight.
  func isBusy(_ family: FamilyID) -> Bool { calls.values.contains { $0.family == family.rawValue } }

  // MARK: - Callbacks

  func perform(_ call: CallID, _ program: ProgramID, _ message: ApprovedRequest) {
    guard let entry = entries[program] else { return }
    calls[call] = program
    let (peer, mailbox, time) = (entry.peer, mailbox, time)
    entry.thread.run(call) { lane in
      guard let end = lane.perform(call, message, now: time.now, peer: peer) else { return }
      mailbox.post(.input(.ended(call, end)), from: program)
    }
  }

  func answer(_ question: QuestionID, _ answer: Answer) { peer(of: question.call)?.answer(question, answer) }

  func conclude(_ call: CallID, _ verdict: ReplyVerdict) {
    peer(of: call)?.conclude(call, verdict)
    calls[call] = nil
  }

  /// Cancels a callback before its reply. Its lane ends the process.
  func cancel(_ call: CallID) {
    guard let program = calls.removeValue(forKey: call), let entry = entries[program] else { return }
    entry.thread.cancel(call)
    entry.peer.cancel(call)
  }

  /// Notes that the device has handled the end of a callback.
  func ended(_ call: CallID) { calls[call] = nil }

  private func peer(of call: CallID) -> LivePeer? { calls[call].flatMap { entries[$0]?.peer } }

  // MARK: - Processes

  func stop(_ program: ProgramID, _ reason: DeviceCommand.StopReason) {
    switch reason {
    case .revoked: run(program) { $0.revoke(now: $1) }
    case .idle: run(program) { $0.stop(.idle, now: $1) }
    case .operator: run(program) { $0.stop(.operator, now: $1) }
    }
  }

  func reset(_ program: ProgramID) { run(program) { $0.reset(now: $1) } }
  func quarantine(_ program: ProgramID) { run(program) { $0.quarantine(now: $1) } }
  func keepWarm(_ program: ProgramID) { run(program) { $0.keepWarm(now: $1) } }
  func coolDown(_ program: ProgramID) { run(program) { $0.coolDown(now: $1) } }

  private func run(_ program: ProgramID, _ body: @escaping @Sendable (Lane, Int64) -> Void) {
    let time = time
    entries[program]?.thread.run { body($0, time.now) }
  }

  // MARK: - Suspension

  /// Suspends a family's other processes. The `held` input follows when they are suspended.
  ///
  /// - Returns: the confirmation, if there is nothing to suspend.
  func hold(_ family: FamilyID, around report: ProgramID, isApart: Bool) -> DeviceInput? {
    guard let own = entries[report] else { return .held(family, failure: "There is no program \(report).") }
    let others = entries.values.filter { $0.thread.program.family == family.rawValue && $0.thread.program != report }
    guard !others.isEmpty else { return .held(family, failure: nil) }
    let mailbox = mailbox
    let hold = FamilyHold(
      around: own.thread, others: others.count, isApart: isApart, patience: Self.patience,
      confirm: { mailbox.post(.input(.held(family, failure: $0)), from: report) })
    holds[family] = hold
    for other in others { other.thread.attend(hold) }
    return nil
  }

  func release(_ family: FamilyID) { holds.removeValue(forKey: family)?.release() }

  // MARK: - The end

  /// Ends every callback and process; returns immediately.
  func close() {
    for entry in entries.values { entry.peer.close() }
    for hold in holds.values { hold.release() }
    for entry in entries.values { entry.thread.close() }
  }

  /// The lanes that have not ended by `deadline`. Calls `meanwhile` repeatedly so that their reports are handled.
  func unfinished(by deadline: DispatchTime, _ meanwhile: () throws -> Void) rethrows -> [ProgramID] {
    var left = entries.values.map(\.thread)
    while !left.isEmpty {
      try meanwhile()
      left.removeAll { $0.waitForEnd(until: min(deadline, .now() + .milliseconds(20))) }
      if deadline <= .now() { break }
    }
    try meanwhile()
    return left.map(\.program)
  }
}
