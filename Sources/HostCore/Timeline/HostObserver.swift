// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// Everything that wants to know what happens: the timeline for people, the recording for machines.
final class HostObserver: ProcessObserver {
  private let onEvent: (HostEvent) -> Void
  private let recorder: Recorder?
  private let redactsSealed: Bool
  /// The host's clock, which process events are stamped with.
  private var now: Int64
  private var processes: [String: Int] = [:]
  private var processCount = 0
  /// What held an extension back, until the host's next transaction takes it: `explain` reads nothing else (§15).
  /// Sealed programs that printed something: that they did is all anybody learns (SE5).
  private var sealedOutput: Set<String> = []
  private(set) var unsavedJournal: [(entry: JournalEntry, item: Item?)] = []
  private(set) var launches = LaunchTally()

  init(
    _ configuration: HostConfiguration, policy: FlowPolicy, now: Timestamp, onEvent: @escaping (HostEvent) -> Void
  ) throws {
    self.onEvent = onEvent
    self.now = now.milliseconds
    redactsSealed = !configuration.reproducibleKeys
    recorder = try configuration.recordingPath.map { path in
      try Recorder(
        path: path,
        header: [
          "clock": configuration.clock == .virtual ? "virtual" : "real", "created": now.milliseconds.wire,
          "extensions": .array(
            configuration.families.flatMap(\.manifest.programs).map(\.id).sorted { $0.precedesInUTF8($1) }
              .map { ["id": $0.wire] }),
          "protocol": 1, "recording": 1, "redaction": configuration.reproducibleKeys ? "none" : "structure",
          "seed": Int64(truncatingIfNeeded: configuration.seed & UInt64(WireLimits.largestInteger)).wire,
        ])
    }
  }

  /// What happens from here on happens at `time`, whether anything is told to people or not.
  func advance(to time: Timestamp) { now = time.milliseconds }

  /// Whether a sealed program has printed something since this was asked last.
  func takeSealedOutput(of extensionID: String) -> Bool { sealedOutput.remove(extensionID) != nil }

  func journalWasSaved() { unsavedJournal.removeAll() }

  func finish(at time: Timestamp) throws { try recorder?.finish(at: time.milliseconds) }

  // MARK: - For people

  func tell(_ time: Timestamp, _ event: HostEvent) {
    now = time.milliseconds
    onEvent(event)
  }

  func tell(
    _ time: Timestamp, _ kind: HostEvent.Kind, _ program: HostedProgram, _ what: String, detail: String = ""
  ) {
    let id = program.declaration.id
    tell(
      time,
      HostEvent(at: time, kind, family: String(id.prefix { $0 != "." }), extension: id, what, detail: detail))
  }

  func tell(_ time: Timestamp, effect: Effect, of program: HostedProgram, name: (Item) -> String) {
    if case .scheduleNotification(let request) = effect {
      tell(time, .notification, program, request.title, detail: request.body)
    } else {
      tell(time, .effect, program, effect.summary)
    }
  }

  func settled(_ delivery: OwedDelivery, outcome: String, reason: String, detail: String, at time: Timestamp) {
    let monitor = try? delivery.monitorDelivery()
    let what = [delivery.callback, monitor?.event, monitor?.activity].compactMap { $0 }.joined(separator: " ")
    let isApplied = outcome == OwedDelivery.Outcome.applied.rawValue
    tell(
      time,
      HostEvent(
        at: time, .callback, family: delivery.family, extension: "\(delivery.family).\(delivery.point)", what,
        detail: [outcome, isApplied ? "" : reason, detail].filter { !$0.isEmpty }.joined(separator: ", ")))
    recorder?.record(
      "settled", at: time.milliseconds,
      [
        "extension": "\(delivery.family).\(delivery.point)".wire, "outcome": outcome.wire, "reason": reason.wire,
        "sequence": delivery.sequence.wire,
      ])
  }

  /// Of a sealed process the person learns a class and nothing else (SE5).
  func sealed(_ program: HostedProgram, _ outcome: PerformOutcome, at time: Timestamp) {
    let word =
      switch outcome {
      case .accepted: "answered"
      case .denied, .malformed, .failed, .fallback, .unavailable: "fallback"
      }
    tell(time, .callback, program, program.point == .report ? "makeReport" : "configuration", detail: word)
    recorder?.record(
      "settled", at: time.milliseconds, ["extension": program.declaration.id.wire, "outcome": word.wire])
  }

  /// When a shield was up over what: `explain` shows the use it kept from counting (S14).
  func note(_ transitions: [ShieldTransition]) {
    for transition in transitions where transition.change != .changed {
      let reason = transition.change == .appeared ? ShieldPeriods.up : ShieldPeriods.down
      unsavedJournal.append(
        (
          JournalEntry(at: transition.at, family: transition.shield.family?.rawValue, reason: reason),
          transition.shield.item
        ))
    }
  }

  // MARK: - ProcessObserver

