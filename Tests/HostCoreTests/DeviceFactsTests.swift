// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Questions to a device that leave it unchanged.
@Suite struct DeviceFactsTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")
  private static let day: Int64 = 86_400_000

  @Test func `an app is unopened until it is first opened, also after a restart`() throws {
    let life = try PlayedLife { $0.families.reverse() }
    #expect(try life.facts.unopenedApps() == [Self.homework, Self.worklog] && life.facts.familiesWithoutApp.isEmpty)
    try life.meet("worklog", picking: ["org.gnome.Chess"])
    #expect(try life.facts.unopenedApps() == [Self.homework])
    try life.restart()
    #expect(try life.facts.unopenedApps() == [Self.homework])
  }

  @Test func `a family without an app has none that could be opened`() throws {
    let both = try PlayedLife { configuration in
      configuration.families.reverse()
      for index in configuration.families.indices { configuration.families[index].manifest.app = nil }
    }
    #expect(both.facts.familiesWithoutApp == [Self.homework, Self.worklog])
    #expect(try both.facts.unopenedApps().isEmpty)
    let one = try PlayedLife { configuration in
      for index in configuration.families.indices where configuration.families[index].manifest.family == "homework" {
        configuration.families[index].manifest.app = nil
      }
    }
    #expect(try one.facts.unopenedApps() == [Self.worklog] && one.facts.familiesWithoutApp == [Self.homework])
  }

  @Test func `the states of a family's processes are its own, in the order of its programs`() throws {
    let life = try PlayedLife(points: ["shieldAction"])
    let before = life.facts.processStates(of: Self.homework)
    life.move("homework.monitor", .cold, .launching, "demand")
    life.move("worklog.app", .cold, .greeting, "demand")
    #expect(before.count == 3 && life.facts.processStates(of: Self.homework) == [before[0], "launching", before[2]])
    #expect(life.facts.processStates(of: Self.worklog) == ["greeting"] + before.dropFirst())
    #expect(life.facts.processStates(of: FamilyID("absent")).isEmpty)
  }

  @Test func `a shield covers an item from the threshold on, and only where the rules close it`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    #expect(life.facts.shield(over: PlayedLife.chess) == nil)
    try life.use(PlayedLife.chess, minutes: 21)
    try life.use(PlayedLife.editor, minutes: 3)
    let shield = Shield(item: PlayedLife.chess, hit: .direct, family: Self.homework, since: life.instant)
    #expect(life.facts.shield(over: PlayedLife.chess) == shield && life.facts.shield(over: PlayedLife.editor) == nil)
  }

  @Test func `a family has tokens from its grant on, and names what was picked for it`() throws {
    let life = try PlayedLife()
    #expect(life.facts.token(for: PlayedLife.chess, of: Self.homework) == nil)
    try life.meet("homework", picking: ["org.gnome.Chess"])
    #expect(life.facts.token(for: PlayedLife.chess, of: Self.homework) == life.tokens["homework"]?.first)
    #expect(life.facts.token(for: PlayedLife.chess, of: Self.worklog) == nil)
    let named = life.facts.nameableItems(of: Self.homework)
    #expect(named.contains(PlayedLife.chess) && !named.contains(PlayedLife.editor))
    #expect(life.facts.nameableItems(of: Self.worklog).isEmpty)
    #expect(life.facts.name(of: PlayedLife.chess) == "Chess" && life.facts.name(of: PlayedLife.site) == "example.org")
  }

  @Test func `use is kept since the midnight of as many days ago as the host keeps it`() throws {
    let retention = try #require(Retention(useDays: 2))
    let life = try PlayedLife(points: []) { $0.retention = retention }
    let start = NotificationBench.start
    for (hours, days) in [(0, -2), (23, -2), (1, -1), (1, -1), (24, 0)] as [(Int64, Int64)] {
      try life.pass(hours: hours)
      #expect(life.facts.keptSince == start.advanced(by: days * Self.day), "\(life.now)")
    }
  }

  @Test func `a consent sheet has the family's name and the profile that is asked for`() throws {
    let life = try PlayedLife()
    let (known, absent) = (life.facts.consentSheet(for: Self.homework), life.facts.consentSheet(for: FamilyID("x")))
    #expect(known.family == "Homework" && absent.family == "x")
    #expect(known.profile == .open && life.facts.profile == .open)
    #expect(life.facts.consentSheet(for: Self.homework, profile: .tight).profile == .tight)
    #expect(known.can != absent.can && known.suspended == nil)
    #expect(life.facts.suspensions.isEmpty)
  }

  @Test func `only a reset of a program that a configured family has is taken`() throws {
    let life = try PlayedLife()
    for program in ["homework.report", "absent.monitor", ""] {
      let error = #expect(throws: HostError.self) {
        try life.bench.take(.operator(.reset(ProgramID(program))))
      }
      #expect(
        error
          == HostError(.usage, "No configured family has a program “\(program)”; `sallyport families` lists them."))
    }
    let commands = try life.bench.take(.operator(.reset(ProgramID("homework.monitor"))))
    let reset = commands.compactMap { command -> String? in
      if case .reset(let program) = command { program.rawValue } else { nil }
    }
    #expect(reset == ["homework.monitor"])
  }
}
