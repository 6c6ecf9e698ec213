// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import HostCore
internal import ProcessSupervision
internal import ScreenTimeRules

// MARK: - Commands

extension SimulatedDriver {
  func carryOut(_ commands: [DeviceCommand]) throws {
    for command in commands { carryOut(command) }
  }

  private func carryOut(_ command: DeviceCommand) {
    switch command {
    case .perform(let call, let program, let message): queue(.perform(call, message), on: program)
    case .answer(let question, let answer):
      // The lane no longer waits for this answer, so drop it.
      guard let lane = lanes.first(where: { $0.wait == .answer(question) }) else { return }
      answers[question] = answer
      wake(lane)
    case .conclude(let call, let verdict):
      guard let lane = lanes.first(where: { $0.wait == .verdict(call) }) else { return }
      verdicts[call] = verdict
      wake(lane)
    case .cancel(let call, _): cancel(call)
    case .stop(let program, let reason): queue(.stop(reason), on: program)
    case .reset(let program): queue(.reset, on: program)
    case .quarantine(let program): queue(.quarantine, on: program)
    case .keepWarm(let program): queue(.keepWarm, on: program)
    case .coolDown(let program): queue(.coolDown, on: program)
    case .hold(let family, _, _): plan(.input(.held(family, failure: nil)), at: soon())
    case .release: break
    case .present(let surface):
      person.sees(surface)
      if case .notifications(let list) = surface { deal(with: list) }
    case .notify(let notification): laws.notified(notification, at: now)
    case .withdraw(let surface): person.loses(surface)
    // Beyond five minutes the prompt is closed.
    case .prompt(let id, let prompt): plan(.answers(id, prompt), at: soon(atMost: random.oneIn(6) ? 600_000 : 60_000))
    case .tell(let event): hosted.tell(event)
    // The person may answer a closed prompt late. The simulation advances the clock by use, so it needs no wake-up.
    case .closePrompt, .wake: break
    }
  }

  /// Sometimes opens or removes one of the notifications at a random later time.
  private func deal(with list: PresentedNotificationList) {
    guard !list.notifications.isEmpty, random.oneIn(3) else { return }
    let (chosen, opens) = (random.pick(list.notifications), random.oneIn(3))
    laws.clears(chosen.number, chosen.family)
    let act = PersonAct(
      opens
        ? .answersNotification(chosen.number, of: chosen.family) : .clearsNotification(chosen.number, of: chosen.family)
    )
    plan(.deals(act), at: soon(atMost: 600_000))
  }
}

// MARK: - Running

extension SimulatedDriver: SimulationDriver {
  func live(through spans: [UseSpan], until end: Timestamp) throws {
    // It holds until the next stretch of use, so that a revocation or the like often meets callbacks in flight.
    if pace != .all { pace = random.pick([.usual, .usual, .usual, .usual, .little, .none]) }
    try act(.operator(.starts))
    for family in try facts.unopenedApps() { try act(.person(person.opening(of: family))) }
    for span in spans where span.end > now {
      // A source may repeat an open sample many times before anything is saved.
      let sample = random.oneIn(40) ? max(1, span.end.milliseconds(since: now) / 80) : .max
      try pass(until: span.end) {
        var part = span
        part.end = stop(before: sample < span.end.milliseconds(since: now) ? now.advanced(by: sample) : span.end)
        return .use(part)
      }
    }
    try pass(until: end) { .time(stop(before: end)) }
    try act(.operator(.saves))
  }

  /// Sends inputs until the device's clock reaches `end`.
  private func pass(until end: Timestamp, _ next: () -> DeviceInput) throws {
    var idle = 0
    while now < end {
      let before = now
      try act(next())
      idle = now == before ? idle + 1 : 0
      guard idle < 1_000 else { return laws.find(.nobodyWaits, "the device's clock stands still") }
    }
  }

  /// The end of the next part of a span: the person's next action, or sometimes a random instant.
  private func stop(before end: Timestamp) -> Timestamp {
    var stop = end
    if let next = person.nextAct, now < next { stop = min(stop, next) }
    let left = stop.milliseconds(since: now)
    if left > 1, random.oneIn(5) { stop = now.advanced(by: random.milliseconds(1...left)) }
    return stop
  }

  func act(_ input: DeviceInput) throws {
    try take(input)
    tick()
    try settle()
    while let press = person.duePress(at: now) {
      try take(.person(press))
      try settle()
    }
    try take(.time(now))
    try settle()
    if let closing = person.nextClosing() { try take(.person(closing)) }
    laws.checkNeighbours(facts)
  }

  func open(_ family: FamilyID) throws {
    try act(.operator(.delivers))
    try act(.person(person.opening(of: family)))
  }

  /// Passes the host's clock to every lane that is not in a conversation.
  private func tick() {
    for lane in lanes where lane.isIdle { lane.lane.tick(now: now.milliseconds) }
  }

  func close() throws {
    let before = pace
    pace = .all
    defer { pace = before }
    try settle()
    unwind()
    try hosted.close()
  }

  func abandon() { unwind() }
}
