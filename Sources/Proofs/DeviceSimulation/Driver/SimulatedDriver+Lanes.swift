// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import HostCore
internal import ProcessSupervision
internal import ScreenTimeRules

// MARK: - Conversations

extension SimulatedDriver {
  func lane(_ program: ProgramID) -> SimulatedLane? { lanes.first { $0.program == program } }

  func queue(_ work: SimulatedLane.Work, on program: ProgramID) {
    guard let lane = lane(program) else { return }
    lane.work.append(work)
    pump(lane)
  }

  private func pump(_ lane: SimulatedLane) {
    guard !lane.strand.isBusy, !lane.isStarting, !lane.work.isEmpty else { return }
    lane.isStarting = true
    plan(.starts(lane), at: soon())
  }

  func start(_ lane: SimulatedLane) throws {
    lane.isStarting = false
    guard !lane.strand.isBusy, !lane.work.isEmpty else { return }
    let work = lane.work.removeFirst()
    let now = now.milliseconds
    lane.call = work.call
    try run(lane) { [unowned self] strand in
      strand.start { [unowned self] in
        carryOut(work, on: lane.lane, now: now)
        lane.lane.endCancelled()
        lane.call = nil
      }
    }
  }

  /// Runs on the lane's strand.
  private func carryOut(_ work: SimulatedLane.Work, on lane: Lane, now: Int64) {
    switch work {
    case .perform(let call, let message):
      let end = lane.perform(call, message, now: now, peer: self)
      if let end, !isOver { plan(.input(.ended(call, end)), at: soon()) }
    case .stop(.revoked): lane.revoke(now: now)
    case .stop(.idle): lane.stop(.idle, now: now)
    case .stop(.operator): lane.stop(.operator, now: now)
    case .reset: lane.reset(now: now)
    case .quarantine: lane.quarantine(now: now)
    case .keepWarm: lane.keepWarm(now: now)
    case .coolDown: lane.coolDown(now: now)
    }
  }

  /// Runs a conversation until its next wait.
  func run(_ lane: SimulatedLane, _ body: (Strand) -> Void) throws {
    current = lane
    body(lane.strand)
    current = nil
    for news in hosted.takeNews() { try carryOut(hosted.take(news)) }
    pump(lane)
  }

  /// Cancels a callback: removes it from the lane's queue, or ends its process or wait if it is in flight.
  func cancel(_ call: CallID) {
    for lane in lanes {
      lane.work.removeAll { $0.call == call }
      // The cancellation takes effect at random now, or after bytes that were already sent.
      guard lane.call == call, random.oneIn(2) else { continue }
      switch lane.wait {
      case .answer(let question): answers[question] = .refusal(.ofCancelled)
      case .verdict: verdicts[call] = .denied(.ofCancelled)
      case .process, nil: lane.lane.cancel()
      }
      wake(lane)
    }
  }

  func wake(_ lane: SimulatedLane) {
    guard lane.strand.isBusy else { return }
    plan(.resumes(lane, park: lane.parks), at: soon())
  }

  // MARK: - On a strand

  /// Waits in a conversation for bytes or a deadline.
  func waitInConversation(until instant: MonotonicTime) {
    guard let lane = current, !isOver else { return time.advance(to: instant) }
    park(lane, for: .process, until: instant)
    time.advance(to: min(instant, time.now))
  }

  private func park(_ lane: SimulatedLane, for wait: SimulatedLane.Wait, until instant: MonotonicTime?) {
    lane.parks += 1
    lane.wait = wait
    if let instant { plan(.resumes(lane, park: lane.parks), at: max(instant, time.now)) }
    lane.strand.park()
    lane.wait = nil
    current = lane
  }
}

extension SimulatedDriver: LanePeer {
  func ask(_ question: Question, _ id: QuestionID) -> Answer {
    let over = Answer.refusal(ErrorObject(.busy, "The host is gone."))
    guard let lane = current, !isOver else { return over }
    plan(.input(.asked(id, question)), at: soon())
    while answers[id] == nil, !isOver { park(lane, for: .answer(id), until: nil) }
    return answers.removeValue(forKey: id) ?? over
  }

  func conclude(_ call: CallID, _ reply: WireValue) -> ReplyVerdict {
    let over = ReplyVerdict.denied(ErrorObject(.busy, "The host is gone."))
    guard let lane = current, !isOver else { return over }
    plan(.input(.ended(call, .replied(reply))), at: soon())
    while verdicts[call] == nil, !isOver { park(lane, for: .verdict(call), until: nil) }
    return verdicts.removeValue(forKey: call) ?? over
  }

  func fault(of reply: WireValue, from program: ProgramID) -> ErrorObject? { hosted.fault(of: reply, from: program) }
}

extension ErrorObject {
  fileprivate static let ofCancelled = ErrorObject(.cancelled, "The callback is no longer in flight.")
}
