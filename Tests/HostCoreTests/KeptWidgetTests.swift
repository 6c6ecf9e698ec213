// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// When a keeper of widgets next needs the device, and what it has to write.
@Suite struct KeptWidgetTests {
  private static let now = Timestamp(milliseconds: 1_792_360_800_000)

  private let scratch = Scratch()
  private let store: DeviceStore

  init() throws { store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated) }

  private static func after(_ seconds: Int64) -> Timestamp { now.advanced(by: seconds * 1_000) }

  private func keeper(placing ids: String...) throws -> WidgetKeeper {
    let keeper = try store.read { try WidgetKeeper($0, at: Self.now) }
    for (place, id) in ids.enumerated() {
      keeper.place(
        WidgetInstance(
          id: id, family: FamilyID("home"), kind: "Clock", size: "systemSmall", parameters: [], place: place,
          at: Self.now))
    }
    return keeper
  }

  /// Gives a widget a timeline of one entry.
  private func accept(
    _ keeper: WidgetKeeper, _ id: String, dated date: Timestamp, score: Int64? = nil, at now: Timestamp
  ) {
    _ = keeper.change(id) {
      $0.content.accept([WidgetArchive.Entry(date: date, score: score, number: 0)], .never, digest: id, at: now)
    }
  }

  @Test func `a timeline that waits to be asked for is a request like any other`() throws {
    let keeper = try keeper(placing: "a", "b")
    #expect(!keeper.hasRequests)
    _ = keeper.change("b") { $0.reloads.ask(.person, at: Self.now) }
    #expect(keeper.hasRequests && keeper.waiting.isEmpty)
  }

  @Test(arguments: [[60, 120], [120, 60], [60, 60]] as [[Int64]])
  func `the next instant is that of the widget whose entry comes up first`(_ seconds: [Int64]) throws {
    let keeper = try keeper(placing: "a", "b")
    for (id, second) in zip(["a", "b"], seconds) {
      accept(keeper, id, dated: Self.after(second), at: Self.now)
    }
    keeper.forgetNextDue(from: Self.now)
    #expect(keeper.nextDue == Self.after(60))
    #expect(!keeper.isDue(at: Self.after(60).advanced(by: -1)) && keeper.isDue(at: Self.after(60)))
  }

  @Test func `a look at a stack without any relevance does not hide a window that is told of later`() throws {
    let keeper = try keeper(placing: "a", "b")
    keeper.stacks.add(WidgetStack(of: ["a", "b"], front: "a", at: Self.now))
    #expect(keeper.lookAtStacks(at: Self.after(10)).isEmpty)
    // The timeline comes late, and its entry is already in force.
    accept(keeper, "b", dated: Self.after(5), score: 4_000, at: Self.after(10))
    keeper.stacks.change(of: "b") { $0.windowsChanged(at: Self.after(10)) }
    #expect(keeper.isRotationDue(at: Self.after(10)))
    let rotated = keeper.lookAtStacks(at: Self.after(10))
    #expect(rotated.map(\.old) == ["a"] && rotated.map(\.new) == ["b"])
    #expect(keeper.stacks[of: "a"]?.front == "b" && keeper.lookAtStacks(at: Self.after(10)).isEmpty)
  }

  @Test func `a stack that changed is unsaved, though none of its widgets changed`() throws {
    let keeper = try keeper(placing: "a", "b")
    try store.transaction { try keeper.save(in: $0, at: Self.now) }
    #expect(!keeper.hasUnsaved(at: Self.now))
    keeper.stacks.add(WidgetStack(of: ["a", "b"], front: "a", at: Self.now))
    #expect(keeper.hasUnsaved(at: Self.now))
    try store.transaction { try keeper.save(in: $0, at: Self.now) }
    #expect(!keeper.hasUnsaved(at: Self.now))
    let again = try store.read { try WidgetKeeper($0, at: Self.now) }
    #expect(again.stacks.all == keeper.stacks.all && again.stacks.all.count == 1)
  }

  @Test func `a start finds by the clock which entry is shown, and has nothing to write for it`() throws {
    let keeper = try keeper(placing: "a")
    accept(keeper, "a", dated: Self.now, at: Self.now)
    // The entry on screen stays until the first one of the next timeline comes up.
    accept(keeper, "a", dated: Self.after(60), at: Self.now)
    try store.transaction { try keeper.save(in: $0, at: Self.now) }
    for (seconds, generation) in [(59, 1), (60, 2), (120, 2)] as [(Int64, Int64)] {
      let again = try store.read { try WidgetKeeper($0, at: Self.after(seconds)) }
      #expect(again["a"]?.content.shown == WidgetContent.Shown(generation: generation, number: 0))
      #expect(!again.hasUnsaved(at: Self.after(seconds)), "after \(seconds) s")
    }
  }
}
