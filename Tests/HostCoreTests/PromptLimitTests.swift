// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// How long a question of an extension stays open, and the numbers of questions.
@Suite struct PromptLimitTests {
  private static let homework = FamilyID("homework")

  /// A device whose person is asked for authorization, and the callback that asked.
  private func asked() throws -> (bench: NotificationBench, call: CallID) {
    let bench = try NotificationBench(requests: ["authorization"])
    try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let call = try #require(bench.sent.last { $0.program == "homework.app" }).call
    _ = try bench.take(.asked(QuestionID(call, 1), .request(.authorize(AuthorizeParams(member: .individual)))))
    return (bench, call)
  }

  private func closed(_ commands: [DeviceCommand]) -> [Int64] {
    commands.compactMap { command -> Int64? in
      if case .closePrompt(let id) = command { id.number } else { nil }
    }
  }

  @Test func `a question stays open for five minutes, and is closed when they are over`() throws {
    let bench = try asked().bench
    let persons = bench.driver.facts.owners.persons
    let limit = bench.device.now.advanced(by: 300_000)
    #expect(persons.prompts.keys.map(\.number) == [1] && persons.nextLimit == limit)
    try bench.pass(until: limit.advanced(by: -1))
    #expect(persons.prompts.count == 1 && persons.overdue(at: bench.device.now).isEmpty)
    // Time passes first, and the device then does what is due at its end.
    let commands = try bench.take(.time(limit)) + bench.take(.time(limit))
    #expect(closed(commands) == [1] && persons.prompts.isEmpty)
  }

  @Test func `a question is closed with a callback that ends without a reply, and stays after a reply`() throws {
    for isReply in [true, false] {
      let (bench, call) = try asked()
      let persons = bench.driver.facts.owners.persons
      #expect(persons.prompts.count == 1)
      let end = isReply ? CallEnd.replied(["effects": []]) : .fallback(reason: .process(.deadline))
      let commands = try bench.take(.ended(call, end))
      #expect(closed(commands) == (isReply ? [] : [1]), "a reply: \(isReply)")
      #expect(persons.prompts.count == (isReply ? 1 : 0), "a reply: \(isReply)")
    }
  }

  @Test func `the first question has the number 1, also after a write that failed before it`() throws {
    let scratch = Scratch()
    let store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated)
    let desk = try store.read { try PersonDesk($0) }
    func ask() throws {
      try store.transaction { transaction in
        let turn = Turn(transaction)
        defer { turn.end() }
        try desk.ask(.profile, .profile(Self.homework, profile: "open"), at: NotificationBench.start, turn)
      }
    }
    try store.read { try desk.reload($0) }
    try ask()
    #expect(desk.prompts.keys.map(\.number) == [1])
    // The number is stored with the question, so the next one is 2 after a reload.
    try store.read { try desk.reload($0) }
    try ask()
    #expect(desk.prompts.keys.map(\.number) == [2])
  }
}
