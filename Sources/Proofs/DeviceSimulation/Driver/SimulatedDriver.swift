// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import HostCore
internal import ProcessSupervision
internal import ScreenTimeRules

/// Moves inputs and commands in an order that follows from a seed: every reply, question, answer and exit comes anywhere
/// between its request and its deadline, families beside each other, while use and time go on.
///
/// Lanes are the production ones, each on a strand. Between two of its steps anything else may happen.
final class SimulatedDriver {
  enum Event {
    /// A lane takes up its next work.
    case starts(SimulatedLane)
    /// A conversation goes on, if it still waits where it did.
    case resumes(SimulatedLane, park: Int)
    case input(DeviceInput)
    /// Something that a lane or person says once more.
    case repeats(DeviceInput)
    case answers(PromptID, Prompt)
    /// The person opens a notification, or takes it off the list.
    case deals(PersonAct)
  }

  let hosted: HostedDevice
  let lanes: [SimulatedLane]
  let person: SimulatedPerson
  let time: SimulatedTime
  let laws: LawBook
  var agenda = Agenda<Event>()
  var random: SimulationRandom
  var answers: [QuestionID: Answer] = [:]
  var verdicts: [CallID: ReplyVerdict] = [:]
  /// The lane whose conversation runs now.
  var current: SimulatedLane?
  private(set) var isOver = false
  /// From here on everything that is on its way comes before anything else happens.
  var isHealthy = false

  init(_ configuration: HostConfiguration, programs: ScriptedPrograms, seed: UInt64, life: Int, laws: LawBook) throws {
    var configuration = configuration
    configuration.turns = .perFamily
    self.laws = laws
    time = programs.time
    random = SimulationRandom(seed: seed, "order \(life)")
    hosted = try HostedDevice(configuration)
    lanes = hosted.lanes.map(SimulatedLane.init)
    person = SimulatedPerson(answers: configuration.answers, presses: configuration.presses)
    time.onWait = { [unowned self] in waitInConversation(until: $0) }
    laws.begin(hosted.device.facts)
    try take(.operator(.opens))
  }

  var facts: DeviceFacts { hosted.device.facts }
  var now: Timestamp { hosted.device.now }

  // MARK: - Inputs

  /// Hands the device an input after what lanes have reported, and carries out what it says.
  func take(_ input: DeviceInput) throws {
    do {
      for news in hosted.takeNews() { try carryOut(hosted.take(news)) }
      let commands = try hosted.take(input)
      laws.took(input, commands, facts)
      try carryOut(commands)
    } catch let error as HostError {
      // It was refused, with nothing changed.
      throw error
    } catch {
      // The device starts again from what is durable: nothing that waits for it will be answered.
      laws.failed()
      releaseWaiting()
      throw error
    }
  }

  /// What a lane waits for was forgotten with the call.
  private func releaseWaiting() {
    let busy = ErrorObject(.busy, "The host could not write its state.", retry: .after)
    for lane in lanes {
      switch lane.wait {
      case .answer(let question): answers[question] = .refusal(busy)
      case .verdict(let call): verdicts[call] = .denied(busy)
      case .process, nil: continue
      }
      wake(lane)
    }
  }

  // MARK: - The order of things

  /// Some instant after this one, mostly soon.
  func soon(atMost milliseconds: Int64 = 400) -> MonotonicTime {
    time.now + .milliseconds(random.oneIn(3) ? 0 : random.milliseconds(0...milliseconds))
  }

  func plan(_ event: Event, at instant: MonotonicTime) { agenda.add(event, at: instant, &random) }

  /// Lets some of what is on its way happen, and the rest later.
  func settle() throws {
    var steps = 0
    while let next = agenda.nextTime {
      if !isHealthy {
        // What takes its time lets the day go on meanwhile.
        let waits = next.nanoseconds - time.now.nanoseconds > 1_000_000_000
        if random.oneIn(waits ? 2 : 7) { return }
      }
      steps += 1
      guard steps < 100_000 else { return laws.find(.nobodyWaits, "what is on its way never ends") }
      try fireNext()
    }
  }

  private func fireNext() throws {
    guard let (instant, event) = agenda.takeNext() else { return }
    time.advance(to: instant)
    switch event {
    case .starts(let lane): try start(lane)
    case .resumes(let lane, let park):
      guard lane.strand.isBusy, lane.parks == park else { return }
      try run(lane) { $0.resume() }
    case .input(let input):
      if isRepeatable(input), random.oneIn(12) { plan(.repeats(input), at: soon(atMost: 60_000)) }
      try take(input)
    case .repeats(let input):
      guard !laws.isOpen(input.call) else { return }
      let before = facts.state
      try take(input)
      if facts.state != before { laws.find(.staleEndsAreIgnored, "an end of no call changed the state") }
    case .answers(let id, let prompt):
      let reply = person.answer(prompt)
      laws.personSaid(reply, to: prompt, id)
      try take(.person(PersonAct(.answers(id, reply))))
    case .deals(let act):
      do { try take(.person(act)) } catch is HostError {
        // It has left the list meanwhile.
      }
    }
  }

  private func isRepeatable(_ input: DeviceInput) -> Bool { input.call != nil }

  // MARK: - The end

  /// Ends every conversation without its host: nothing that it does counts.
  func unwind() {
    isOver = true
    time.isOver = true
    for lane in lanes {
      while lane.strand.isBusy {
        current = lane
        lane.strand.resume()
      }
      lane.strand.end()
    }
    (time.isOver, time.onWait) = (false, nil)
  }
}

extension DeviceInput {
  /// The call that a lane's input is about.
  var call: CallID? {
    switch self {
    case .ended(let call, _): call
    case .asked(let question, _): question.call
    default: nil
    }
  }
}
