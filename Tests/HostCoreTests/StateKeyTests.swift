// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Keys of a state, and copies of it, where something is missing or left over.
@Suite struct StateKeyTests {
  @Test func `a state that has issued no token is backed up without its key`() throws {
    let (bench, scratch) = (try NotificationBench(), Scratch())
    try bench.take(.operator(.saves))
    try #require(try bench.driver.facts.store.read { try !$0.hasIssuedTokens() })
    let state = bench.driver.configuration.stateDirectory
    for key in try FileManager.default.contentsOfDirectory(atPath: state + "/keys") {
      try FileManager.default.removeItem(atPath: state + "/keys/" + key)
    }
    let now = Date(timeIntervalSince1970: 1_000)
    let backup = try StateBackup.make(of: state, at: scratch.path + "/backup", now: now, version: "1")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["backup"])
    #expect(try StateBackup.restore(backup, to: scratch.path + "/restored") == nil)
  }

  @Test func `a state that has issued a single token is backed up`() throws {
    let (life, scratch) = (try PlayedLife(points: []), Scratch())
    let call = try life.open("homework")
    for case .prompt(let id, _) in try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual))) {
      life.take(.person(PersonAct(.answers(id, .said(.approved)))))
    }
    let pick = PersonAnswers.Pick(applications: [PlayedLife.chess.id])
    for case .prompt(let id, _) in try life.ask(call, 2, .pick(PickParams(includeEntireCategory: false))) {
      life.take(.person(PersonAct(.answers(id, .picked(pick)))))
    }
    try life.end(call, .replied(["effects": []]))
    life.leave("homework")
    try life.settle()
    life.take(.operator(.saves))
    try #require(try life.facts.store.read { try $0.issuance() }.map(\.item) == [PlayedLife.chess])
    let state = life.bench.driver.configuration.stateDirectory
    let now = Date(timeIntervalSince1970: 1_000)
    let backup = try StateBackup.make(of: state, at: scratch.path + "/backup", now: now, version: "1")
    #expect(try StateBackup.restore(backup, to: scratch.path + "/restored") == nil)
  }

  @Test func `with a new key each family has a new salt of 16 bytes, and its epochs start again`() throws {
    var bench: NotificationBench? = try NotificationBench(requests: ["authorization"])
    for family in NotificationBench.families { try bench?.approve(family) }
    var configuration = try #require(bench).driver.configuration
    let copy = Scratch()
    try FileManager.default.copyItem(atPath: configuration.stateDirectory, toPath: copy.path + "/state")
    bench = nil
    configuration.stateDirectory = copy.path + "/state"
    func audiences() throws -> [AudienceRow] {
      let store = try DeviceStore(directory: copy.path + "/state", durability: .simulated)
      return try store.read { try $0.audiences() }
    }
    let before = try audiences()
    #expect(try TokenKeyReset.make(in: configuration) == ["homework", "worklog"])
    let after = try audiences()
    #expect(after.map(\.family) == ["homework", "worklog"])
    #expect(after.allSatisfy { $0.grantSalt.count == 16 && $0.epoch == 1 && $0.rotatedOn == nil })
    #expect(zip(before, after).allSatisfy { $0.grantSalt != $1.grantSalt && $0.person == $1.person })
  }

  @Test func `a state that can't be opened is not copied`() throws {
    let (bench, scratch) = (try NotificationBench(), Scratch())
    var configuration = bench.driver.configuration
    configuration.stateDirectory = scratch.path + "/state"
    try scratch.write(String(repeating: "no database\n", count: 100), to: "state/" + DeviceStore.fileName)
    let error = #expect(throws: StoreError.self) { try StateView(configuration) }
    #expect(error?.code != .inUse)
    #expect(!FileManager.default.fileExists(atPath: configuration.stateDirectory + "/views"))
  }

  @Test func `a living process's copy stays when others are deleted`() throws {
    let bench = try NotificationBench()
    let configuration = bench.driver.configuration
    let views = configuration.stateDirectory + "/views"
    try FileManager.default.createDirectory(atPath: views, withIntermediateDirectories: true)
    // By turns, so that in any order of the directory a killed process precedes this one.
    for number in 0..<12 {
      for name in ["\(Int32.max)-\(number)", "\(getpid())-\(number)"] {
        try Data().write(to: URL(filePath: views + "/" + name))
      }
    }
    let view = try StateView(configuration)
    #expect(view.isCopy && view.host.facts.state == bench.driver.facts.state)
    view.close()
    let left = try FileManager.default.contentsOfDirectory(atPath: views)
    #expect(Set(left) == Set((0..<12).map { "\(getpid())-\($0)" }))
  }
}
