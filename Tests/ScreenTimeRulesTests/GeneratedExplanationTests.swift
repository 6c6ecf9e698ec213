// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Explanations of numbers over generated use, compared with a reading instant by instant.
@Suite struct GeneratedExplanationTests {
  static let seeds = Array(UInt64(1)...60)

  private func explained(_ world: GeneratedInstants, _ number: UseNumber) -> UseExplanation {
    DeviceRules(registry: GeneratedInstants.registry).explainUse(
      of: number, within: world.range, ledger: world.ledger, shields: world.shields, blocks: world.blocks,
      unseen: world.unseen)
  }

  @Test(arguments: seeds)
  func `the pieces of a number are its use in the range, in pieces as long as possible (E11)`(_ seed: UInt64) {
    let world = GeneratedInstants(seed: seed)
    for number in GeneratedInstants.numbers {
      let explained = explained(world, number)
      let counted = world.instants.filter { $0.front.map { GeneratedInstants.counts($0, for: number) } == true }
      #expect(instants(of: explained.pieces.map(\.span)) == counted.map(\.instant), "\(number)")
      #expect(explained.total == Int64(counted.count))
      #expect(explained.pieces.allSatisfy { $0.span.start < $0.span.end })
      // Whether presence was known differs where two pieces touch, and is that of the use in each.
      for (one, next) in zip(explained.pieces, explained.pieces.dropFirst()) where one.span.end == next.span.start {
        #expect(one.presenceKnown != next.presenceKnown, "\(number)")
      }
      for piece in explained.pieces {
        let inside = counted.filter { piece.span.contains($0.instant) }
        #expect(inside.allSatisfy { $0.front?.presenceKnown == piece.presenceKnown }, "\(number)")
      }
    }
  }

  @Test(arguments: seeds)
  func `the removed time is what shields, settings, pauses and blindness took, in order (S14, M10)`(_ seed: UInt64) {
    let world = GeneratedInstants(seed: seed)
    for number in GeneratedInstants.numbers {
      let removed = explained(world, number).removed
      func line(_ instant: Timestamp, _ reason: UseRemoval) -> String { "\(instant.milliseconds) \(reason.code)" }
      var found: [String] = []
      for piece in removed { found += instants(of: [piece.span]).map { line($0, piece.reason) } }
      let expected = world.removals(from: number).map { line($0.instant, $0.reason) }
      #expect(found.sorted() == expected.sorted(), "\(number)")
      #expect(removed.allSatisfy { $0.span.start < $0.span.end }, "\(number)")
      #expect(removed.map(\.span.start) == removed.map(\.span.start).sorted(), "\(number)")
    }
  }

  @Test func `the generated worlds contain every reason`() {
    var found: Set<UseRemoval> = []
    for seed in Self.seeds {
      let world = GeneratedInstants(seed: seed)
      for number in GeneratedInstants.numbers { found.formUnion(world.removals(from: number).map(\.reason)) }
    }
    #expect(found == Set(UseRemoval.allCases))
  }

  // MARK: - The uses behind a limit

  private static let selections = [
    ItemSelection(), ItemSelection(unresolvedTokens: 1), ItemSelection(applications: [GeneratedInstants.apps[0]]),
    ItemSelection(webDomains: [GeneratedInstants.sites[0]]), ItemSelection(categories: [.category("1")]),
    ItemSelection(applications: [GeneratedInstants.apps[1]], webDomains: [GeneratedInstants.sites[2]]),
    ItemSelection(categories: [.category("2"), .otherCategory]),
  ]

  /// The item that an instant counts for; `.some(nil)` if it counts but the foreground is unknown.
  private func item(of front: RecordedForeground, for selection: ItemSelection) -> Item?? {
    if selection.isEverything { return .some(front.web ?? front.app) }
    func isNamed(_ item: Item, _ filed: Item?) -> Bool {
      let domain = item == GeneratedInstants.sites[1] ? GeneratedInstants.sites[0] : item
      return selection.applications.contains(item) || selection.webDomains.contains(item)
        || selection.webDomains.contains(domain)
        || selection.categories.contains(GeneratedInstants.category(of: item, filed))
    }
    if let app = front.app, isNamed(app, front.appCategory) { return .some(app) }
    if let web = front.web, isNamed(web, front.webCategory) { return .some(web) }
    return nil
  }

  @Test(arguments: seeds)
  func `each stretch of a limit is one item's use, and they sum to the limit's number (E1, E11)`(_ seed: UInt64) {
    let world = GeneratedInstants(seed: seed)
    let ledger = world.ledger
    for selection in Self.selections {
      let stretches = ledger.stretches(of: selection, within: world.range, registry: GeneratedInstants.registry)
      let expected = world.instants.compactMap { instant, front in
        front.flatMap { item(of: $0, for: selection) }.map { "\(instant.milliseconds) \($0?.id ?? "-")" }
      }
      let found = stretches.flatMap { stretch in
        instants(of: [stretch.span]).map { "\($0.milliseconds) \(stretch.item?.id ?? "-")" }
      }
      #expect(found == expected, "\(selection)")
      #expect(
        ledger.total(of: selection, within: world.range, registry: GeneratedInstants.registry) == Int64(found.count))
      #expect(stretches.allSatisfy { $0.span.start < $0.span.end }, "\(selection)")
      for (one, next) in zip(stretches, stretches.dropFirst()) {
        #expect(one.span.end < next.span.start || one.item != next.item, "\(selection)")
      }
    }
  }
}
