// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The fields that a request omits after a release was widened, and those it has at each point otherwise.
@Suite struct SuspendedReleaseTests {
  private static let homework = FamilyID("homework")
  private static let mute = FocusFilterKey(homework, "Mute")

  private func members(of value: WireValue?) -> WireObject? {
    guard case .object(let members)? = value else { return nil }
    return members
  }

  /// The names of the snapshot's parts in the request for the app's next opening.
  private func parts(_ life: PlayedLife) throws -> Set<String> {
    let call = try life.open("homework")
    let sent = try #require(life.bench.sent.last { $0.call == call })
    try life.end(call, .replied(["effects": []]))
    life.leave("homework")
    let snapshot = try #require(members(of: members(of: sent.request)?["snapshot"]))
    return Set(snapshot.members.map(\.name))
  }

  enum Widening: CaseIterable {
    case media, tokens, taps

    func policy() throws -> FlowPolicy {
      switch self {
      case .media: try .widened(9)
      case .tokens: try .widened(fields: "snapshot/tokens/status")
      case .taps: try .widened(6)
      }
    }

    var removed: Set<String> {
      switch self {
      case .media: ["effective"]
      case .tokens: ["tokens"]
      case .taps: []
      }
    }
  }

  @Test(arguments: Widening.allCases)
  func `merged media limits and the status of tokens are left out while they are suspended, and nothing else`(
    _ widening: Widening
  ) throws {
    var policy: FlowPolicy?
    let life = try PlayedLife(points: []) { $0.policy = policy }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let rating: WireValue = [
      "key": .string(SettingKey.maximumMovieRating.rawValue), "kind": "setSetting", "store": "s", "value": 100,
    ]
    let call = try life.open("homework")
    try life.end(call, .replied(["effects": [rating]]))
    life.leave("homework")
    life.take(.person(PersonAct(.withdraws(PlayedLife.chess, from: Self.homework))))
    let before = try parts(life)
    #expect(before.isSuperset(of: ["effective", "tokens"]), "\(before)")
    policy = try widening.policy()
    try life.restart()
    let after = try parts(life)
    #expect(before.subtracting(after) == widening.removed && after.isSubset(of: before), "\(after)")
  }

  @Test(arguments: [6, 7])
  func `an app that may not learn of taps is not left open, and its opening is settled by its reply`(
    _ widened: Int
  ) throws {
    var policy: FlowPolicy?
    let life = try PlayedLife(points: []) { $0.policy = policy }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    policy = try .widened(widened)
    try life.restart()
    let call = try life.open("homework")
    try life.end(call, .replied(["effects": []]))
    let isLeft = widened == 7
    #expect((life.facts.owners.persons.visits[Self.homework] != nil) == isLeft)
    let opening = try life.facts.store.read { try $0.deliveryHistory(family: "homework") }.last
    let outcome: PendingDelivery.Outcome? = isLeft ? nil : .applied
    #expect(opening?.point == "app" && opening?.settlement?.outcome == outcome)
  }

  @Test func `a badge of one is told to the app and to the filter, whose seed is zero without a grant`() throws {
    let bench = try NotificationBench(requests: ["authorization", "badge", "focus"], points: ["focusFilter"])
    let description: WireValue = [
      "intents": [["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]]
    ]
    for family in NotificationBench.families {
      try bench.end("focus.describe", of: family, .replied(description))
      try bench.end("focus.suggest", of: family, .replied([:]))
    }
    try bench.reply("homework", NotificationBench.badge(1))
    #expect(try bench.reply("homework").request.contains(#""badge":1"#))
    for change in [
      FocusChange.define(FocusMode(id: "work", name: "Work")),
      .set(FocusFilter(Self.mute, parameters: []), in: "work"), .activate("work"),
    ] {
      try bench.take(.person(PersonAct(.changesFocus(change))))
    }
    let request = try #require(bench.sent.last { $0.callback == "focus.perform" }).request
    #expect(members(of: members(of: request)?["snapshot"])?["badge"] == 1)
    let start = NotificationBench.start.milliseconds
    let delivery: WireValue = [
      "attempt": 1, "cause": "natural", "dueAt": .integer(start), "now": .integer(start), "seed": 0,
      "sequence": .integer(bench.driver.facts.state.families[Self.homework]?.sequence ?? 0),
    ]
    #expect(members(of: request)?["delivery"] == delivery)
  }

  @Test(arguments: [1, 2]) func `a badge is shown again after a restart, also if it is one`(_ count: Int64) throws {
    let bench = try NotificationBench()
    try bench.reply("homework", NotificationBench.badge(count))
    let again = try bench.killed()
    let badges = again.presented.compactMap { surface -> [Int64]? in
      if case .notifications(let list) = surface { list.badges.map(\.count) } else { nil }
    }
    #expect(badges == [[count]])
  }

  @Test func `a notification that a Focus silenced is not shown by a host that starts after a kill`() throws {
    let bench = try NotificationBench()
    for change in [FocusChange.define(FocusMode(id: "sleep", name: "Sleep", allowed: [])), .activate("sleep")] {
      try bench.take(.person(PersonAct(.changesFocus(change))))
    }
    try bench.reply("homework", NotificationBench.notification("quiet"))
    let again = try bench.killed()
    for one in [bench, again] {
      #expect(one.shown.isEmpty && one.own().listed.map(\.request.id) == ["quiet"])
      #expect(one.own().listed.map(\.isSilenced) == [true])
    }
  }
}
