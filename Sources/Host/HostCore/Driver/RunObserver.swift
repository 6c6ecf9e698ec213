// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import TextEscaping

/// Observes lanes and the device: keeps the timeline for people and the recording for machines, and collects process
/// inputs for the device.
final class RunObserver: ProcessObserver {
  private let onEvent: (HostEvent) -> Void
  private let recorder: Recorder?
  private let stuckProcesses: StuckProcesses
  /// Whether the recording holds the structure of a run only: no messages, no text and no exact lengths.
  private let isRedacted: Bool
  /// The host's clock, used as the time of process events.
  private var now: Timestamp
  private var processes: [String: Int] = [:]
  private var processCount = 0
  /// Inputs that the device has not taken yet.
  private var news: [DeviceInput] = []
  private(set) var launches = LaunchTally()
  /// A program's lane and build, which provide launch failures and hashes.
  var lane: (ProgramID) -> Lane? = { _ in nil }
  var build: (ProgramID) -> ProgramBuild? = { _ in nil }

  /// - Parameter base: `empty`, or the SHA-256 of the state that the run continues from.
  init(_ configuration: HostConfiguration, base: String, onEvent: @escaping (HostEvent) -> Void) throws {
    self.onEvent = onEvent
    now = configuration.start
    stuckProcesses = StuckProcesses(stateDirectory: configuration.stateDirectory)
    isRedacted = !configuration.reproducibleKeys
    recorder = try configuration.recordingPath.map { try Recorder(path: $0, configuration, base: base) }
  }

  /// Sets the time of subsequent events.
  func advance(to time: Timestamp) { now = time }

  func takeNews() -> [DeviceInput] {
    defer { news = [] }
    return news
  }

  /// Records an input that the device took.
  func took(_ input: DeviceInput, _ outcome: @autoclosure () throws -> RecordedInput.Outcome) throws {
    try recorder?.record(input, outcome(), at: now)
  }

  /// Whether the recording holds what the run was about, and not its structure only.
  var recordsContent: Bool { recorder != nil && !isRedacted }

  func finish() throws { try recorder?.finish(at: now.milliseconds) }

  /// Records shields and thresholds, which only the device's rules can derive from use.
  func record(_ closed: [(item: Item, span: TimeSpan)], _ fillings: [ThresholdFilling]) {
    for (item, span) in closed {
      recorder?.record(
        "shield", at: now.milliseconds,
        [
          "id": item.id.wire, "kind": "\(item.kind)".wire, "since": span.start.milliseconds.wire,
          "until": span.end.milliseconds.wire,
        ])
    }
    for filling in fillings {
      recorder?.record(
        "filling", at: now.milliseconds,
        [
          "activity": filling.activity.wire, "family": filling.family.wire, "level": filling.level.wire,
          "name": filling.event.wire,
          "pieces": .array(filling.pieces.map { [.integer($0.start.milliseconds), .integer($0.end.milliseconds)] }),
        ])
    }
  }

  // MARK: - For people

  func tell(_ event: HostEvent) {
    onEvent(event)
    guard let settlement = event.settlement else { return }
    recorder?.record(
      "settled", at: event.at.milliseconds,
      [
        "extension": event.extension?.wire, "outcome": settlement.outcome.wire,
        "reason": settlement.reason?.rawValue.wire,
        "sequence": settlement.sequence?.wire,
      ])
  }

  private func warn(_ extensionID: String, _ what: String, detail: String) {
    tell(
      HostEvent(
        at: now, .warning, family: ProgramID(extensionID).family, extension: extensionID,
        "\(extensionID): \(what)", detail: detail))
  }

  // MARK: - ProcessObserver

  func launched(_ extensionID: String, process: Int, grade: String, reason: ReasonCode) {
    processCount += 1
    processes[extensionID] = processCount
    launches.succeed(extensionID)
    recorder?.record(
      "launch", at: now.milliseconds, process: processCount,
      ["extension": extensionID.wire, "grade": grade.wire, "reason": reason.rawValue.wire])
  }

  func launchFailed(_ extensionID: String, process: Int, failure: LaunchFailure) {
    // Once per reason: a launch that is retried every minute would flood the timeline.
    guard launches.refuse(extensionID, stage: failure.stage, reason: failure.message) else { return }
    tell(
      HostEvent(
        at: now, .process, family: ProgramID(extensionID).family, extension: extensionID, "not launched",
        detail: failure.message))
  }

