// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
package import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

/// Moves inputs and commands on a clock that stops while anything is in flight (H6): carries out one command at a time,
/// and everything that follows from it before the next. It makes no decisions; the device does.
package final class VirtualDriver {
  package let configuration: HostConfiguration
  private let hosted: HostedDevice
  let stage: SurfaceStage
  let person: SimulatedPerson
  /// The changes of zone to come, earliest first.
  private var journeys: ArraySlice<ZoneChange> = []
  /// The commands that remain to be carried out; the last one is the next.
  private var waiting: [DeviceCommand] = []
  private var answers: [QuestionID: Answer] = [:]
  private var verdicts: [CallID: ReplyVerdict] = [:]
  private var stillness: FamilySuspension?
  /// The error with which the device failed to take a lane's report. The lane gets an error answer, and the driver
  /// throws this afterwards.
  private var failure: (any Error)?

  /// Opens the state directory and loads its pending deliveries. Nothing is launched yet.
  ///
  /// - Throws: `HostError`, `StoreError` or `TokenKeyError`, each with a one-sentence message.
  package init(_ configuration: HostConfiguration, onEvent: @escaping (HostEvent) -> Void = { _ in }) throws {
    self.configuration = configuration
    hosted = try HostedDevice(configuration, onEvent: onEvent)
    person = SimulatedPerson(answers: configuration.answers, presses: configuration.presses)
    stage = SurfaceStage(configuration, assets: hosted.device.owners.registry.assets(of:))
    try feed(.operator(.opens))
  }

  package var device: Device { hosted.device }
  package var facts: DeviceFacts { device.facts }

  /// The results of the launches since the start.
  package var launches: LaunchTally { hosted.launches }
  package var record: RunRecord { hosted.record }

  /// Runs through spans of use. Callbacks, shields and presses happen when they are due.
  ///
  /// Spans before the state's clock are skipped, since an earlier run has covered them.
  ///
  /// - Parameter progress: called with the clock after each span.
  package func run(
    through spans: some Sequence<UseSpan>, until end: Timestamp, progress: (Timestamp) -> Void = { _ in }
  ) throws {
    hosted.tryCanary()
    // Earlier ones are those of an earlier run over this state.
    journeys = configuration.zoneChanges.filter { device.now <= $0.at }.sorted { $0.at < $1.at }[...]
    try act(.operator(.starts))
    for family in try facts.unopenedApps() { try act(.person(person.opening(of: family))) }
    for family in facts.familiesWithoutApp { try act(.person(PersonAct(.meets(family), origin: .script))) }
    for (family, widget) in configuration.answers.widgets(beside: facts.widgets) {
      try act(.person(PersonAct(.placesWidget(family, kind: widget.kind, size: widget.size, []), origin: .script)))
    }
    for span in spans where span.end > device.now {
      while device.now < span.end {
        try travel()
        var part = span
        if let next = nextAct(before: span.end) { part.end = next }
        try act(.use(part))
      }
      progress(device.now)
    }
    while device.now < end {
      try travel()
      try act(.time(nextAct(before: end) ?? end))
    }
    try feed(.operator(.saves))
    progress(device.now)
  }

  /// The answers of the file that the run did not come to. The picks for a stand-in app are those of its specification.
  package var unreadAnswers: [(place: String, says: String)] {
    let standIns = configuration.families.filter(\.hasStandIn).map { FamilyID($0.manifest.family) }
    return person.unreadAnswers(besides: Set(standIns))
  }

  /// The time of the person's next unprompted act or journey, if it is before `end`.
  private func nextAct(before end: Timestamp) -> Timestamp? {
    [person.nextAct, journeys.first?.at].compactMap(\.self).filter { device.now < $0 && $0 < end }.min()
  }

  /// Moves the device into the zones whose time has come.
  private func travel() throws {
    while let next = journeys.first, next.at <= device.now {
      journeys.removeFirst()
      try act(.source(.zoneChanged(CalendarPlace(timeZone: next.timeZone))))
    }
  }

  /// Feeds one input and carries out everything that belongs to the same instant.
  package func act(_ input: DeviceInput) throws {
    try feed(input)
    while true {
      if let act = person.nextTap() ?? person.duePress(at: device.now) {
        try feed(.person(act))
        continue
      }
      let commands = try take(.time(device.now))
      try carryOut(commands)
      if commands.contains(where: \.isEventful) { continue }
      guard let act = person.nextClosing() else { return }
      try feed(.person(act))
    }
  }

  /// Stops every process and closes the recording. The state stays as it is.
  package func close() throws {
    try stage.pages?.flush()
    try hosted.close()
  }
}

// MARK: - Inputs

extension VirtualDriver {
  private func feed(_ input: DeviceInput) throws { try carryOut(try take(input)) }

  /// Passes the device an input, after the inputs that lanes have reported.
  private func take(_ input: DeviceInput) throws -> [DeviceCommand] {
    for news in hosted.takeNews() { waiting += try hosted.take(news).reversed() }
    return try hosted.take(input)
  }

