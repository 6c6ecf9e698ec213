// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// The rows that a device writes when it is opened and once a day, and its entries about builds, items and sealed
/// programs.
@Suite struct OpenedStateTests {
  private static let homework = FamilyID("homework")

  // MARK: - Written

  @Test func `a host that is opened in another time zone has written it before it does anything else`() throws {
    let bench = try NotificationBench()
    try bench.take(.operator(.saves))
    let scratch = Scratch()
    var configuration = bench.driver.configuration
    try FileManager.default.copyItem(atPath: configuration.stateDirectory, toPath: scratch.path + "/state")
    configuration.stateDirectory = scratch.path + "/state"
    configuration.environment.timeZone = "America/New_York"
    let driver = try VirtualDriver(configuration)
    #expect(driver.facts.state.place.timeZone == "America/New_York" && !driver.facts.owners.isUnsaved)
    #expect(try driver.facts.store.read { try $0.loadState() }?.place == driver.facts.state.place)
    try driver.close()
  }

  @Test func `the day whose work is done is stored, so that the next host does not do it again`() throws {
    let bench = try NotificationBench()
    try bench.pass(seconds: 86_400)
    let day = bench.device.now.milliseconds
    let facts = bench.driver.facts
    try #require(facts.owners.memory.maintainedDay == day)
    #expect(try facts.store.read { try $0.value(Int64.self, HostMeta.maintainedDay) } == day)
    #expect(try bench.killed().driver.facts.owners.memory.maintainedDay == day)
  }

  // MARK: - Entered

  @Test func `the verdict of a check is entered with the build that was checked, if it is known`() throws {
    let life = try PlayedLife(points: [])
    for build in ["the seventh build", nil] {
      life.take(.operator(.checked(Self.homework, verdict: "passed", build: build)))
    }
    let entries = try life.facts.store.read { try $0.ledger() }
      .filter { $0.kind == LedgerKind.checkerVerdict.rawValue }.compactMap(\.entry)
    #expect(entries.map { $0.contains("the seventh build") } == [true, false])
    #expect(entries.allSatisfy { $0.contains("passed") })
  }

  @Test(arguments: ["shieldconfiguration", "report"])
  func `output of a sealed program and an answer that is not a picture are entered as attempts`(
    _ name: String
  ) throws {
    let life = try PlayedLife(requests: ["reports"], points: ["shieldConfiguration", "shieldAction", "report"])
    let program = "homework.\(name)"
    life.isHeld = { $0.program == program }
    try life.meet("homework", picking: [PlayedLife.chess.id])
    if name == "report" {
      let request = ReportRequest(
        family: Self.homework, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
      life.take(.person(PersonAct(.opensReport(request))))
    } else {
      try life.use(PlayedLife.chess, minutes: 22)
    }
    func attempts() throws -> [String] {
      try life.facts.store.read { try $0.ledger(family: "homework") }
        .filter { $0.kind == LedgerKind.blockedAttempt.rawValue }.compactMap(\.entry)
    }
    let call = try #require(life.bench.sent.last { $0.program == program }).call
    try #require(attempts().isEmpty)
    life.take(.wrote(ProgramID(program), isSealed: true))
    try life.end(call, .malformed(ErrorObject(.schema, "It is no picture.")))
    let found = try attempts()
    #expect(found.map { $0.contains(BlockedAttempt.sealedAnswer.spoken) } == [true, false])
    #expect(found.map { $0.contains(BlockedAttempt.sealedOutput.spoken) } == [false, true])
  }

  // MARK: - Items

  @Test func `the rules file an item where the person does, also after it was filed elsewhere and merged`() throws {
    let life = try PlayedLife(points: [])
    let (memory, items) = (life.facts.owners.memory, life.facts.owners.items)
    for (change, category) in [
      (.files(PlayedLife.chess, under: .category("5")), "5"), (.merges(PlayedLife.chess, into: PlayedLife.editor), "3"),
    ] as [(ItemChange, String)] {
      life.take(.person(PersonAct(.changesItem(change))))
      #expect(items.registry.category(of: PlayedLife.chess) == .category(category))
      #expect(memory.rules.registry == items.registry, "\(change)")
    }
  }

  @Test func `items that a report or a shield names have tokens that its sealed program can have drawn`() throws {
    let maps = Item.application("org.gnome.Maps")
    let life = try PlayedLife(requests: ["reports"], points: ["shieldConfiguration", "shieldAction", "report"])
    life.reply = { one in
      one.program.hasSuffix(".report") ? .replied(["view": ["kind": "text", "text": "1 minute"]]) : nil
    }
    let tokens = life.facts.owners.consent.tokens
    /// The items that a surface of the family can have drawn by their names.
    func drawn(_ family: String) -> [Item] {
      [maps, .otherCategory].filter { item in
        tokens.token(for: item, of: family).flatMap { tokens.resolve($0, of: family, toDraw: true) } == item
      }
    }
    for family in NotificationBench.families { try life.meet(family, picking: [PlayedLife.chess.id]) }
    try life.use(maps, minutes: 1)
    try life.pass(hours: 1)
    #expect(drawn("homework").isEmpty && drawn("worklog").isEmpty)
    let request = ReportRequest(
      family: FamilyID("worklog"), context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
    life.take(.person(PersonAct(.opensReport(request))))
    try life.settle()
    #expect(drawn("worklog") == [maps, .otherCategory] && drawn("homework").isEmpty)

    let call = try life.open("homework")
    let all: WireValue = [
      "key": .string(SettingKey.shieldApplicationCategories.rawValue), "kind": "setSetting", "store": "all",
      "value": ["except": [], "policy": "all"],
    ]
    try life.end(call, .replied(["effects": [all]]))
    life.leave("homework")
    // The rule gave the family all categories, which it can't name after a reset, although the rule stays.
    life.take(.person(PersonAct(.resetsIdentifiers(Self.homework))))
    #expect(drawn("homework").isEmpty)
    try life.use(maps, minutes: 1)
    try #require(life.facts.state.shield?.hit == .category(.otherCategory))
    #expect(drawn("homework") == [maps, .otherCategory])
    #expect(life.facts.nameableItems(of: Self.homework).isEmpty)
  }
}
