// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// Requests to widgets and their replies: what is asked, noted, presented and kept in the store.
@Suite struct WidgetRequestTests {
  private let host = WidgetHostTests()
  private static let hour: Int64 = 3_600_000

  /// A device whose families describe the kinds “Countdown” and “Clock”.
  private func bench(extra: String = "") throws -> NotificationBench {
    let bench = try NotificationBench(requests: ["timelines"], points: ["widget"], extra: extra)
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(PlayedReplies.described))
    }
    return bench
  }

  private func placing(_ kind: String) -> PersonAct.Kind {
    .placesWidget(WidgetHostTests.family, kind: kind, size: "systemSmall", [])
  }

  private func timeline(_ bench: NotificationBench, _ entries: [(Int64, String)]) -> CallEnd {
    .replied(host.timeline(bench, entries, policy: "never"))
  }

  private func snapshot(_ bench: NotificationBench) -> CallEnd {
    .replied(["entry": ["date": .integer(bench.device.now.milliseconds), "views": host.views("snapshot")]])
  }

  /// Places a widget with a timeline of one entry that says its kind.
  private func place(_ bench: NotificationBench, _ kind: String) throws -> String {
    _ = try bench.act(placing(kind))
    if bench.sent.contains(where: { $0.callback == "widget.placeholder" }) {
      try bench.end("widget.placeholder", .replied(["views": host.views("···")]))
    }
    try bench.end("widget.snapshot", snapshot(bench))
    try bench.end("widget.timeline", timeline(bench, [(0, kind)]))
    return try #require(bench.driver.facts.widgets.last?.id)
  }

  // MARK: - Refused

  @Test func `a widget that can't be placed is refused in words that say why`() throws {
    let bench = try NotificationBench(points: ["widget"])
    func refusal(kind: String = "Countdown", size: String = "systemSmall", of family: String = "homework") -> String? {
      let error = #expect(throws: HostError.self) {
        try bench.take(.person(PersonAct(.placesWidget(FamilyID(family), kind: kind, size: size, []))))
      }
      return error?.description
    }
    #expect(
      refusal()
        == "“homework” described no widgets: it has not been asked yet. `sallyport explain widget` tells more.")
    #expect(refusal(size: "tiny", of: "nobody") == "“nobody” has no widget; see `sallyport widgets gallery`.")
    _ = try bench.finish("widget.describe", .failed(ErrorObject(.denied, "no disk")))
    let failure = try #require(bench.driver.facts.offeredWidgets(of: WidgetHostTests.family).failure)
    #expect(failure.contains("no disk"))
    #expect(refusal() == "“homework” described no widgets: \(failure). `sallyport explain widget` tells more.")
    try bench.end("widget.describe", of: "worklog", .replied(PlayedReplies.described))
    #expect(refusal(kind: "Alarm", of: "worklog") == "“worklog” has no widget “Alarm”; use Countdown, Clock.")
    #expect(
      refusal(size: "systemLarge", of: "worklog")
        == "“Countdown” of “worklog” is not offered as “systemLarge”; use systemSmall, systemMedium.")
    #expect(bench.driver.facts.widgets.isEmpty)
  }

  // MARK: - Placeholders and waits

  @Test func `a placeholder is presented for each widget of its kind that shows nothing yet`() throws {
    let bench = try bench()
    for kind in ["Countdown", "Clock", "Countdown"] { _ = try bench.act(placing(kind)) }
    let ids = bench.driver.facts.widgets.map(\.id)
    try #require(ids.count == 3)
    let names = [ids[0]: "first", ids[1]: "clock", ids[2]: "second"]
    #expect(
      try bench.finish("widget.placeholder", .replied(["views": host.views("···")]), names) == [
        "present first: ···", "present second: ···", "accept", "stop homework.widget",
        "tell: widget.placeholder; answered", "perform widget.snapshot",
      ])
    #expect(
      try bench.finish("widget.snapshot", snapshot(bench), names) == [
        "present first: snapshot", "accept", "tell: widget.snapshot Countdown; answered", "perform widget.placeholder",
      ])
  }

  @Test func `a request that could not be sent says so, and is sent a millisecond later if it may be at once`() throws {
    let bench = try bench()
    _ = try bench.act(placing("Countdown"))
    let reason = ReasonCode.attempt(.rateLimited)
    let why = reason.sentence ?? reason.rawValue
    func postpone(_ callback: String) throws -> [String] {
      try bench.finish(callback, .unavailable(reason: reason, retryAt: bench.device.now.milliseconds))
    }
    func later() throws -> [String] { try bench.words(until: bench.device.now.advanced(by: 1)) }
    #expect(try postpone("widget.placeholder") == ["tell: widget.placeholder; waits; \(why)"])
    #expect(try later() == ["perform widget.placeholder"])
    try bench.end("widget.placeholder", .replied(["views": host.views("···")]))
    #expect(try postpone("widget.snapshot") == ["tell: widget.snapshot Countdown; waits; \(why)"])
    #expect(try later() == ["perform widget.snapshot"])
    try bench.end("widget.snapshot", snapshot(bench))
    #expect(try postpone("widget.timeline") == ["tell: widget.timeline Countdown; waits; \(why)"])
    let waiting = try #require(bench.driver.facts.widgets.first)
    #expect(waiting.failure == nil && waiting.reloads.waiting?.reason == .placed)
  }

  // MARK: - Reloads

  @Test func `a reload asks the family's widgets of its kind, and each request is noted with its fate`() throws {
    let bench = try bench()
    let (countdown, clock) = (try place(bench, "Countdown"), try place(bench, "Clock"))
    let names = [countdown: "countdown", clock: "clock"]
    try bench.pass(seconds: 3_600)
    let before = try bench.widgetRows(names).count
    func rows() throws -> [String] { Array(try bench.widgetRows(names).dropFirst(before)) }
    func reload(_ kind: String, of family: String = "homework") throws {
      try bench.reply(family, ["kind": "reloadTimelines", "widget": .string(kind)])
    }
    try reload("Clock", of: "worklog")
    #expect(try bench.widgetRows(of: "worklog").isEmpty)
    try reload("Alarm")
    var expected = ["Alarm: reload.unknownKind "]
    #expect(try rows() == expected)
    let programs = try bench.driver.facts.store.read { try $0.journal(family: "homework") }
      .filter { $0.before == "Alarm" }.map { $0.extension }
    #expect(programs == ["homework.widget"])
    #expect(!bench.sent.contains { $0.callback == "widget.timeline" })
    try reload("Clock")
    expected.append("clock: widget.granted appOpen, from app activate, credit 660 min")
    #expect(try rows() == expected)
    // The running request is a second ago at the most, so the next one waits and takes up the one after it.
    for _ in 0..<2 { #expect(try bench.act(.refreshesWidget(clock)).isEmpty) }
    expected += [
      "clock: widget.deferred person, until Mon 19 Oct 2026 01:00, credit 660 min",
      "clock: widget.coalesced person, into person, credit 660 min",
    ]
    #expect(try rows() == expected)
  }

  @Test func `an orphan's requests are noted by their reason, and another locale asks it for nothing`() throws {
    let bench = try bench()
    let id = try place(bench, "Countdown")
    let again = try bench.killed(build: "second")
    let clock: WireValue = [
      "kinds": [
        [
          "asksForConfiguration": false, "backgroundRemovable": true, "kind": "Clock", "margins": true,
          "sizes": ["systemSmall"], "title": "Clock",
        ]
      ]
    ]
    let names = [id: "orphan"]
    #expect(
      try again.finish("widget.describe", .replied(clock), names) == [
        "present orphan: Countdown", "accept", "stop homework.widget", "tell: widget.describe; 1 kind",
      ])
    #expect(try again.act(.refreshesWidget(id)).isEmpty)
    let rows = try again.widgetRows(names)
    #expect(rows.suffix(2) == ["orphan: widget.orphan Countdown", "orphan: widget.orphan person"])
    let german = try again.killed(build: "second", locale: "de_DE")
    #expect(try german.widgetRows(names) == rows)
    #expect(!german.sent.contains { $0.callback == "widget.timeline" })
  }

  // MARK: - The store

  @Test func `only the drawings of timelines that are still needed stay in the store`() throws {
    let bench = try bench()
    let id = try place(bench, "Countdown")
    func stored() throws -> [Int64] {
      try bench.driver.facts.store.read { reader in
        try (Int64(0)..<8).filter { try !reader.widgetTrees(of: id, generation: $0, number: 0).isEmpty }
      }
    }
    func refresh(_ text: String, after offset: Int64) throws {
      try bench.pass(seconds: 2)
      _ = try bench.act(.refreshesWidget(id))
      try bench.end("widget.timeline", timeline(bench, [(offset, text)]))
    }
    // The snapshot is generation 0.
    #expect(try stored() == [1])
    try refresh("second", after: 0)
    #expect(try stored() == [2])
    // What is on screen stays until a later timeline has something to show.
    try refresh("third", after: Self.hour)
    #expect(try stored() == [2, 3])
    try refresh("fourth", after: Self.hour)
    #expect(try stored() == [2, 4])
    try bench.pass(seconds: 3_600)
    #expect(try stored() == [4] && host.shown(bench).last == "fourth")
  }

  @Test func `a drawing that proves damaged when it is presented gives way to the placeholder at once`() throws {
    let bench = try bench()
    let id = try place(bench, "Countdown")
    try bench.pass(seconds: 2)
    let shown = try #require(try bench.driver.facts.widget(id).content.shown)
    try bench.driver.facts.store.transaction { transaction in
      try transaction.put(
        [WidgetTree(number: shown.number, variant: "light", bytes: [0xFF, 0x00])], of: id, generation: shown.generation)
    }
    bench.driver.facts.owners.widgets.trees.forget()
    #expect(
      try bench.act(.locksScreen(.locked)) == [
        "tell: screen locked", "present Countdown: ···", "perform widget.timeline",
      ])
    #expect(
      try bench.widgetRows([id: "own"]).suffix(2) == [
        "own: archive.corrupt ", "own: widget.granted updated, credit 660 min",
      ])
  }

  // MARK: - Replies

  @Test func `an accepted timeline is told and noted with its remarks and four of the pictures it lacks`() throws {
    let bench = try bench()
    let id = try place(bench, "Countdown")
    try bench.pass(seconds: 2)
    _ = try bench.act(.refreshesWidget(id))
    let now = bench.device.now
    let pictures = (1...5).reversed().map { ["kind": "image", "asset": .string("p\($0)")] as WireValue }
    let stack: WireValue = ["kind": "vstack", "align": "center", "spacing": 8_000, "children": .array(pictures)]
    let view: WireValue = ["kind": "widget", "child": stack]
    let entries = (0..<5).map { number -> WireValue in
      [
        "date": .integer(now.advanced(by: Int64(number) * 299_999).milliseconds),
        "views": [["variant": "light", "view": view]],
      ]
    }
    let next = now.advanced(by: 9 * Self.hour).milliseconds
    let words = try bench.finish(
      "widget.timeline",
      .replied(["entries": .array(entries), "policy": ["kind": "after", "date": .integer(next)]]))
    let remarks = "timeline.dense, " + (1...4).map { "asset.missing “p\($0)”" }.joined(separator: ", ")
    #expect(
      words.last == "tell: widget.timeline Countdown; 5 entries, next Mon 19 Oct 2026 09:00, \(remarks)", "\(words)")
    let digest = try #require(try bench.driver.facts.widget(id).content.archive?.digest)
    #expect(
      try bench.widgetRows([id: "own"]).last == "own: widget.accepted 5 entries, \(digest.prefix(16)), \(remarks)")
  }

  @Test func `a button dims its own widget alone, and a widget's own code changes nothing by it`() throws {
    let bench = try bench(extra: #", "interactive": true"#)
    let button: WireValue = [
      "kind": "widget",
      "child": [
        "kind": "control", "form": "button", "intent": "Mark", "child": ["kind": "text", "text": "Done"],
      ],
    ]
    let ids = [try place(bench, "Countdown"), try place(bench, "Countdown")]
    try bench.pass(seconds: 2)
    for id in ids {
      _ = try bench.act(.refreshesWidget(id))
      let entry: WireValue = [
        "date": .integer(bench.device.now.milliseconds), "views": [["variant": "light", "view": button]],
      ]
      try bench.end("widget.timeline", .replied(["entries": [entry], "policy": ["kind": "never"]]))
    }
    try bench.pass(seconds: 2)
    func dimmed() throws -> [Bool] {
      try ids.map { try bench.driver.facts.presented(bench.driver.facts.widget($0)).condition.isInvalidated }
    }
    #expect(try dimmed() == [false, false])
    _ = try bench.act(.tapsWidget(ids[0], area: 1))
    #expect(try dimmed() == [true, false])
    // The second one's waits, since both are of one program.
    _ = try bench.act(.tapsWidget(ids[1], area: 1))
    #expect(try dimmed() == [true, true] && bench.sent.map(\.callback) == ["intent.perform"])
    let effects: WireValue = ["effects": [["kind": "reloadTimelines"]]]
    let error = try bench.end("intent.perform", .replied(effects))
    #expect(error?.pointer == "/effects")
    #expect(bench.sent.map(\.callback) == ["intent.perform"])
    try bench.end("intent.perform", .replied(["effects": []]))
    for left in [[false, true], [false, false]] {
      #expect(bench.sent.map(\.callback) == ["widget.timeline"])
      try bench.end("widget.timeline", timeline(bench, [(0, "done")]))
      #expect(try dimmed() == left)
    }
    let reasons = try bench.driver.facts.explain(bench.driver.facts.widget(ids[0])).rows.map(\.detail)
    #expect(reasons.contains("interaction, from intent.perform, credit 660 min"))
  }

  @Test func `an intent that another extension performs is owed to it, and dims the widget of its button`() throws {
    let bench = try NotificationBench(
      requests: ["focus", "timelines"], points: ["widget", "focusFilter"],
      extras: ["widget": #", "interactive": true"#])
    let intents: WireValue = [
      ["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"],
      ["intent": "Mark", "opensApp": false, "roles": ["action"], "title": "Mark"],
    ]
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(PlayedReplies.described))
      try bench.end("focus.describe", of: name, .replied(["intents": intents]))
      while bench.sent.contains(where: { $0.callback == "focus.suggest" }) {
        _ = try bench.finish("focus.suggest", .replied([:]))
      }
    }
    let ids = [try place(bench, "Countdown"), try place(bench, "Countdown")]
    try bench.pass(seconds: 90)
    _ = try bench.act(.refreshesWidget(ids[0]))
    let button: WireValue = [
      "kind": "control", "form": "button", "intent": "Mark",
      "parameters": [["name": "subject", "value": ["string": "maths"]]], "child": ["kind": "text", "text": "Done"],
    ]
    let entry: WireValue = [
      "date": .integer(bench.device.now.milliseconds),
      "views": [["variant": "light", "view": ["kind": "widget", "child": button]]],
    ]
    try bench.end("widget.timeline", .replied(["entries": [entry], "policy": ["kind": "never"]]))
    func dimmed() throws -> [Bool] {
      try ids.map { try bench.driver.facts.presented(bench.driver.facts.widget($0)).condition.isInvalidated }
    }
    #expect(try bench.act(.tapsWidget(ids[0], area: 1)).contains("perform intent.perform"))
    let owed = bench.driver.facts.owners.outbox.owed
    let subject = StoredParameter(ParameterValue(name: "subject", value: .string("maths")))
    #expect(
      try owed.map { try $0.intentDelivery() }
        == [IntentDelivery(intent: "Mark", parameters: [subject], instance: ids[0])])
    #expect(owed.map(\.owedAt) == [bench.device.now])
    #expect(owed.map(\.dueAt) == [NotificationBench.start.advanced(by: 60_000)])
    #expect(try dimmed() == [true, false])
    try bench.end("intent.perform", .replied(["effects": []]))
    #expect(try dimmed() == [true, false])
    try bench.pass(seconds: 1)
    try bench.end("widget.timeline", timeline(bench, [(0, "done")]))
    #expect(try dimmed() == [false, false])
  }
}
