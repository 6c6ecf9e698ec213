// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

/// The device alone: inputs in, commands out.
@Suite struct DeviceTests {
  private func driver(in scratch: Scratch) throws -> VirtualDriver {
    try VirtualDriver(
      HostConfiguration(
        stateDirectory: scratch.path + "/state", outputDirectory: nil, recordingPath: nil, families: [],
        launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: LiveHost.start,
        environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
        profile: .open, registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
        presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true))
  }

  @Test(arguments: [
    CallEnd.replied(["effects": []]), .fallback(reason: "crash.SIGSEGV"), .denied(ErrorObject(.busy, "no")),
  ])
  func `the end of a call that is not in flight has no effect`(_ end: CallEnd) throws {
    let driver = try driver(in: Scratch())
    let before = driver.facts.state
    let commands = try driver.device.take(.ended(CallID(7), end))
    #expect(driver.facts.state == before)
    // A lane that waits for its verdict gets one. The only other command is a warning.
    for command in commands {
      if case .tell(let event) = command, event.kind == .warning { continue }
      guard case .conclude(CallID(7), .denied(let error)) = command else {
        Issue.record("\(command)")
        continue
      }
      #expect(error.code == .cancelled)
    }
    if case .replied = end { #expect(commands.count == 2) } else { #expect(commands.isEmpty) }
  }

  @Test func `a question within a call that is not in flight is refused`() throws {
    let driver = try driver(in: Scratch())
    let question = QuestionID(CallID(3), 1)
    let commands = try driver.device.take(.asked(question, .stillness))
    guard case .answer(question, .refusal(let error))? = commands.first else {
      Issue.record("\(commands)")
      return
    }
    #expect(error.code == .cancelled && commands.count == 2)
  }

  private static let inputs: [DeviceInput] = [
    .use(
      UseSpan(start: LiveHost.start, end: LiveHost.start.advanced(by: 9), app: LiveHost.editor, isPresent: true)),
    .time(LiveHost.start), .ended(CallID(1), .replied(["effects": [["kind": "clearStore", "store": "Default"]]])),
    .ended(CallID(2), .unavailable(reason: "backingOff", retryAt: 5)),
    .asked(QuestionID(CallID(1), 2), .request(.authorize(AuthorizeParams(member: .child)))),
    .moved(
      ProgramID("a.monitor"),
      ProcessMove(process: 1, from: .cold, to: .backingOff(until: 4), reason: "strike", record: RestartRecord())),
    .wrote(ProgramID("a.monitor"), isSealed: true), .held(FamilyID("a"), failure: nil),
    .person(PersonAct(.opens(FamilyID("a"), stays: true), id: "one")),
    .operator(.grant(LiveHost.editor, until: LiveHost.start)), .source(.clockJumped(to: LiveHost.start)),
    .source(.lost(.socket, .writerLeft)), .source(.blind(.focus, .disconnected, since: LiveHost.start)),
    .source(.suspended(TimeSpan(start: LiveHost.start, end: LiveHost.start.advanced(by: 5)))),
    .source(.clockMarked(ClockMark(boot: "5c1e07aa", trustedOffset: 3, wallOffset: 4))),
  ]

  @Test(arguments: inputs.indices) func `an input decodes from a recording as it was encoded`(_ index: Int) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(Self.inputs[index])
    let read = try JSONDecoder().decode(DeviceInput.self, from: written)
    #expect(try encoder.encode(read) == written)
    #expect("\(read)" == "\(Self.inputs[index])")
  }

  @Test func `a repeated act takes effect once`() throws {
    let live = try LiveHost("twice")
    try live.use(minutes: 1)
    let shield = try #require(live.host.facts.state.shield)
    let act = DeviceInput.person(PersonAct(.presses(.primaryButtonPressed, shield), id: "press one"))
    // The first makes the press pending and enters it in the timeline.
    #expect(try live.host.device.take(act).isEmpty == false)
    let entries = try live.ledger().count { $0 == "shieldAction" }
    #expect(try live.host.device.take(act).isEmpty)
    #expect(try live.ledger().count { $0 == "shieldAction" } == entries && entries == 1)
    try live.close()
  }

  @Test func `a press that is being answered when the person resets the identifiers is settled by its reply`() throws {
    let live = try LiveHost("closer", look: .staticProgram)
    try live.use(minutes: 1)
    let shield = try #require(live.host.facts.state.shield)
    let commands = try live.host.device.take(.person(PersonAct(.presses(.primaryButtonPressed, shield), id: "press")))
    let calls = commands.compactMap { command -> CallID? in
      if case .perform(let call, _, _) = command { call } else { nil }
    }
    let call = try #require(calls.first)
    _ = try live.host.device.take(.person(PersonAct(.resetsIdentifiers(live.family), id: "reset")))
    _ = try live.host.device.take(.time(live.host.facts.state.now.advanced(by: 1_000)))
    #expect(try live.endings(of: "handle") == ["owed"])
    _ = try live.host.device.take(.ended(call, .replied(["response": "close"])))
    #expect(try live.endings(of: "handle") == ["applied reply.ok"])
    try live.close()
  }
}
