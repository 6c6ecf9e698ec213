// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Commands of a device whose driver is killed or whose lanes answer when they should not; the test acts as the driver.
@Suite struct KilledLiveHostTests {
  /// Opens the device over the state of `run`; the test takes its commands.
  private func life(_ run: LiveRun) throws -> VirtualDriver {
    try VirtualDriver(run.configuration(clock: .virtual))
  }

  /// A family that is approved and monitors the day, ready for the start of its use.
  private func prepared() throws -> LiveRun {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .answers(["effects": []])])
    let driver = try life(run)
    try driver.run(through: [UseSpan](), until: LiveRun.start)
    try driver.close()
    return run
  }

  /// Runs a host that ends with a kill: the store is closed and nothing else is done.
  private func lived(_ run: LiveRun, _ body: (Device) throws -> Void) throws {
    let driver = try life(run)
    _ = try driver.device.take(.operator(.starts))
    try body(driver.device)
  }

  private static func performed(_ commands: [DeviceCommand]) -> [CallID] {
    commands.compactMap { if case .perform(let call, _, _) = $0 { call } else { nil } }
  }

  private static let use = DeviceInput.use(
    UseSpan(start: LiveRun.start, end: LiveRun.start.advanced(by: 600_000), front: LiveRun.editor))

  @Test func `the next host sends what a killed one had committed and not sent`() throws {
    let run = try prepared()
    // The threshold is reached and committed. Its request is lost with the host.
    try lived(run) { device in
      let requests = Self.performed(try device.take(Self.use))
      #expect(requests.count == 1)
    }
    let next = try life(run)
    let requests = Self.performed(try next.device.take(.operator(.starts)))
    #expect(requests.count == 1)
    #expect(next.device.owners.outbox.owed.map(\.callback) == ["eventDidReachThreshold"])
  }

  @Test func `the next host does not resend a request whose reply was applied`() throws {
    let run = try prepared()
    try lived(run) { device in
      let call = try #require(Self.performed(try device.take(Self.use)).first)
      let end = try device.take(.ended(call, .replied(["effects": []])))
      #expect(end.contains { if case .conclude(call, .accepted) = $0 { true } else { false } })
    }
    let second = try life(run)
    let requests = Self.performed(try second.device.take(.operator(.starts)))
    #expect(requests.isEmpty)
  }

  @Test func `a reply after its cancel has no effect and gives a warning`() throws {
    let run = try prepared()
    let driver = try life(run)
    let family = FamilyID("one")
    _ = try driver.device.take(.operator(.starts))
    let call = try #require(Self.performed(try driver.device.take(Self.use)).first)
    let commands = try driver.device.take(.person(PersonAct(.revokes(family, by: .person, keepsShields: false))))
    #expect(commands.contains { if case .cancel(call, .revoked) = $0 { true } else { false } })
    let before = driver.facts.state
    let late = try driver.device.take(.ended(call, .replied(["effects": [["kind": "stopMonitoring"]]])))
    #expect(driver.facts.state == before)
    #expect(late.contains { if case .conclude(call, .denied) = $0 { true } else { false } })
    #expect(late.contains { if case .tell(let event) = $0 { event.kind == .warning } else { false } })
  }

  @Test func `a duplicate reply counts once`() throws {
    let run = try prepared()
    let driver = try life(run)
    _ = try driver.device.take(.operator(.starts))
    let call = try #require(Self.performed(try driver.device.take(Self.use)).first)
    _ = try driver.device.take(.ended(call, .replied(["effects": []])))
    let before = driver.facts.state
    let again = try driver.device.take(.ended(call, .replied(["effects": []])))
    #expect(driver.facts.state == before && Self.performed(again).isEmpty)
  }

  @Test func `a prompt closes at its time limit and counts as unanswered`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    let driver = try life(run)
    _ = try driver.device.take(.operator(.starts))
    let opening = try driver.device.take(.person(PersonAct(.opens(FamilyID("one"), stays: false))))
    let call = try #require(Self.performed(opening).first)
    let question = QuestionID(call, 1)
    let asked = try driver.device.take(.asked(question, .request(.authorize(AuthorizeParams(member: .individual)))))
    #expect(asked.contains { if case .prompt = $0 { true } else { false } })
    let limit = driver.device.now.advanced(by: PersonDesk.patience)
    while driver.device.now < limit { _ = try driver.device.take(.time(limit)) }
    let commands = try driver.device.take(.time(limit))
    #expect(commands.contains { if case .closePrompt = $0 { true } else { false } })
    #expect(commands.contains { if case .answer(question, .refusal) = $0 { true } else { false } })
    #expect(driver.facts.state.families[FamilyID("one")]?.isApproved == false)
  }
}
