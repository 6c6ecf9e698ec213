// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// How the drivers carry out the device's commands about processes.
@Suite struct CarriedCommandTests {
  private static let one = FamilyID("one")

  private func at(_ seconds: Int64) -> Timestamp { LiveRun.start.advanced(by: seconds * 1_000) }

  // MARK: - On a real clock

  private final class StillFeed: LiveFeed {
    let descriptors: [CInt] = []
    let nextLook: Timestamp? = nil

    func read() -> [DeviceInput] { [.time(LiveRun.start)] }
    func boottime(of instant: Timestamp) -> Int64 { 1 }
  }

  /// The states that a process comes to, up to the one of this name.
  private func states(_ mailbox: Mailbox, until last: String) -> [String] {
    var found: [String] = []
    let deadline = ContinuousClock.now + .seconds(10)
    while found.last != last, ContinuousClock.now < deadline {
      var one = pollfd(fd: mailbox.signal.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&one, 1, 100)
      _ = mailbox.signal.take()
      for case .input(.moved(_, let move)) in mailbox.drain() { found.append(move.to.name) }
    }
    return found
  }

  @Test func `a live driver warms, cools, stops, holds back and resets programs on their lanes`() throws {
    let families = try ScriptFamilies()
    try families.addPlayed(requests: ["settings"], extensions: [("look", "shieldConfiguration", "")])
    let run = try LiveRun([:], in: families)
    let driver = try LiveDriver(
      run.configuration(answered: []), feed: { _, _ in StillFeed() }, onEvent: { _ in })
    let own = Mirror(reflecting: driver).children.first { $0.label == "mailbox" }
    let mailbox = try #require(own?.value as? Mailbox)
    let look = ProgramID("one.look")
    let ends: [DeviceCommand] = [.coolDown(look), .stop(look, .idle), .stop(look, .operator), .stop(look, .revoked)]
    for end in ends {
      _ = driver.carryOut([.keepWarm(look)])
      #expect(states(mailbox, until: "idle") == ["launching", "greeting", "idle"], "\(end)")
      _ = driver.carryOut([end])
      #expect(states(mailbox, until: "cold") == ["exiting", "cold"], "\(end)")
    }
    _ = driver.carryOut([.quarantine(look)])
    #expect(states(mailbox, until: "quarantined") == ["quarantined"])
    _ = driver.carryOut([.reset(look)])
    #expect(states(mailbox, until: "cold") == ["cold"])
    driver.ending()
    try driver.run()
  }

  @Test func `a callback that crashed keeps its family busy no longer`() throws {
    final class Watch: LiveFeed {
      let descriptors: [CInt] = []
      let nextLook: Timestamp? = LiveRun.start
      var onRead: () -> Void = {}

      func read() -> [DeviceInput] {
        onRead()
        return [.time(LiveRun.start)]
      }
      func boottime(of instant: Timestamp) -> Int64 { 1 }
    }
    let run = try LiveRun(["one.app": .crashes])
    let feed = Watch()
    let driver = try LiveDriver(run.configuration(), feed: { _, _ in feed }, onEvent: { _ in })
    let deadline = ContinuousClock.now + .seconds(20)
    var isFree = false
    feed.onRead = { [unowned driver] in
      isFree = run.programs.stage.processes.contains("one.app ended") && !driver.lanes.isBusy(Self.one)
      if isFree || ContinuousClock.now > deadline { driver.ending() }
    }
    try driver.run()
    #expect(isFree, "\(run.programs.stage.processes)")
  }

  // MARK: - On a virtual clock

  /// A host whose monitor was called and waits for its next callback.
  private func called(_ run: LiveRun) throws -> VirtualDriver {
    let driver = try VirtualDriver(run.configuration(clock: .virtual))
    try driver.run(through: [UseSpan](), until: LiveRun.start)
    var seconds: Int64 = 0
    while !run.programs.stage.processes.contains("one.monitor started"), seconds < 1_200 {
      seconds += 1
      try driver.act(.time(at(seconds)))
    }
    let processes = run.programs.stage.processes.filter { $0.hasPrefix("one.monitor") }
    try #require(processes == ["one.monitor started"], "\(run.programs.stage.processes)")
    return driver
  }

  enum End: CaseIterable {
    case revoked, removed, closed
  }

  @Test(arguments: End.allCases)
  func `a monitor that waits ends when its family is revoked or removed, and with its host`(_ end: End) throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .answers(["effects": []])])
    let driver = try called(run)
    switch end {
    case .revoked: try driver.revoke(Self.one, by: .person)
    case .removed: try driver.remove(Self.one, by: .person)
    case .closed: try driver.close()
    }
    let processes = run.programs.stage.processes.filter { $0.hasPrefix("one.monitor") }
    #expect(processes == ["one.monitor started", "one.monitor ended"])
    if end != .closed { try driver.close() }
  }

  @Test func `a program that too many callbacks wait for is quarantined by its lane too`() throws {
    let run = try LiveRun(["one.app": .answers(["effects": []])])
    let driver = try VirtualDriver(run.configuration(clock: .virtual, answered: []))
    func opening(_ number: Int) -> DeviceInput {
      .person(PersonAct(.opens(Self.one, stays: false), id: "\(number)"))
    }
    // These commands are not carried out, so every opening stays pending.
    for number in 1...1_024 { _ = try driver.device.take(opening(number)) }
    let app = ProgramID("one.app")
    #expect(driver.facts.owners.registry.standing(app)?.state == .cold)
    try driver.act(opening(1_025))
    #expect(driver.facts.owners.registry.standing(app)?.state.name == "quarantined")
    try driver.close()
  }
}
