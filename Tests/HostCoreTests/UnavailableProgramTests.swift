// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Requests whose program can't be started for some minutes, on a real clock.
@Suite struct UnavailableProgramTests {
  private static let homework = FamilyID("homework")
  private static let wait: Int64 = 300_000

  enum Request: String, CaseIterable {
    case activate, eventDidReachThreshold, intervalDidStart
    case describeWidgets = "widget.describe"
    case placeholder = "widget.placeholder"
    case snapshot = "widget.snapshot"
    case timeline = "widget.timeline"
    case describeFilters = "focus.describe"
    case suggest = "focus.suggest"
    case perform = "focus.perform"

    /// Whether it is made again until it has succeeded. Others wait for another occasion, as after any failure.
    var isKept: Bool {
      switch self {
      case .activate, .eventDidReachThreshold, .intervalDidStart, .timeline, .perform: true
      case .describeWidgets, .placeholder, .snapshot, .describeFilters, .suggest: false
      }
    }
  }

  private static let intents: WireValue = [
    ["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]
  ]

  /// A device on which each request of one family is made once.
  private func live(_ life: PlayedLife) throws {
    try life.settle()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    life.take(.person(PersonAct(.placesWidget(Self.homework, kind: "Clock", size: "systemSmall", []))))
    try life.settle()
    let mode = FocusMode(id: "work", name: "Work")
    let filter = FocusFilter(FocusFilterKey(Self.homework, "Mute"), parameters: [])
    for change in [FocusChange.define(mode), .set(filter, in: "work"), .activate("work")] {
      life.take(.person(PersonAct(.changesFocus(change))))
    }
    try life.settle()
    try life.use(PlayedLife.chess, minutes: 21)
    life.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    try life.settle()
  }

  /// Lets time pass as a driver does, which sleeps until the device asked to be woken.
  private func sleep(_ life: PlayedLife, while isWaiting: () -> Bool) throws {
    for _ in 0..<60 where isWaiting() {
      var wakes: [Timestamp] = []
      for case .wake(let instant?) in life.take(.time(life.instant)) { wakes.append(instant) }
      try life.pass(until: try #require(wakes.first))
    }
  }

  private func life() throws -> PlayedLife {
    try PlayedLife(requests: ["focus", "timelines"], points: ["widget", "focusFilter"]) {
      ($0.clock, $0.turns) = (.real, .perFamily)
    }
  }

  @Test(arguments: Request.allCases)
  func `a request is sent again when its program may start, and not before`(_ request: Request) throws {
    let life = try life()
    var asked: [Int64] = []
    life.reply = { [unowned life] one in
      if one.callback == request.rawValue, one.program.hasPrefix("homework") {
        asked.append(life.now)
        if asked.count == 1 { return .unavailable(reason: "launch.mounts", retryAt: life.now + Self.wait) }
      }
      return PlayedReplies.reply(to: one.callback, at: life.now, intents: Self.intents)
    }
    try live(life)
    try sleep(life) { asked.count < 2 }
    try #require(asked.count >= 2, "\(asked)")
    #expect(asked[1] - asked[0] == Self.wait)
    // It was never sent, so nothing is held against the program.
    #expect(try life.facts.undelivered(of: Self.homework).isEmpty)
    #expect(life.facts.widgets.allSatisfy { $0.failure == nil && $0.reloads.failures == 0 })
  }

  @Test(arguments: Request.allCases)
  func `a request waits until its program is reset if only that helps`(_ request: Request) throws {
    let life = try life()
    var asked = 0
    var programs: Set<String> = []
    life.reply = { [unowned life] one in
      if one.callback == request.rawValue, one.program.hasPrefix("homework") {
        asked += 1
        programs.insert(one.program)
        if asked == 1 { return .unavailable(reason: "quarantined", retryAt: nil) }
      }
      return PlayedReplies.reply(to: one.callback, at: life.now, intents: Self.intents)
    }
    try live(life)
    try life.pass(hours: 20)
    #expect(asked == 1)
    for program in programs { life.take(.operator(.reset(ProgramID(program)))) }
    try life.settle()
    try life.pass(hours: 1)
    #expect((asked > 1) == request.isKept)
  }

  @Test func `a program that may be tried again at once is tried in the next millisecond`() throws {
    let bench = try NotificationBench()
    let now = bench.device.now
    let opening = try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    func count(_ commands: [DeviceCommand]) -> Int { commands.count { if case .perform = $0 { true } else { false } } }
    #expect(count(opening) == 1)
    let call = try #require(bench.sent.last).call
    let commands = try bench.take(.ended(call, .unavailable(reason: "backingOff", retryAt: now.milliseconds)))
    #expect(count(commands) == 0)
    try bench.pass(until: now.advanced(by: 1))
    #expect(bench.sent.map(\.callback) == ["activate", "activate"])
  }

  @Test func `a delivery expires seven days after it became pending, to the millisecond`() throws {
    let bench = try NotificationBench()
    // At noon, since every midnight has a step of its own.
    try bench.pass(seconds: 43_200)
    try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let call = try #require(bench.sent.last).call
    try bench.take(.ended(call, .unavailable(reason: "quarantined", retryAt: nil)))
    let due = bench.device.now.advanced(by: 7 * 86_400_000)
    func pending() -> Int { bench.driver.facts.owners.outbox.owed.count }
    try bench.pass(until: due.advanced(by: -1))
    #expect(try pending() == 1 && bench.ledger(.deliveryExpired) == 0)
    try bench.pass(until: due)
    #expect(try pending() == 0 && bench.ledger(.deliveryExpired) == 1)
  }
}
