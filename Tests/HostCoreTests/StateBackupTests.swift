// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Backups of a state, and the replacement of a token key.
@Suite struct StateBackupTests {
  private static let homework = FamilyID("homework")

  /// A device that was used, whose state is stored.
  private func life() throws -> PlayedLife {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 21)
    life.take(.operator(.saves))
    return life
  }

  @Test func `a backup has what a host needs to go on, and nothing is left of its trial`() throws {
    let (life, scratch) = (try life(), Scratch())
    try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
    let path = scratch.path + "/backup"
    let state = life.bench.driver.configuration.stateDirectory
    let backup = try StateBackup.make(of: state, at: path, now: Date(timeIntervalSince1970: 1_000), version: "1")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["backup"])
    #expect(try StateBackup.restore(backup, to: scratch.path + "/restored") == nil)
    let again = try DeviceStore(directory: scratch.path + "/restored", durability: .simulated)
    let rows = try life.facts.store.read { try $0.ledger() }
    #expect(try again.read { try $0.ledger() } == rows)
    #expect(try again.read { try $0.loadState()?.now } == life.instant)
    let keys = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/restored/keys").sorted()
    #expect(try keys == FileManager.default.contentsOfDirectory(atPath: state + "/keys").sorted() && !keys.isEmpty)
  }

  @Test func `a state without its key is not backed up, and nothing is left of the attempt`() throws {
    let (life, scratch) = (try life(), Scratch())
    try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
    let state = life.bench.driver.configuration.stateDirectory
    for key in try FileManager.default.contentsOfDirectory(atPath: state + "/keys") {
      try FileManager.default.removeItem(atPath: state + "/keys/" + key)
    }
    #expect(throws: (any Error).self) {
      try StateBackup.make(of: state, at: scratch.path + "/backup", now: Date(), version: "1")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/backup"))
  }

  @Test func `with a new key every token is unknown, rules stay, and the ledger says it`() throws {
    var life: PlayedLife? = try self.life()
    var configuration = try #require(life).bench.driver.configuration
    let tokens = try #require(life?.tokens["homework"])
    let copy = Scratch()
    try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: configuration.stateDirectory, toPath: copy.path + "/state")
    configuration.stateDirectory = copy.path + "/state"
    let before = life?.facts.state.families[Self.homework]
    life = nil
    #expect(try TokenKeyReset.make(in: configuration) == ["homework"])
    let driver = try VirtualDriver(configuration)
    let facts = driver.facts
    #expect(facts.state.families[Self.homework]?.activities.keys == before?.activities.keys)
    #expect(facts.state.families[Self.homework]?.isApproved == true)
    for token in tokens {
      #expect(ItemToken(token).flatMap { facts.owners.consent.tokens.resolve($0, of: "homework") } == nil)
    }
    let last = try #require(try facts.store.read { try $0.ledger() }.last { $0.kind == "keyEvent" })
    #expect(last.entry?.contains("made anew") == true && last.day == "2026-10-19")
    try driver.close()
  }
}
