// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// Placed widgets whose program describes its kinds again, and the entries of their timelines.
@Suite struct AdoptedWidgetTests {
  private let host = WidgetHostTests()

  /// A device with a widget of the kind “Clock”, which the manifest also lists as an older name.
  private func bench() throws -> NotificationBench {
    let bench = try NotificationBench(
      requests: ["timelines"], points: ["widget"], extra: #", "previousKinds": ["Clock"]"#)
    try describe(bench)
    try bench.take(.person(PersonAct(.placesWidget(WidgetHostTests.family, kind: "Clock", size: "systemSmall", []))))
    try bench.end("widget.placeholder", .replied(["views": host.views("···")]))
    let entry: WireValue = ["date": .integer(bench.device.now.milliseconds), "views": host.views("snapshot")]
    try bench.end("widget.snapshot", .replied(["entry": entry]))
    try bench.end("widget.timeline", .replied(host.timeline(bench, [(0, "now"), (3_600_000, "later")])))
    return bench
  }

  private func describe(_ bench: NotificationBench) throws {
    for family in NotificationBench.families {
      try bench.end("widget.describe", of: family, .replied(PlayedReplies.described))
    }
  }

  // The first kind of the description is another one.
  @Test func `a widget keeps a kind that is still described, also if the manifest lists it as an older name`() throws {
    let again = try bench().killed(build: "second")
    try describe(again)
    let widget = try #require(again.driver.facts.widgets.first)
    #expect(widget.kind == "Clock" && !widget.isOrphan)
  }

  @Test func `a kind that only a program described which is gone can be described by another one`() throws {
    let bench = try NotificationBench(requests: ["timelines"], points: ["widget"])
    let owners = bench.driver.facts.owners
    let description = try WidgetDescription(wire: PlayedReplies.described, at: "", from: .extension)
    try owners.memory.transact { transaction in
      try owners.widgets.offers(
        Offer(installation: "earlier", description: description), of: ProgramID("homework.gone"), in: transaction)
    }
    let error = try bench.end("widget.describe", .replied(PlayedReplies.described))
    #expect(error == nil)
  }

  @Test func `an entry without a relevance has no score and lasts no time`() throws {
    let bench = try bench()
    let archive = try #require(bench.driver.facts.widgets.first?.content.archive)
    #expect(archive.entries.map(\.score) == [nil, nil] && archive.entries.map(\.durationS) == [0, 0])
  }
}
