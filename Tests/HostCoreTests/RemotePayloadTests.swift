// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing

/// Notifications that a family's server sends.
@Suite struct RemotePayloadTests {
  private static let family = FamilyID("homework")

  private func push(_ json: String, _ bench: NotificationBench) throws {
    try bench.take(
      .person(PersonAct(.deliversPayload(try RemotePayload(json: Data(json.utf8)), to: Self.family))))
  }

  private func approved(_ requests: [String] = ["authorization", "badge", "notifications"]) throws -> NotificationBench
  {
    let bench = try NotificationBench(requests: requests)
    try bench.approve()
    return bench
  }

  @Test func `a payload is shown as its alert says, with its badge, and unknown keys are ignored (FOCUS-N8)`() throws {
    let bench = try approved()
    try push(
      """
      {"aps":{"alert":{"title":"Maths","subtitle":"Due","body":"Page 4","loc-key":7},"badge":3,"sound":{"name":"x"},
      "interruption-level":"time-sensitive","thread-id":"a","relevance-score":0.5},"user":{"id":1.5}}
      """, bench)
    let shown = try #require(bench.shown.last)
    #expect(shown.title == "Maths" && shown.subtitle == "Due" && shown.body == "Page 4")
    #expect(shown.level == .timeSensitive && bench.own().badge == 3)
    try push(#"{"aps":{"alert":"Only words"}}"#, bench)
    #expect(bench.shown.last?.body == "Only words")
    // Each of the two payloads is a notification with its own row in the ledger (FOCUS-N9).
    #expect(bench.own().listed.count == 2)
    #expect(try bench.ledger(.notificationDecided) == 2)
  }

  @Test(arguments: [
    (#"{"aps":{"badge":"3"}}"#, "aps.badge"), (#"{"aps":{"alert":5}}"#, "aps.alert"),
    (#"{"aps":{"alert":{"title":[]}}}"#, "aps.alert.title"), (#"{"aps":{"filter-criteria":1}}"#, "aps.filter-criteria"),
    (#"{"aps":{"interruption-level":"loud"}}"#, "aps.interruption-level"),
    (#"{"aps":{"thread-id":{}}}"#, "aps.thread-id"),
    (#"{"aps":{"content-changed":"yes"}}"#, "aps.content-changed"), (#"{"aps":[]}"#, "aps"), ("{}", "aps"),
    ("[1", "not JSON"), ("", "not JSON"),
  ])
  func `a known key of the wrong type refuses the payload by name (FOCUS-N8)`(json: String, name: String) {
    let error = #expect(throws: HostError.self) { try RemotePayload(json: Data(json.utf8)) }
    #expect(error?.description.contains("payload.type") == true && error?.description.contains(name) == true)
  }

  @Test func `a payload over its limits changes nothing (FOCUS-N8)`() throws {
    let bench = try approved()
    let long = String(repeating: "a", count: 300)
    #expect(throws: HostError.self) { try push(#"{"aps":{"badge":1,"alert":{"title":"\#(long)"}}}"#, bench) }
    #expect(throws: HostError.self) { try push(#"{"aps":{"badge":-1,"alert":"x"}}"#, bench) }
    let alert = #"{"aps":{"alert":"x"}}"#
    #expect(throws: HostError.self) { try push(alert + String(repeating: " ", count: 4_097 - alert.count), bench) }
    #expect(bench.shown.isEmpty && bench.own().badge == 0)
    try push(alert + String(repeating: " ", count: 4_096 - alert.count), bench)
    #expect(bench.shown.map(\.body) == ["x"])
  }

  @Test func `a family without the capability or without approval shows nothing (FOCUS-N1)`() throws {
    let silent = try approved(["authorization", "badge"])
    #expect(throws: HostError.self) { try push(#"{"aps":{"alert":"x"}}"#, silent) }
    let stranger = try NotificationBench(requests: ["authorization", "notifications"])
    #expect(throws: HostError.self) { try push(#"{"aps":{"alert":"x"}}"#, stranger) }
    #expect(silent.shown.isEmpty && stranger.shown.isEmpty)
  }

  @Test func `changed content is a counted reload of the family's widgets, and no app is woken (FOCUS-N8, WIDGET-W19)`()
    throws
  {
    let host = WidgetHostTests()
    let bench = try NotificationBench(
      requests: ["authorization", "notifications", "timelines"], points: ["widget"])
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(WidgetHostTests.description))
    }
    try bench.approve()
    let id = try host.place(bench, [(0, "one"), (86_400_000, "later")])
    try bench.pass(seconds: 600)
    let before = try bench.driver.facts.widget(id).reloads.credit.amount(at: bench.device.now)
    try push(#"{"aps":{"content-changed":true,"content-available":1}}"#, bench)
    #expect(bench.sent.map(\.callback).filter { $0.hasPrefix("widget.") } == ["widget.timeline"])
    let after = try bench.driver.facts.widget(id).reloads.credit.amount(at: bench.device.now)
    #expect(before - after == 1_800_000)
    #expect(try bench.driver.facts.explain(bench.driver.facts.widget(id)).rows.last?.detail.contains("push") == true)
  }

  @Test func `the badge is set even if a Focus silences the notification (FOCUS-N10)`() throws {
    let bench = try approved()
    try bench.take(
      .person(PersonAct(.changesFocus(.define(FocusMode(id: "sleep", name: "Sleep", allowed: []))))))
    try bench.take(.person(PersonAct(.changesFocus(.activate("sleep")))))
    try push(#"{"aps":{"alert":"x","badge":9}}"#, bench)
    #expect(bench.shown.isEmpty && bench.own().badge == 9)
    #expect(bench.own().listed.map(\.reason) == [.notAllowed])
  }
}
