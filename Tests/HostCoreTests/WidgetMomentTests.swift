// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore
@testable import ScreenTimeStore

/// In which order a device deals with widgets and the rest of a moment, and what it does for lost and orphaned ones.
@Suite struct WidgetMomentTests {
  private let host = WidgetHostTests()
  private static let hour: Int64 = 3_600_000

  @Test func `an entry that only follows from the clock comes up after the notifications of its instant`() throws {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "one"), (Self.hour, "two"), (2 * Self.hour, "three")])
    try bench.reply("homework", NotificationBench.notification("n", NotificationBench.after(3_600)))
    let end = bench.device.now.advanced(by: Self.hour)
    var commands: [DeviceCommand] = []
    while bench.device.now < end { commands += try bench.take(.time(end)) }
    commands += try bench.take(.time(end))
    let order = commands.compactMap { command -> String? in
      switch command {
      case .notify(let one): "notify \(one.id)"
      case .present(.widget(let widget)):
        "present \(widget.views["light"].map(WidgetHostTests.text) ?? "") \(widget.id == id)"
      default: nil
      }
    }
    #expect(order == ["notify n", "present two true"])
  }

  @Test func `a timeline whose drawings are gone is given up and asked for again`() throws {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "one"), (Self.hour, "two")])
    try bench.driver.facts.store.transaction { try $0.execute("DELETE FROM widgetTree") }
    let again = try bench.killed()
    try again.pass(seconds: 2)
    #expect(try again.widgetRows([id: "own"]).contains("own: archive.corrupt "))
    #expect(again.sent.map(\.callback) == ["widget.timeline"])
    // Not even the placeholder is left.
    let shown = try again.driver.facts.presented(again.driver.facts.widget(id))
    #expect(shown.isPlaceholder && shown.views.isEmpty)
  }

  @Test func `on a locked screen a placeholder shows its private variant alone, if it has one`() throws {
    let bench = try host.bench()
    _ = try bench.act(.placesWidget(WidgetHostTests.family, kind: "Countdown", size: "systemSmall", []))
    let views = ["light", "dark", "private"].map { variant -> WireValue in
      ["variant": .string(variant), "view": WidgetHostTests.view(variant)]
    }
    try bench.end("widget.placeholder", .replied(["views": .array(views)]))
    func variants() throws -> [String] {
      let widget = try #require(bench.driver.facts.widgets.first)
      return try bench.driver.facts.presented(widget).views.keys.sorted()
    }
    #expect(try variants() == ["dark", "light", "private"])
    _ = try bench.act(.locksScreen(.locked))
    #expect(try variants() == ["private"])
  }

  @Test func `a reload of a kind that is only placed any more is no typing error, and the widget keeps its margins`()
    throws
  {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "one"), (Self.hour, "two")])
    let again = try bench.killed(build: "second")
    let clock: WireValue = [
      "kinds": [
        [
          "asksForConfiguration": false, "backgroundRemovable": true, "kind": "Clock", "margins": false,
          "sizes": ["systemSmall"], "title": "Clock",
        ]
      ]
    ]
    for name in NotificationBench.families { try again.end("widget.describe", of: name, .replied(clock)) }
    let orphan = try again.driver.facts.presented(again.driver.facts.widget(id))
    #expect(orphan.isOrphan && orphan.hasMargins && orphan.title == "Countdown")
    try again.reply("homework", ["kind": "reloadTimelines", "widget": "Countdown"])
    #expect(
      try again.widgetRows([id: "own"]).suffix(2) == ["own: widget.orphan Countdown", "own: widget.orphan appOpen"])
  }

  @Test func `a device that noted no locale before asks for no timelines at its start`() throws {
    let bench = try host.bench()
    _ = try host.place(bench, [(0, "one"), (24 * Self.hour, "two")])
    try bench.driver.facts.store.transaction {
      try $0.execute("DELETE FROM meta WHERE key = '\(HostMeta.widgetLocale)'")
    }
    let again = try bench.killed(locale: "de_DE")
    try again.pass(seconds: 60)
    #expect(!again.sent.contains { $0.callback == "widget.timeline" })
    // From now on one is noted, and another one makes a difference.
    let next = try again.killed(locale: "fr_FR")
    try next.pass(seconds: 60)
    #expect(next.sent.contains { $0.callback == "widget.timeline" })
  }

  @Test func `a widget is asked for nothing while a report of its family is drawn`() throws {
    let bench = try NotificationBench(
      requests: ["authorization", "reports", "timelines"], points: ["widget", "report"])
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(WidgetHostTests.description))
    }
    try bench.approve()
    let id = try host.place(bench, [(0, "one"), (24 * Self.hour, "two")])
    try bench.pass(seconds: 60)
    let request = ReportRequest(
      family: WidgetHostTests.family, context: "pie", segment: .daily, start: NotificationBench.start,
      end: bench.device.now)
    _ = try bench.act(.opensReport(request))
    let report = try #require(bench.sent.last { $0.program == "homework.report" })
    #expect(try bench.act(.refreshesWidget(id)).isEmpty)
    #expect(!bench.sent.contains { $0.callback == "widget.timeline" })
    bench.forget(report.call)
    let view: WireValue = ["view": ["kind": "text", "text": "12 minutes"]]
    let words = bench.words(try bench.take(.ended(report.call, .replied(view))))
    #expect(words.contains("perform widget.timeline"), "\(words)")
  }

  @Test func `a widget is asked for nothing before the device starts to deliver`() throws {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "one"), (24 * Self.hour, "two")])
    try bench.pass(seconds: 60)
    let scratch = Scratch()
    var configuration = bench.driver.configuration
    try FileManager.default.copyItem(atPath: configuration.stateDirectory, toPath: scratch.path + "/state")
    configuration.stateDirectory = scratch.path + "/state"
    let driver = try VirtualDriver(configuration)
    _ = try driver.device.take(.time(bench.device.now.advanced(by: 5_000)))
    func asked(_ input: DeviceInput) throws -> [String] {
      try driver.device.take(input).compactMap { command -> String? in
        if case .perform(_, let program, _) = command { program.rawValue } else { nil }
      }
    }
    #expect(try asked(.person(PersonAct(.refreshesWidget(id)))).isEmpty)
    #expect(try asked(.operator(.starts)) == ["homework.widget"])
  }
}
