// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Surfaces
import Testing

@testable import HostCore

/// Looks of shields that arrive after the person has gone on to another shielded item.
@Suite struct LateLookTests {
  private static func look(_ primary: String) -> CallEnd {
    let label: WireValue = ["color": "#1d2b1fff", "text": .string(primary)]
    return .replied(["configuration": ["primaryButton": label, "title": label]])
  }

  /// A device on which a family's shield over chess, then the one over the editor came up, with their looks in flight.
  private func life() throws -> (PlayedLife, [CallID]) {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess", "org.gnome.TextEditor"])
    life.isHeld = { $0.program.hasSuffix(".shieldconfiguration") }
    try life.use(PlayedLife.chess, minutes: 22)
    try life.use(PlayedLife.editor, minutes: 1)
    try #require(life.facts.state.shield?.item == PlayedLife.editor)
    let calls = asked(life)
    try #require(calls.count == 2)
    return (life, calls)
  }

  private func asked(_ life: PlayedLife) -> [CallID] {
    life.bench.sent.filter { $0.program == "homework.shieldconfiguration" }.map(\.call)
  }

  /// Ends a callback.
  ///
  /// - Returns: the shields that are presented for it.
  private func end(_ life: PlayedLife, _ call: CallID, _ end: CallEnd) -> [PresentedShield] {
    life.bench.forget(call)
    return life.take(.ended(call, end)).compactMap {
      if case .present(.shield(let shield)) = $0 { shield } else { nil }
    }
  }

  private func shown(_ life: PlayedLife) -> String? {
    life.facts.owners.surfaces.shownShield?.content.primaryButton?.text
  }

  @Test func `the look of a shield that gave way to another of its family is not shown`() throws {
    let (life, calls) = try life()
    #expect(end(life, calls[0], Self.look("Chess off")).isEmpty)
    #expect(shown(life) == nil)
    let presented = end(life, calls[1], Self.look("Editor off"))
    #expect(presented.map(\.shield.item) == [PlayedLife.editor] && presented.allSatisfy { $0.isOnScreen })
    #expect(shown(life) == "Editor off")
    // A look that is late and fails changes nothing either.
    try life.use(PlayedLife.chess, minutes: 1)
    #expect(shown(life) == nil)
    let third = try #require(asked(life).first)
    try life.use(PlayedLife.editor, minutes: 1)
    #expect(end(life, third, .fallback(reason: .process(.deadline))).isEmpty)
  }

  @Test func `a look that a person asks for is shown beside the shield on screen, and changes none of its buttons`()
    throws
  {
    let (life, calls) = try life()
    for call in calls { _ = end(life, call, Self.look("First")) }
    #expect(shown(life) == "First")
    let shield = try #require(life.facts.shield(over: PlayedLife.chess))
    for isRedraw in [false, true] {
      life.take(.person(PersonAct(.looksAt(shield, isRedraw: isRedraw))))
      try #require(asked(life).count == 1)
      let call = try #require(asked(life).first)
      let presented = end(life, call, Self.look("Other"))
      #expect(presented.map(\.shield.item) == [PlayedLife.chess])
      #expect(presented.allSatisfy { !$0.isOnScreen && !$0.isRepeated && $0.look != nil })
      #expect(shown(life) == "First")
    }
    // Each of the four was entered in the ledger before it was asked for.
    #expect(try life.bench.ledger(.shieldShown) == 4)
  }
}
