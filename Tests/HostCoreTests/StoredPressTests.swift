// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// A state in which it is unclear whether the script has pressed the shield's button.
@Suite struct StoredPressTests {
  /// What the next host finds: the act that it takes for the last one, whether a planned press is still stored, and how
  /// often it writes when it is opened once more.
  private struct Found: Equatable {
    var act: String?
    var isPlanned = false
    var writes = 0
  }

  private func reopen(_ life: PlayedLife, isPlanned: Bool, lastAct: String? = nil) throws -> Found {
    life.take(.operator(.saves))
    try life.facts.store.transaction { transaction in
      try transaction.setMeta(HostMeta.pendingPress, to: isPlanned ? [UInt8(ascii: "1")] : nil)
      // A state that an older version wrote names no last act.
      try transaction.setMeta(HostMeta.lastAct, to: nil)
      if let lastAct { try transaction.setValue(lastAct, HostMeta.lastAct) }
    }
    try life.restart()
    let act = life.facts.owners.persons.lastAct
    let stored = try life.facts.store.read { try $0.value(String.self, HostMeta.lastAct) }
    let press = try life.facts.store.read { try $0.meta(HostMeta.pendingPress) }
    #expect(stored == act)
    life.take(.operator(.saves))
    let count = try life.bench.transactions { _ = try life.bench.take(.operator(.opens)) }
    return Found(act: act, isPlanned: press != nil, writes: count)
  }

  private func shielded() throws -> PlayedLife {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 21)
    try #require(life.facts.state.shield?.item == PlayedLife.chess)
    return life
  }

  @Test func `a shield without a planned press was pressed, and one with a planned press was not`() throws {
    for isPlanned in [false, true] {
      let life = try shielded()
      let shield = try #require(life.facts.state.shield)
      let found = try reopen(life, isPlanned: isPlanned)
      #expect(found == Found(act: isPlanned ? "" : PressScript.act(on: shield)))
    }
  }

  @Test func `a planned press without a shield is forgotten, and without either nothing is noted`() throws {
    #expect(try reopen(PlayedLife(), isPlanned: true) == Found(act: ""))
    #expect(try reopen(PlayedLife(), isPlanned: false) == Found())
  }

  @Test func `an act that is stored stays the last one`() throws {
    let found = try reopen(shielded(), isPlanned: true, lastAct: "press one")
    #expect(found == Found(act: "press one", isPlanned: true))
  }
}
