// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Surfaces
import Testing

@testable import HostCore

/// The widgets that a keeper has after a kill, a failed write, a removal or an act on a stack.
@Suite struct RestoredWidgetTests {
  private static let family = FamilyID("home")
  private static let now = Timestamp(milliseconds: 1_792_360_800_000)
  private static let hour: Int64 = 3_600_000

  private let scratch = Scratch()
  private let store: DeviceStore
  private let host = WidgetHostTests()

  init() throws { store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated) }

  private struct FullDisk: Error {}

  private func keeper() throws -> WidgetKeeper { try store.read { try WidgetKeeper($0, at: Self.now) } }

  private func save(_ keeper: WidgetKeeper) throws {
    try store.transaction { try keeper.save(in: $0, at: Self.now) }
  }

  private func place(_ id: String, on keeper: WidgetKeeper) {
    keeper.place(
      WidgetInstance(
        id: id, family: Self.family, kind: "Clock", size: "systemSmall", parameters: [], place: 0, at: Self.now))
  }

  // MARK: - The store

  @Test func `a widget that one host placed and removed is not there for the next one`() throws {
    let keeper = try keeper()
    place("a", on: keeper)
    try save(keeper)
    try #require(self.keeper().ordered.map(\.id) == ["a"])
    keeper.remove("a", at: Self.now)
    #expect(keeper.hasUnsaved(at: Self.now))
    try save(keeper)
    #expect(try self.keeper().ordered.isEmpty)
    // Removed once more, it has no row any more.
    keeper.remove("a", at: Self.now)
    #expect(!keeper.hasUnsaved(at: Self.now))
  }

  @Test func `a saved widget has nothing to write until it changes, also while its first entry is due`() throws {
    let keeper = try keeper()
    place("a", on: keeper)
    let later = Self.now.advanced(by: 120_000)
    let entry = WidgetArchive.Entry(date: Self.now.advanced(by: 60_000), number: 0)
    _ = keeper.change("a") { $0.content.showSnapshot() }
    _ = keeper.change("a") { $0.content.accept([entry], .never, digest: "d", at: Self.now) }
    try save(keeper)
    #expect(!keeper.hasUnsaved(at: later))
    _ = keeper.change("a") { $0.content.advance(to: later) }
    #expect(keeper.hasUnsaved(at: later))
  }

  @Test func `a request that a killed host was carrying out waits again, which is yet to be written`() throws {
    let keeper = try keeper()
    place("a", on: keeper)
    _ = keeper.change("a") { $0.reloads.ask(.placed, at: Self.now) }
    _ = keeper.change("a") { $0.reloads.begin(at: Self.now) }
    try save(keeper)
    let again = try self.keeper()
    let reloads = try #require(again["a"]?.reloads)
    #expect(reloads.running == nil && reloads.waiting?.reason == .placed)
    #expect(again.hasUnsaved(at: Self.now))
    try save(again)
    #expect(try !self.keeper().hasUnsaved(at: Self.now))
  }

  @Test func `a reload takes back a lock that was not written, looks at everything, and knows no drawing`() throws {
    let keeper = try keeper()
    keeper.forgetNextDue(from: Self.now)
    try #require(!keeper.isDue(at: Self.now))
    #expect(throws: FullDisk.self) {
      try store.transaction { transaction in
        try keeper.locks(.locked, in: transaction)
        throw FullDisk()
      }
    }
    let shown = WidgetContent.Shown(generation: 0, number: 0)
    let tree = TreeShelf.Checked(tree: .string("t"), bytes: [1], digest: "d", missingAssets: [])
    keeper.trees.stored([(variant: .light, checked: tree)], of: "a", shown)
    func isDrawn() throws -> Bool {
      try store.read { try keeper.trees.views(of: "a", shown, $0) }?.isEmpty == false
    }
    try #require(isDrawn() && keeper.lock == .locked)
    try store.read { try keeper.reload($0, at: Self.now) }
    #expect(keeper.lock == .unlocked && keeper.isDue(at: Self.now))
    #expect(try !isDrawn())
  }

  @Test func `stored offers are read in the order of their programs`() throws {
    let programs = (0..<8).map { ProgramID("home.p\($0)") }
    var offers = Offers<WidgetDescription>()
    for program in programs { offers[program] = Offer(installation: "1", failure: program.rawValue) }
    let again = try JSONDecoder().decode(Offers<WidgetDescription>.self, from: try JSONEncoder().encode(offers))
    #expect(again.of(Self.family).map { $0.program } == programs && again == offers)
    #expect(again.failure(of: Self.family) == programs.map(\.rawValue).joined(separator: "; "))
  }

  // MARK: - A device

  @Test func `the next host asks again for the offers of a removed family`() throws {
    let bench = try host.bench()
    try bench.take(.person(PersonAct(.removes(WidgetHostTests.family, by: .person))))
    let again = try bench.killed()
    #expect(again.sent.map { "\($0.program) \($0.callback)" } == ["homework.widget widget.describe"])
  }

  @Test func `a widget whose drawing is gone has its placeholder, also before the device has noticed`() throws {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "one"), (Self.hour, "two")])
    let facts = bench.driver.facts
    try facts.store.transaction { try $0.forgetTrees(of: id) }
    facts.owners.widgets.trees.forget()
    let shown = try facts.presented(facts.widget(id))
    #expect(shown.isPlaceholder && shown.views["light"].map(WidgetHostTests.text) == "···")
  }

  /// Places a widget with an entry for now, and one that says after half an hour that it is relevant.
  private func place(_ bench: NotificationBench, _ name: String, isKeen: Bool = false) throws -> String {
    try bench.take(
      .person(PersonAct(.placesWidget(WidgetHostTests.family, kind: "Countdown", size: "systemSmall", []))))
    if bench.sent.contains(where: { $0.callback == "widget.placeholder" }) {
      try bench.end("widget.placeholder", .replied(["views": host.views("···")]))
    }
    let now = bench.device.now
    try bench.end(
      "widget.snapshot",
      .replied(["entry": ["date": .integer(now.milliseconds), "views": host.views("snapshot")]]))
    var entries: [WireValue] = [["date": .integer(now.milliseconds), "views": host.views(name)]]
    if isKeen {
      entries.append([
        "date": .integer(now.advanced(by: Self.hour / 2).milliseconds),
        "relevance": ["durationS": 10_800, "score": 4_000], "views": host.views(name),
      ])
    }
    try bench.end("widget.timeline", .replied(["entries": .array(entries), "policy": ["kind": "never"]]))
    return try #require(bench.driver.facts.widgets.last?.id)
  }

  @Test func `a stack that loses its chosen front is looked at at once`() throws {
    let bench = try host.bench()
    let start = bench.device.now
    let keen = try place(bench, "keen", isKeen: true)
    let (chosen, calm) = (try place(bench, "chosen"), try place(bench, "calm"))
    let names = [keen: "keen", chosen: "chosen", calm: "calm"]
    for id in [chosen, calm] { _ = try bench.act(.stacksWidget(id, onto: keen)) }
    _ = try bench.act(.choosesWidget(chosen))
    // The person's choice stays for an hour, whatever the other one says meanwhile.
    let words = try bench.words(until: start.advanced(by: Self.hour * 2 / 3), names)
    try #require(!words.contains { $0.contains("comes to the front") })
    _ = try bench.act(.unstacksWidget(chosen))
    #expect(bench.driver.facts.owners.widgets.stacks.all.map(\.front) == [calm])
    #expect(
      bench.words(try bench.take(.time(bench.device.now)), names) == [
        "tell: Countdown comes to the front of its stack", "present calm: calm, hidden", "present keen: keen",
      ])
  }
}
