// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The effect of a merge of two items on the foreground and on the selections of events that share or overlap.
@Suite struct MovedSelectionTests {
  private static let pairs: [(Item, Item, Item)] = [
    (.application("old"), .application("new"), .application("x")),
    (.webDomain("old.example"), .webDomain("new.example"), .webDomain("x.example")),
  ]

  private func selection(_ items: ItemSet, unresolved: Int = 0) -> ItemSelection {
    items.items.first?.kind == .webDomain
      ? ItemSelection(webDomains: items, unresolvedTokens: unresolved)
      : ItemSelection(applications: items, unresolvedTokens: unresolved)
  }

  @Test(arguments: [0, 1])
  func `a merge replaces the item in the foreground and leaves every other foreground as it is`(_ pair: Int) {
    let (item, target, bystander) = Self.pairs[pair]
    let fronts: [(Item?, Item?)] = [(nil, nil), (item, target), (target, target), (bystander, bystander)]
    for (front, expected) in fronts {
      func foreground(_ shown: Item?) -> Foreground {
        pair == 0
          ? Foreground(app: shown, web: .webDomain("w.example"), isInUse: true)
          : Foreground(app: .application("browser"), web: shown, isInUse: true)
      }
      var bench = Bench(at: "2026-08-13 10:00")
      bench.state.front = foreground(front)
      _ = bench.rules.merge(item, into: target, in: &bench.state)
      #expect(bench.state.front == foreground(expected))
    }
  }

  @Test(arguments: [0, 1])
  func `after a merge events that shared a selection share it still, and others stay apart`(_ pair: Int) throws {
    let (item, target, bystander) = Self.pairs[pair]
    let cases: [(before: [ItemSelection], after: [ItemSelection])] = [
      ([selection([item]), selection([item])], [selection([target]), selection([target])]),
      ([selection([item, target]), selection([item])], [selection([target]), selection([target], unresolved: 1)]),
      ([selection([target]), selection([item])], [selection([target]), selection([target], unresolved: 1)]),
      ([selection([item]), selection([bystander])], [selection([target]), selection([bystander])]),
      ([selection([bystander]), ItemSelection()], [selection([bystander]), ItemSelection()]),
    ]
    for (before, after) in cases {
      var bench = Bench(at: "2026-08-13 10:00")
      let events = before.enumerated().map {
        ActivityEvent(name: "e\($0.offset)", selection: $0.element, threshold: .minutes(60))
      }
      try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: events)])
      _ = bench.rules.merge(item, into: target, in: &bench.state)
      let activity = try #require(bench.state.families[Bench.family]?.activities["day"])
      #expect(activity.events.map(\.selection) == after)
      #expect(activity.meters.map(\.selection) == Meter.selections(of: activity.events))
    }
  }
}
