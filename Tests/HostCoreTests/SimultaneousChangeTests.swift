// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// Changes that wait until the same instant.
@Suite struct SimultaneousChangeTests {
  private static let (a, b, c) = (PlayedLife.chess, PlayedLife.editor, PlayedLife.browser)
  private static let family = FamilyID("homework")

  /// The applications that the family can name after the changes.
  private func nameable(of picked: [Item], after changes: [LooserChange]) throws -> [Item] {
    let life = try PlayedLife()
    try life.meet("homework", picking: picked.map(\.id))
    let due = life.instant.advanced(by: 3_600_000)
    for change in changes {
      life.take(.person(PersonAct(.waits(change, opening: [], until: due, by: .person))))
    }
    try life.pass(hours: 2)
    life.take(.time(life.instant))
    #expect(life.facts.waitingChanges.isEmpty)
    return life.facts.owners.consent.tokens.nameableItems(of: "homework").filter { $0.kind == .application }
  }

  @Test func `an item that is merged twice at one instant can be named by its last name`() throws {
    let found = try nameable(
      of: [Self.a],
      after: [
        .changesItem(.merges(Self.a, into: Self.b)), .changesItem(.merges(Self.b, into: Self.c)),
      ])
    #expect(found == [Self.c])
  }

  @Test func `an item that is withdrawn and then merged into can be named for the merged one`() throws {
    let withdrawal = LooserChange.withdraws(Self.b, from: Self.family)
    let found = try nameable(of: [Self.a, Self.b], after: [withdrawal, .changesItem(.merges(Self.a, into: Self.b))])
    #expect(found == [Self.b])
  }
}
