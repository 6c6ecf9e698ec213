// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// What requests tell a family of merged media settings and of its badge, and which callback is noted for a setting.
@Suite struct SnapshotFactsTests {
  private static let homework = FamilyID("homework")

  private func members(of value: WireValue?) -> WireObject? {
    guard case .object(let members)? = value else { return nil }
    return members
  }

  /// Opens a family's app, which answers with effects.
  ///
  /// - Returns: the snapshot of its request.
  private func open(_ bench: NotificationBench, _ family: String, _ effects: [WireValue] = []) throws -> WireObject? {
    let opening = try bench.take(.person(PersonAct(.opens(FamilyID(family), stays: false))))
    let verdict = try bench.answer(opening, effects)
    #expect(verdict.error == nil)
    let request = try JSONDecoder().decode(WireValue.self, from: Data(verdict.request.utf8))
    return members(of: members(of: request)?["snapshot"])
  }

  private func set(_ key: SettingKey, _ value: WireValue, in store: String = "s") -> WireValue {
    ["key": .string(key.rawValue), "kind": "setSetting", "store": .string(store), "value": value]
  }

  // MARK: Media

  @Test(arguments: [PrivacyProfile.open, .standard])
  func `a family reads the strictest media settings of those that it may know, and nothing while all are defaults`(
    _ profile: PrivacyProfile
  ) throws {
    let bench = try NotificationBench(requests: ["authorization", "settings"]) { $0.profile = profile }
    for family in NotificationBench.families { try bench.approve(family) }
    func effective(_ family: String, _ effects: WireValue...) throws -> WireValue? {
      try open(bench, family, effects)?["effective"]
    }
    let isOpen = profile == .open
    #expect(try effective("homework") == nil)
    #expect(try effective("worklog", set(.maximumMovieRating, 100)) == nil)
    let movies = EffectiveMedia(maximumMovieRating: 100).wire
    #expect(try effective("worklog") == movies)
    #expect(try effective("homework", set(.maximumTVShowRating, 200)) == (isOpen ? movies : nil))
    #expect(
      try effective("homework", set(.denyExplicitContent, true))
        == EffectiveMedia(maximumMovieRating: isOpen ? 100 : 1_000, maximumTVShowRating: 200).wire)
    #expect(
      try effective("homework", set(.denyExplicitContent, .null), set(.maximumTVShowRating, .null))
        == EffectiveMedia(
          denyExplicitContent: true, maximumMovieRating: isOpen ? 100 : 1_000, maximumTVShowRating: 200
        ).wire)
    #expect(try effective("homework") == (isOpen ? movies : nil))
  }

  // MARK: The badge

  @Test func `only the app is told of its badge, while it is not zero`() throws {
    let bench = try NotificationBench(requests: ["authorization", "badge", "monitoring", "settings"])
    try bench.approve()
    #expect(try open(bench, "homework", [["count": 4, "kind": "setBadgeCount"]])?["badge"] == nil)
    let day: WireValue = [
      "activity": "day", "events": [], "kind": "startMonitoring",
      "schedule": ["end": ["hour": 23, "minute": 59], "repeats": true, "start": ["hour": 0, "minute": 0]],
    ]
    #expect(try open(bench, "homework", [day])?["badge"] == 4)
    let monitor = try #require(bench.sent.last { $0.callback == "intervalDidStart" })
    let told = try #require(members(of: members(of: monitor.request)?["snapshot"]))
    #expect(told["environment"] != nil && told["badge"] == nil)
    try bench.end("intervalDidStart", .replied(["effects": []]))
    #expect(try open(bench, "worklog")?["badge"] == nil)
    #expect(try open(bench, "homework", [["count": 0, "kind": "setBadgeCount"]])?["badge"] == 4)
    #expect(try open(bench, "homework")?["badge"] == nil)
  }

  // MARK: Writers

  @Test func `the callback that set a setting is noted with its event, its number and its instant`() throws {
    let life = try PlayedLife(extras: ["shieldAction": #", "requests": ["settings"]"#])
    let usual = life.reply
    life.reply = { one in
      guard one.program.hasSuffix(".shieldaction") else { return try usual(one) }
      return .replied([
        "effects": [
          ["key": "siri.denySiri", "kind": "setSetting", "store": "press", "value": true]
        ], "response": "none",
      ])
    }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 22)
    try life.press(.primaryButtonPressed)
    func writer(_ key: SettingKey, _ store: String) throws -> SettingWriters.Writer? {
      let stored = try life.facts.store.read { try $0.value(SettingWriters.self, HostMeta.writers(Self.homework)) }
      return stored?.writer(of: key, in: store)
    }
    let history = try life.facts.store.read { try $0.deliveryHistory(family: "homework") }
    for (key, store, callback, words) in [
      (.denySiri, "limits", "activate", "activate"),
      (.shieldApplications, "limits", "eventDidReachThreshold", "eventDidReachThreshold limit day"),
      (.denySiri, "press", "handle", "primaryButtonPressed"),
    ] as [(SettingKey, String, String, String)] {
      let found = try #require(try writer(key, store), "\(words)")
      let delivery = try #require(history.first { $0.callback == callback })
      #expect(found.callback == words && found.sequence == delivery.sequence)
      #expect(found.at <= delivery.settlement?.at ?? life.instant && found.at >= delivery.dueAt)
    }
    // Without a setting there is nothing to note.
    for store in ["limits", "press"] {
      let call = try life.open("homework")
      try life.end(call, .replied(["effects": [["kind": "clearStore", "store": .string(store)]]]))
      life.leave("homework")
    }
    #expect(try life.facts.store.read { try $0.meta(HostMeta.writers(Self.homework)) } == nil)
    #expect(try life.facts.store.read { try $0.meta(HostMeta.writers(FamilyID("worklog"))) } == nil)
  }
}