  private func carryOut(_ commands: [DeviceCommand]) throws {
    // Every lane gets the new time before it gets a command.
    for lane in hosted.lanes { lane.tick(now: device.now.milliseconds) }
    do {
      waiting += commands.reversed()
      while let command = waiting.popLast() { try carryOut(command) }
    } catch {
      // Drop the commands in flight: the device either still has them as pending or discards them.
      waiting = []
      throw error
    }
  }
}

// MARK: - Commands

extension VirtualDriver {
  private func carryOut(_ command: DeviceCommand) throws {
    let now = device.now.milliseconds
    switch command {
    case .perform(let call, let program, let message):
      let end = lane(program)?.perform(call, message, now: now, peer: self)
      if let failure {
        self.failure = nil
        throw failure
      }
      if let end { waiting += try take(.ended(call, end)).reversed() }
    case .answer(let question, let answer): answers[question] = answer
    case .conclude(let call, let verdict): verdicts[call] = verdict
    case .stop(let program, .revoked): lane(program)?.revoke(now: now)
    case .stop(let program, .idle): lane(program)?.stop(.idle, now: now)
    case .stop(let program, .operator): lane(program)?.stop(.operator, now: now)
    case .reset(let program): lane(program)?.reset(now: now)
    case .quarantine(let program): lane(program)?.quarantine(now: now)
    case .keepWarm(let program): lane(program)?.keepWarm(now: now)
    case .coolDown(let program): lane(program)?.coolDown(now: now)
    case .hold(let family, let report, let isApart):
      waiting += try take(.held(family, failure: hold(family, around: report, isApart: isApart))).reversed()
    case .release:
      stillness?.end()
      stillness = nil
    case .present(let surface):
      person.sees(surface)
      try stage.present(surface)
    case .withdraw(let surface):
      person.loses(surface)
      try stage.withdraw(surface)
    // The timeline and the list's page already show it.
    case .notify: break
    case .prompt(let id, let prompt):
      waiting += try take(.person(PersonAct(.answers(id, person.answer(prompt)), origin: .script))).reversed()
    case .tell(let event): hosted.tell(event)
    // These need no work here: nothing is in flight between two inputs, prompts are answered immediately, and usage
    // drives the clock.
    case .cancel, .closePrompt, .wake: break
    }
  }

  private func lane(_ program: ProgramID) -> Lane? { hosted.lane(program) }

  private func hold(_ family: FamilyID, around report: ProgramID, isApart: Bool) -> String? {
    guard let own = lane(report) else { return "There is no program \(report)." }
    let others = hosted.lanes.filter { $0.program.family == family.rawValue && $0 !== own }
    do throws(FamilySuspension.Failure) {
      stillness = try FamilySuspension(around: own, others: others, isApart: isApart)
      return nil
    } catch {
      return error.description
    }
  }
}

// MARK: - While a lane waits

extension VirtualDriver: LanePeer {
  package func ask(_ question: Question, _ id: QuestionID) -> Answer {
    do {
      try handOver(.asked(id, question))
      return answers.removeValue(forKey: id) ?? .refusal(ErrorObject(.busy, "The host did not answer."))
    } catch {
      return .refusal(fail(error))
    }
  }

  package func conclude(_ call: CallID, _ reply: WireValue) -> ReplyVerdict {
    do {
      try handOver(.ended(call, .replied(reply)))
      return verdicts.removeValue(forKey: call) ?? .denied(ErrorObject(.busy, "The host gave no verdict."))
    } catch {
      return .denied(fail(error))
    }
  }

  package func fault(of reply: WireValue, from program: ProgramID) -> ErrorObject? {
    hosted.fault(of: reply, from: program)
  }

  /// Carries out what follows from an input as far as no lane is needed. The rest follows after the callback.
  private func handOver(_ input: DeviceInput) throws {
    // Any failure after the first may be caused by it.
    if let failure { throw failure }
    let outer = waiting
    waiting = []
    var later: [DeviceCommand] = []
    waiting = try take(input).reversed()
    while let command = waiting.popLast() {
      if command.needsLane { later.append(command) } else { try carryOut(command) }
    }
    waiting = outer + later.reversed()
  }

  /// - Returns: the error for the extension, which did not cause it. The store's own text names paths of the host and rows of
  ///   other families, so only the host's caller gets that.
  private func fail(_ error: any Error) -> ErrorObject {
    failure = failure ?? error
    return ErrorObject(.busy, "The host could not write its state.", retry: .after)
  }
}

extension DeviceCommand {
  /// Whether a lane carries out the command, which requires that the lane is free.
  fileprivate var needsLane: Bool {
    switch self {
    case .perform, .stop, .reset, .quarantine, .keepWarm, .coolDown: true
    case .answer, .conclude, .cancel, .hold, .release: false
    case .present, .withdraw, .notify, .prompt, .closePrompt, .wake, .tell: false
    }
  }

  /// Whether more commands may follow in the same instant.
  fileprivate var isEventful: Bool {
    switch self {
    case .keepWarm, .coolDown, .wake: false
    default: true
    }
  }
}
