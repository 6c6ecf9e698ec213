// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Why a pending callback is not sent, as the commands that explain it say.
@Suite struct DeliveryHoldTests {
  private static let homework = FamilyID("homework")
  private static var words: ReasonWords {
    ReasonWords(instant: { "\($0.milliseconds)" }, duration: { "\($0)" }, item: { $0.id })
  }

  private func holds(_ life: PlayedLife) throws -> [DeliveryHold?] {
    try life.facts.deliveryStories(of: Self.homework).map(\.hold)
  }

  @Test func `each reason has a code, a rule and a sentence of its own`() {
    let at = Timestamp(milliseconds: 7)
    let holds: [(DeliveryHold, String, String, String)] = [
      (.behind(sequence: 3), "behind", "C6", "It waits for delivery 3 of its family: callbacks never overlap."),
      (.backingOff(until: at), "backingOff", "C5", "The extension failed and waits until 7."),
      (
        .quarantined(until: at), "quarantined", "C5",
        "The extension is quarantined until 7; `sallyport reset` clears it."
      ),
      (.disabled, "disabled", "C5", "The extension is off until its build or manifest changes."),
      (.refused, "refused", "C5", "The extension is not approved."),
      (
        .notLaunched(times: 1, reason: "No mounts."), "notLaunched", "C5",
        "The extension could not be launched (tried once): No mounts."
      ),
      (
        .notLaunched(times: 2, reason: "No mounts."), "notLaunched", "C5",
        "The extension could not be launched (tried 2 times): No mounts."
      ),
      (
        .suspended(family: "a"), "suspended", "PRIV-FP6",
        "The policy was widened since you agreed to it; it waits until you agree with: sallyport consent a --agree"
      ),
      (
        .notConfigured, "notConfigured", "C5",
        "The family has no manifest in this run, so its callbacks wait for one."
      ),
      (.nextRun, "nextRun", "C5", "It is pending and will be sent when the host next runs."),
    ]
    for (hold, code, rule, sentence) in holds {
      #expect(hold.code == code && hold.rule == rule && hold.sentence(Self.words) == sentence, "\(hold)")
    }
  }

  @Test func `a pending callback waits for what its own program waits for`() throws {
    let life = try PlayedLife(points: [])
    _ = try life.open("homework")
    #expect(try holds(life) == [.nextRun])
    let until = life.instant.advanced(by: 250)
    for (state, hold) in [
      (.backingOff(until: until.milliseconds), .backingOff(until: until)),
      (.quarantined(until: until.milliseconds), .quarantined(until: until)), (.disabled, .disabled),
      (.refused, .refused), (.cold, .nextRun), (.idle(since: 0), .nextRun),
    ] as [(ProcessState, DeliveryHold)] {
      life.move("homework.app", .exiting(.strike), state, "strike")
      life.move("homework.monitor", .exiting(.strike), .disabled, "strike")
      #expect(try holds(life) == [hold], "\(state)")
    }
  }

  @Test func `the attempts to launch a program count from the instant at which its callback became pending`() throws {
    let life = try PlayedLife(points: [])
    func fail(_ program: String, _ reason: ReasonCode, _ says: String) {
      var move = ProcessMove(process: 1, from: .launching, to: .cold, reason: reason, record: RestartRecord())
      move.launchFailure = says
      life.take(.moved(ProgramID(program), move))
      life.take(.operator(.saves))
    }
    fail("homework.app", "launch.mounts", "An old one.")
    try life.pass(hours: 1)
    _ = try life.open("homework")
    fail("homework.monitor", "launch.mounts", "Of another program.")
    #expect(try holds(life) == [.nextRun])
    fail("homework.app", "launch.mounts", "No mounts.")
    #expect(try holds(life) == [.notLaunched(times: 1, reason: "No mounts.")])
    try life.pass(hours: 1)
    fail("homework.app", "confinement.seccomp", "No seccomp.")
    // Neither a process that fails later nor another failure of a launch is a refused launch.
    life.move("homework.app", .greeting, .backingOff(until: life.now + 250), "launch.mounts")
    life.move("homework.app", .launching, .cold, "crash.SIGSEGV")
    life.take(.operator(.saves))
    #expect(try holds(life) == [.notLaunched(times: 2, reason: "No seccomp.")])
  }

  @Test func `a callback waits for the oldest pending one of its family, and for none of another family`() throws {
    let life = try PlayedLife(points: [])
    for family in ["homework", "homework", "worklog", "homework"] {
      life.take(.person(PersonAct(.opens(FamilyID(family), stays: false))))
    }
    let call = try #require(life.bench.sent.first).call
    let stories = try life.facts.deliveryStories(of: Self.homework)
    let first = try #require(stories.first?.delivery.sequence)
    #expect(stories.map(\.hold) == [.nextRun, .behind(sequence: first), .behind(sequence: first)])
    try life.end(call, .replied(["effects": []]))
    #expect(try Array(holds(life).prefix(2)) == [nil, .nextRun])
    #expect(try life.facts.deliveryStories(of: FamilyID("worklog")).map(\.hold) == [.nextRun])
  }

  @Test func `the story of a delivery that was sent again has the attempts of all sendings, oldest first`() {
    func story(_ sequence: Int64, _ callback: String, _ attempts: Int...) -> DeliveryStory {
      let at = Timestamp(milliseconds: 0)
      return DeliveryStory(
        delivery: PendingDelivery(
          family: "homework", sequence: sequence, point: "app", callback: callback, dueAt: at, owedAt: at, body: []),
        monitor: nil, attempts: attempts.map { DeliveryAttempt(delivery: 0, number: $0, at: at, reason: "deadline") },
        hold: nil, output: nil)
    }
    let joined = DeliveryStory.joined([
      story(1, "first", 1, 2), story(2, "other", 7), story(1, "second", 3), story(3, "last"), story(1, "third", 4),
    ])
    #expect(joined.map(\.delivery.sequence) == [1, 2, 3])
    #expect(joined.map(\.delivery.callback) == ["third", "other", "last"])
    #expect(joined.map { $0.attempts.map(\.number) } == [[1, 2, 3, 4], [7], []])
  }
}
