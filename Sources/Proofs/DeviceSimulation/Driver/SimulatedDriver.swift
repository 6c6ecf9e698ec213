// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import HostCore
internal import ProcessSupervision
internal import ScreenTimeRules

/// Moves inputs and commands in an order determined by a seed: every reply, question, answer and exit comes at a random
/// time before its deadline, for several families at once, while use and time go on.
///
/// The lanes are the production lanes, each on a strand. Any event may happen between two of their steps.
final class SimulatedDriver {
  enum Event {
    /// A lane starts its next work.
    case starts(SimulatedLane)
    /// A conversation resumes if it is still in the same wait.
    case resumes(SimulatedLane, park: Int)
    case input(DeviceInput)
    /// A repeated input from a lane or person.
    case repeats(DeviceInput)
    case answers(PromptID, Prompt)
    /// The person opens a notification or removes it from the list.
    case deals(PersonAct)
  }

  /// How many pending events happen before the next input from the person, the operator or the source.
  enum Pace {
    case all
    case usual
    /// Only a little, so that most callbacks are in flight for several inputs.
    case little
    case none
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
  /// The lane whose conversation is running.
  var current: SimulatedLane?
  private(set) var isOver = false
  var pace = Pace.usual

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

  /// Sends the device an input after the lanes' reports, and carries out its commands.
  func take(_ input: DeviceInput) throws {
    do {
      for news in hosted.takeNews() { try carryOut(laws.durably { try hosted.take(news) }) }
      // An end or question of a call that is not in flight changes nothing (H4).
      let before = input.call != nil && !laws.isOpen(input.call) ? facts.state : nil
      let commands = try laws.durably { try hosted.take(input) }
      if let before, facts.state != before {
        laws.find(.staleEndsAreIgnored, "a stale end or question of a call changed the state")
      }
      laws.took(input, commands, facts)
      try carryOut(commands)
    } catch let error as HostError {
      // The input was refused, and nothing changed.
      throw error
    } catch {
      // The device reloads its stored state, so nothing that waits for it gets an answer.
      laws.failed()
      releaseWaiting()
      throw error
    }
  }

  /// Answers everything that lanes wait for, because the device dropped its calls.
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

  // MARK: - Order of events

  /// A random instant from now on, usually soon.
  func soon(atMost milliseconds: Int64 = 400) -> MonotonicTime {
    time.now + .milliseconds(random.oneIn(3) ? 0 : random.milliseconds(0...milliseconds))
  }

  func plan(_ event: Event, at instant: MonotonicTime) { agenda.add(event, at: instant, &random) }

  /// Runs some pending events now, and leaves the rest for later.
  func settle() throws {
    var steps = 0
    while let next = agenda.nextTime {
      // An event that takes longer more often lets the day go on.
      let waits = next.nanoseconds - time.now.nanoseconds > 1_000_000_000
      switch pace {
      case .all: break
      case .usual: if random.oneIn(waits ? 2 : 7) { return }
      case .little: if random.oneIn(2) { return }
      case .none: return
      }
      steps += 1
      guard steps < 100_000 else { return laws.find(.nobodyWaits, "the pending events never end") }
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
      try take(input)
    case .answers(let id, let prompt):
      let reply = person.answer(prompt)
      laws.personSaid(reply, to: prompt, id, at: now)
      try take(.person(PersonAct(.answers(id, reply))))
    case .deals(let act):
      do { try take(.person(act)) } catch is HostError {
        // The notification is no longer in the list.
      }
    }
  }

  private func isRepeatable(_ input: DeviceInput) -> Bool { input.call != nil }

  // MARK: - The end

  /// Ends every conversation without the host; its results are ignored.
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
  /// The call that a lane's input belongs to.
  var call: CallID? {
    switch self {
    case .ended(let call, _): call
    case .asked(let question, _): question.call
    default: nil
    }
  }
}
