// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// When the list of notifications is shown again.
@Suite struct PresentedListTests {
  private static let homework = FamilyID("homework")
  private static let filter = FocusFilterKey(homework, "Mute")

  /// The lists that a step shows, by the families and names of their notifications.
  private func lists(_ commands: [DeviceCommand]) -> [[String]] {
    commands.compactMap { command -> [String]? in
      guard case .present(.notifications(let list)) = command else { return nil }
      return list.notifications.map { "\($0.family.rawValue) \($0.id)" }
    }
  }

  @Test func `the list is shown with a notification that waited for a filter, and again for nothing else`() throws {
    let bench = try NotificationBench(requests: ["focus", "notifications"], points: ["focusFilter"])
    let intents: WireValue = [["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]]
    for family in NotificationBench.families {
      try bench.end("focus.describe", of: family, .replied(["intents": intents]))
      try bench.end("focus.suggest", of: family, .replied([:]))
    }
    func change(_ change: FocusChange) throws -> [[String]] {
      lists(try bench.take(.person(PersonAct(.changesFocus(change)))))
    }
    #expect(try change(.define(FocusMode(id: "work", name: "Work"))).isEmpty)
    #expect(try change(.set(FocusFilter(Self.filter, parameters: []), in: "work")).isEmpty)
    try bench.reply("homework", NotificationBench.notification("late", NotificationBench.after(60)))
    #expect(try change(.activate("work")).isEmpty)
    try bench.pass(seconds: 60)
    try #require(bench.shown.isEmpty && !bench.own().pending.isEmpty)
    #expect(try change(.activate(nil)) == [["homework late"]])
  }

  @Test func `the list is shown without the notifications of a family that is removed`() throws {
    let bench = try NotificationBench(requests: ["authorization", "notifications"])
    for family in NotificationBench.families {
      try bench.approve(family)
      try bench.reply(family, NotificationBench.notification("now"))
    }
    func remove(_ family: String) throws -> [[String]] {
      lists(try bench.take(.person(PersonAct(.removes(FamilyID(family), by: .person)))))
    }
    #expect(try remove("homework") == [["worklog now"]])
    #expect(try remove("worklog") == [[]])
  }
}
