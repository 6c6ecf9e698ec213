// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Surfaces
import Testing

@testable import HostCore

/// The lists of placed widgets, waiting requests and stacks that a device keeps over its store.
@Suite struct WidgetKeeperTests {
  private static let family = FamilyID("home")
  private static let program = ProgramID("home.widget")
  private static let now = Timestamp(milliseconds: 1_792_360_800_000)

  private let scratch = Scratch()
  private let store: DeviceStore

  init() throws { store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated) }

  private func keeper() throws -> WidgetKeeper { try store.read { try WidgetKeeper($0, at: Self.now) } }

  private func widget(_ id: String, at place: Int = 0, kind: String = "Clock") -> WidgetInstance {
    WidgetInstance(
      id: id, family: Self.family, kind: kind, size: "systemSmall", parameters: [], place: place, at: Self.now)
  }

  private func intent(_ id: String) -> WidgetTask { .intent(id, IntentArguments(intent: "Mark", instance: id)) }

  // MARK: Requests

  @Test func `a request waits once, and one that could not be sent waits before the others`() throws {
    let keeper = try keeper()
    #expect(!keeper.hasRequests)
    keeper.ask(.snapshot("a"))
    keeper.ask(.describe(Self.program))
    keeper.ask(.snapshot("a"))
    #expect(keeper.waiting == [.snapshot("a"), .describe(Self.program)] && keeper.hasRequests)
    keeper.askFirst(.timeline("a"))
    keeper.askFirst(.describe(Self.program))
    #expect(keeper.waiting == [.timeline("a"), .snapshot("a"), .describe(Self.program)])
  }

  @Test func `only descriptions and placeholders are fresh, and only the others are about a widget`() {
    let tasks: [WidgetTask] = [
      .describe(Self.program), .placeholder(Self.program, kind: "Clock", size: "systemSmall"), .snapshot("a"),
      .timeline("b"), intent("c"),
    ]
    #expect(tasks.map(\.isFresh) == [true, true, false, false, false])
    #expect(tasks.map(\.instance) == [nil, nil, "a", "b", "c"])
  }

  @Test func `a removed widget takes its own requests with it`() throws {
    let keeper = try keeper()
    keeper.place(widget("a"))
    keeper.place(widget("b", at: 1))
    for task in [.snapshot("a"), .describe(Self.program), .snapshot("b"), .timeline("a"), intent("a")] as [WidgetTask] {
      keeper.ask(task)
    }
    keeper.remove("a", at: Self.now)
    #expect(keeper.waiting == [.describe(Self.program), .snapshot("b")])
    #expect(keeper.ordered.map(\.id) == ["b"] && keeper["a"] == nil && keeper.placements == 2)
  }

  @Test func `a program takes the requests about itself and its kinds, oldest first`() throws {
    let keeper = try keeper()
    let other = ProgramID("home.other")
    let description = try WidgetDescription(wire: WidgetHostTests.description, at: "", from: .extension)
    try store.transaction {
      try keeper.offers(Offer(installation: "i", description: description), of: Self.program, in: $0)
    }
    keeper.place(widget("a", kind: "Countdown"))
    keeper.place(widget("orphan", at: 1, kind: "Gone"))
    #expect(keeper["a"].flatMap(keeper.program(of:)) == Self.program)
    #expect(keeper["orphan"].flatMap(keeper.program(of:)) == nil)
    let own: [WidgetTask] = [
      .placeholder(Self.program, kind: "Countdown", size: "systemSmall"), .snapshot("a"), .timeline("a"), intent("a"),
      .describe(Self.program),
    ]
    let others: [WidgetTask] = [.describe(other), .snapshot("orphan")]
    for task in others + own { keeper.ask(task) }
    let taken = own.compactMap { _ in keeper.takeTask(of: Self.program) }
    #expect(taken == own)
    #expect(keeper.takeTask(of: Self.program) == nil)
    #expect(keeper.takeTask(of: other) == .describe(other) && keeper.waiting == [.snapshot("orphan")])
  }

  // MARK: Places and the store

  @Test func `widgets are in the order of their places, also after one was moved`() throws {
    let keeper = try keeper()
    for (id, place) in [("b", 1), ("z", 0), ("a", 1)] { keeper.place(widget(id, at: place)) }
    #expect(keeper.ordered.map(\.id) == ["z", "a", "b"])
    let old = keeper.change("z") { instance in
      defer { instance.place = 2 }
      return instance.place
    }
    #expect(old == 0 && keeper.ordered.map(\.id) == ["a", "b", "z"])
    #expect(keeper.change("nothing") { $0.place } == nil)
  }

  @Test func `widgets, placements, stacks and the lock are saved, and a reload forgets what was not`() throws {
    let keeper = try keeper()
    #expect(!keeper.hasUnsaved(at: Self.now) && keeper.lock == .unlocked)
    for (place, id) in ["a", "b", "c"].enumerated() { keeper.place(widget(id, at: place)) }
    keeper.stacks.add(WidgetStack(of: ["a", "b"], front: "b", at: Self.now))
    #expect(keeper.hasUnsaved(at: Self.now) && keeper.stacks.hasUnsaved)
    try store.transaction {
      try keeper.save(in: $0, at: Self.now)
      try keeper.locks(.locked, in: $0)
    }
    #expect(!keeper.hasUnsaved(at: Self.now))
    func stored() throws {
      let again = try self.keeper()
      #expect(again.ordered.map(\.id) == ["a", "b", "c"] && again.placements == 3 && again.lock == .locked)
      #expect(again.stacks.all == keeper.stacks.all && again.places == [["a", "b"], ["c"]])
      #expect(!again.hasUnsaved(at: Self.now))
    }
    try stored()
    keeper.remove("c", at: Self.now)
    keeper.place(widget("d", at: 3))
    keeper.ask(.snapshot("d"))
    keeper.stacks.remove("a", at: Self.now)
    keeper.wasDamaged("b")
    #expect(keeper.hasUnsaved(at: Self.now) && keeper.stacks.all.isEmpty)
    try store.read { try keeper.reload($0, at: Self.now) }
    #expect(keeper.ordered.map(\.id) == ["a", "b", "c"] && keeper.placements == 3 && keeper.waiting.isEmpty)
    #expect(keeper.stacks.all.map(\.members) == [["a", "b"]] && keeper.unread.isEmpty && keeper.lock == .locked)
    #expect(!keeper.hasUnsaved(at: Self.now))
    try stored()
    keeper.remove("c", at: Self.now)
    #expect(keeper.hasUnsaved(at: Self.now))
    try store.transaction { try keeper.save(in: $0, at: Self.now) }
    #expect(try self.keeper().ordered.map(\.id) == ["a", "b"] && !keeper.hasUnsaved(at: Self.now))
  }

  @Test func `a damaged widget is noted once, until it is handled`() throws {
    let keeper = try keeper()
    #expect(keeper.unread.isEmpty)
    for id in ["a", "b", "a"] { keeper.wasDamaged(id) }
    #expect(keeper.unread.damaged == ["a", "b"] && !keeper.unread.isEmpty)
    keeper.damageWasHandled()
    #expect(keeper.unread.isEmpty)
    #expect(!UnreadTimelines(damaged: [], tooNew: ["a"], kept: []).isEmpty)
  }

  @Test func `the first look is due at once, and after it nothing is without widgets`() throws {
    let keeper = try keeper()
    #expect(keeper.isDue(at: Self.now))
    keeper.forgetNextDue(from: Self.now)
    #expect(keeper.nextDue == nil && !keeper.isDue(at: .distantFuture))
  }

  @Test func `a stack of three loses one widget and stays, and with the next one it is dissolved`() throws {
    let stacks = try keeper().stacks
    stacks.add(WidgetStack(of: ["a", "b", "c"], front: "a", at: Self.now))
    stacks.add(WidgetStack(of: ["d", "e"], front: "d", at: Self.now))
    stacks.remove("nothing", at: Self.now)
    stacks.remove("b", at: Self.now)
    #expect(stacks.all.map(\.members) == [["a", "c"], ["d", "e"]] && stacks[of: "b"] == nil)
    stacks.remove("a", at: Self.now)
    #expect(stacks.all.map(\.members) == [["d", "e"]] && stacks[of: "c"] == nil && stacks[of: "e"]?.front == "d")
  }
}
