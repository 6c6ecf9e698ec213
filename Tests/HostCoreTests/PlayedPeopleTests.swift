// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// People who decide, guardians among them, and callbacks that end in each other way, on a device whose programs are
/// played.
@Suite struct PlayedPeopleTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  @Test func `questions about families without an app match their transcript`() throws {
    let life = try PlayedLife { configuration in
      for index in configuration.families.indices { configuration.families[index].manifest.app = nil }
    }
    life.order(.open(Self.homework))
    life.order(.open(Self.worklog))
    life.take(.person(PersonAct(.meets(FamilyID("nobody")))))
    life.show(["/requests", "/families"])
    life.order(.answer(prompt: 1, isYes: true))
    life.order(.answer(prompt: 2, isYes: false))
    life.order(.open(Self.homework))
    life.order(.open(Self.worklog))
    life.order(.answer(prompt: 3, isYes: true))
    life.order(.close(Self.homework))
    try life.use(PlayedLife.chess, minutes: 3)
    life.show(["/requests", "/families", "/family/homework", "/family/worklog", "/ledger", "/extensions"])
    try life.restart()
    life.order(.revoke(Self.homework, keepsShields: false))
    life.show(["/families"])
    try life.compare("played-acquaintance")
  }

  @Test func `approving a family without an app under a narrower profile narrows the device's profile at once`() throws
  {
    let life = try PlayedLife { configuration in
      for index in configuration.families.indices { configuration.families[index].manifest.app = nil }
    }
    life.order(.open(Self.homework))
    #expect(life.facts.profile == .open)
    life.order(.answer(prompt: 1, isYes: true, ConsentTerms(profile: .tight)))
    #expect(life.facts.state.families[Self.homework]?.isApproved == true)
    #expect(life.facts.profile == .tight)
  }

  @Test func `prompts for a guardian, answered at once and late, match their transcript`() throws {
    let life = try PlayedLife()
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .child)))
    life.order(.answer(prompt: 1, isYes: true))
    life.show(["/requests"])
    life.order(.answer(prompt: 1, isYes: false), as: .guardian)
    try life.ask(call, 2, .authorize(AuthorizeParams(member: .child)))
    life.order(.answer(prompt: 2, isYes: true), as: .guardian)
    try life.end(call, .replied(["effects": []]))
    life.leave("homework")
    // A refusal holds for the rest of the callback that asked.
    for answer in [false, nil, true] as [Bool?] {
      let call = try life.open("homework")
      try life.ask(call, 1, .commit(CommitParams(effects: [.revokeAuthorization])))
      let prompt = try #require(life.facts.openPrompts.last?.number)
      life.show(["/requests"])
      if let answer {
        life.order(.answer(prompt: prompt, isYes: answer), as: .guardian)
      } else {
        life.take(.person(PersonAct(.answers(PromptID(number: prompt), .said(.unanswered)))))
      }
      try life.ask(call, 2, .commit(CommitParams(effects: [.revokeAuthorization])))
      try life.end(call, .replied(["effects": []]))
      life.leave("homework")
    }
    life.show(["/requests", "/family/homework"])
    let late = try life.open("worklog")
    try life.ask(late, 1, .authorize(AuthorizeParams(member: .individual)))
    let prompt = try #require(life.facts.openPrompts.last?.number)
    life.take(.person(PersonAct(.answers(PromptID(number: prompt), .said(.unanswered)))))
    try life.end(late, .replied(["effects": []]))
    life.leave("worklog")
    life.show(["/requests"])
    life.move("worklog.app", .greeting, .idle(since: life.now), "hello.ok")
    life.order(.answer(prompt: prompt, isYes: false))
    life.order(.answer(prompt: prompt, isYes: true))
    life.show(["/requests", "/families", "/ledger"])
    try life.compare("played-guardian")
  }

  @Test func `callbacks that end in each way but a good reply match their transcript`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let error = ErrorObject(.busy, "Not now.", retry: .after)
    let ends: [CallEnd] = [
      .fallback(reason: "violation.envelope"), .fallback(reason: "crash.SIGSYS"), .fallback(reason: "killed.memory"),
      .malformed(ErrorObject(.schema, "It has no effects.", pointer: "/effects")), .failed(error),
      .failed(ErrorObject(.denied, "Never.", retry: .never)), .denied(ErrorObject(.denied, "It is too large.")),
    ]
    func open() throws {
      life.take(.person(PersonAct(.opens(Self.homework, stays: false))))
      try life.settle()
      try life.pass(hours: 1)
    }
    for end in ends {
      life.failure = end
      try open()
    }
    life.failure = nil
    for delay in [600_000, nil] as [Int64?] {
      life.take(.wrote(ProgramID("homework.app"), isSealed: false, lines: ["no interpreter"]))
      life.move("homework.app", .launching, .backingOff(until: life.now + 600_000), "launch.mounts")
      life.reply = { [unowned life] one in
        one.program == "homework.app"
          ? .unavailable(reason: "launch.mounts", retryAt: delay.map { life.now + $0 }) : nil
      }
      try open()
      life.show(["/extensions"])
    }
    life.reply = { _ in nil }
    life.order(.restart(extension: "homework.app"))
    for number in try life.facts.undelivered(of: Self.homework).map(\.sequence) {
      life.order(.resend(Self.homework, number: number))
    }
    life.show(["/extensions", "/family/homework", "/ledger", "/trace"])
    try life.compare("played-ends")
  }
}