  /// Notes a family that is not part of this run, and why.
  func leftOut(_ family: FamilyID, _ what: String, _ remedy: String) {
    launches.leaveOut(family.rawValue, because: remedy.isEmpty ? what : "\(what). \(remedy)")
    tell(HostEvent(at: now, .warning, family: family.rawValue, "left out: \(what)", detail: remedy))
  }

  func ended(_ extensionID: String, process: Int, beyond budget: ExceededBudget) {
    let what = budget.limit == .memory ? "was ended for its memory" : "was ended for what it wrote to its container"
    warn(extensionID, what, detail: budget.fact)
  }

  func stuck(_ extensionID: String, process: Int, facts: ProcessFacts) {
    do {
      guard let file = try stuckProcesses.keep(facts, of: extensionID) else { return }
      warn(extensionID, "did not answer", detail: "what the kernel says of it is in the state's \(file)")
    } catch {
      warn(extensionID, "did not answer", detail: "what the kernel says of it could not be kept: \(error)")
    }
  }

  func skipped(_ extensionID: String, process: Int, line: SkippedLine) {
    let start = line.start.map { ": \($0.text)" } ?? ""
    warn(
      extensionID, "wrote a line before its reply to hello", detail: "skipped, since \(line.reason.rawValue)\(start)")
  }

  func launchedWithoutRoom(_ extensionID: String, process: Int, because reason: String) {
    warn(extensionID, "the container is read-only", detail: reason)
  }

  func transitioned(_ extensionID: String, process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode) {
    changed(extensionID, from: from, to: to, reason: reason)
    let id = ProgramID(extensionID)
    guard let lane = lane(id) else { return }
    news.append(
      .moved(id, ProcessMove(lane, process: process, from: from, to: to, reason: reason, build: build(id))))
  }

  /// Records a move in the recording only; the device gets it separately.
  func changed(_ extensionID: String, from: ProcessState, to: ProcessState, reason: ReasonCode) {
    recorder?.record(
      "state", at: now.milliseconds, process: from.hasProcess ? processes[extensionID] : nil,
      ["extension": extensionID.wire, "from": from.name.wire, "reason": reason.rawValue.wire, "to": to.name.wire])
  }

  func exchanged(_ extensionID: String, process: Int, side: RequestID.Side, line: ExchangedLine) {
    guard let recorder else { return }
    var members: WireObject = ["from": side == .host ? "host" : "extension"]
    switch line {
    // An invalid line contains text of the extension, so it is as private as a valid one.
    case .message where isRedacted, .invalid where isRedacted: members["sealed"] = true
    case .message(let value): members["message"] = value
    case .invalid(let bytes): members["bytes"] = Base64.text(of: bytes.prefix(512)).wire
    }
    recorder.record("line", at: now.milliseconds, process: processes[extensionID], members)
  }

  func logged(_ extensionID: String, process: Int, log: CapturedLog) {
    if log.isFlood { warn(extensionID, "printed more than is kept", detail: log.floodDescription) }
    if log.magnitude > 0 {
      let lines = log.isCountedOnly ? nil : FailedOutput.lastLines(of: log)
      news.append(.wrote(ProgramID(extensionID), isSealed: log.isCountedOnly, lines: lines))
    }
    guard let recorder, log.magnitude > 0 else { return }
    var members: WireObject = [:]
    if isRedacted || log.isCountedOnly {
      // The exact length can depend on a value that was printed.
      members["magnitude"] = Int64(log.magnitude).wire
    } else {
      members["bytes"] = log.total.wire
      members["text"] = log.lines.map(\.text).joined(separator: "\n").wire
    }
    recorder.record("log", at: now.milliseconds, process: processes[extensionID], members)
  }
}

extension ProcessMove {
  /// The move with the facts that its lane has.
  init(
    _ lane: Lane, process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode, build: ProgramBuild?
  ) {
    self.init(process: process, from: from, to: to, reason: reason, record: lane.record)
    launchFailure = lane.launchFailure
    if case .killed = reason { exceeded = lane.exceededBudget?.fact }
    if to == .greeting { grade = lane.grade }
    // Hash a build only if something is stored about it.
    if !record.strikes.isEmpty || to == .disabled { self.build = build?.hash }
  }
}