  func launched(_ extensionID: String, process: Int, grade: String, reason: String) {
    processCount += 1
    processes[extensionID] = processCount
    launches.succeed(extensionID)
    recorder?.record(
      "launch", at: now, process: processCount,
      ["extension": extensionID.wire, "grade": grade.wire, "reason": reason.wire])
  }

  func launchFailed(_ extensionID: String, process: Int, failure: LaunchFailure) {
    // Once for each reason: what is tried again every minute would bury the rest of the day.
    guard launches.refuse(extensionID, stage: failure.stage, reason: failure.message) else { return }
    let time = Timestamp(milliseconds: now)
    tell(
      time,
      HostEvent(
        at: time, .process, family: String(extensionID.prefix { $0 != "." }), extension: extensionID, "not launched",
        detail: failure.message))
  }

  /// A family that is not part of this run, with what a person is told of it.
  func leftOut(_ family: FamilyID, _ what: String, _ remedy: String) {
    launches.leaveOut(family.rawValue, because: remedy.isEmpty ? what : "\(what). \(remedy)")
    let time = Timestamp(milliseconds: now)
    tell(time, HostEvent(at: time, .warning, family: family.rawValue, "left out: \(what)", detail: remedy))
  }

  func launchedWithoutRoom(_ extensionID: String, process: Int, because reason: String) {
    warn(extensionID, "the container is read-only", detail: reason)
  }

  func ended(_ extensionID: String, process: Int, forItsContainer reason: String) {
    warn(extensionID, "was ended for what it wrote to its container", detail: reason)
  }

  func transitioned(
    _ extensionID: String, process: Int, from: ProcessState, to: ProcessState, reason: String
  ) {
    recorder?.record(
      "state", at: now, process: from.hasProcess ? processes[extensionID] : nil,
      ["extension": extensionID.wire, "from": from.name.wire, "reason": reason.wire, "to": to.name.wire])
    let refusal = from == .launching ? launches.refusals.last { $0.program == extensionID } : nil
    let isRefusal = ["launch.", "confinement."].contains(where: reason.hasPrefix)
    if let detail = (isRefusal ? refusal?.reason : nil) ?? to.trouble(at: now) ?? from.trouble(by: reason) {
      unsavedJournal.append(
        (
          JournalEntry(
            at: Timestamp(milliseconds: now), family: String(extensionID.prefix { $0 != "." }), extension: extensionID,
            before: from.name, after: to.name, reason: reason, detail: detail), nil
        ))
    }
  }

  func exchanged(_ extensionID: String, process: Int, side: RequestID.Side, line: ExchangedLine) {
    guard let recorder else { return }
    var members: WireObject = ["from": side == .host ? "host" : "extension"]
    switch line {
    case .message where redactsSealed: members["sealed"] = true
    case .message(let value): members["message"] = value
    case .invalid(let bytes): members["bytes"] = Base64.text(of: bytes.prefix(512)).wire
    }
    recorder.record("line", at: now, process: processes[extensionID], members)
  }

  private func warn(_ extensionID: String, _ what: String, detail: String) {
    let time = Timestamp(milliseconds: now)
    tell(
      time,
      HostEvent(
        at: time, .warning, family: String(extensionID.prefix { $0 != "." }), extension: extensionID,
        "\(extensionID): \(what)", detail: detail))
  }

  func logged(_ extensionID: String, process: Int, log: CapturedLog) {
    if log.isFlood { warn(extensionID, "printed more than is kept", detail: log.floodDescription) }
    if log.isCountedOnly, log.magnitude > 0 { sealedOutput.insert(extensionID) }
    let bytes = log.isCountedOnly ? Int64(log.magnitude) : log.total
    if bytes > 0 {
      recorder?.record(
        "log", at: now, process: processes[extensionID],
        ["bytes": bytes.wire, "text": log.lines.map(\.text).joined(separator: "\n").wire])
    }
  }
}

extension ProcessState {
  /// The state in words, where it is one in which an extension is held back; a thousand ordinary starts and stops a
  /// week would only hide these.
  fileprivate func trouble(at now: Int64) -> String? {
    switch self {
    case .backingOff(let until): "it waits \(until - now) ms"
    case .quarantined(let until): "it waits \((until - now) / 1_000) s"
    case .disabled: "it waits until its build or manifest changes"
    case .refused: "it waits until it is approved"
    case .cold, .launching, .greeting, .idle, .busy, .draining, .exiting: nil
    }
  }

  /// Why a process was ended, where that was its own doing.
  fileprivate func trouble(by reason: String) -> String? {
    switch self {
    case .greeting where reason != "hello.ok", .launching where reason != "exec.ok": "it did not start"
    case .busy, .idle:
      ["crash.", "deadline", "unresponsive.", "violation.", "killed.", "exit.", "reply.schema"]
        .contains(where: reason.hasPrefix) ? "it was ended" : nil
    case .refused, .cold, .launching, .greeting, .draining, .exiting, .backingOff, .quarantined, .disabled: nil
    }
  }
}
