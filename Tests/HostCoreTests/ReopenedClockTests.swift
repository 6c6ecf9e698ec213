// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The time, the tokens and the files of removed families that a host finds after an earlier run.
@Suite struct ReopenedClockTests {
  private static let one = FamilyID("one")

  private struct NoPrograms: ProgramSource {
    func program(
      _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
    ) throws -> PreparedProgram {
      throw HostError(.failed, "It is not here.")
    }
  }

  @Test func `a family that can't be loaded is left out at the time at which the last run stopped`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    var configuration = try run.configuration(clock: .virtual, answered: [])
    let end = LiveRun.start.advanced(by: 3_600_000)
    let driver = try VirtualDriver(configuration)
    try driver.run(through: [UseSpan](), until: end)
    try driver.close()
    // The next host is in a state of its own, since the driver still holds this one.
    let copy = run.families.scratch.path + "/copy"
    try FileManager.default.copyItem(atPath: configuration.stateDirectory, toPath: copy)
    configuration.stateDirectory = copy
    configuration.programs = NoPrograms()
    let heard = Heard()
    let hosted = try HostedDevice(configuration) { heard.events.append($0) }
    #expect(hosted.lanes.isEmpty)
    let left = heard.events.filter { $0.what == "left out: It is not here." }
    #expect(left.map(\.at) == [end], "\(heard.said(.warning))")
  }

  @Test func `with a new key nothing is stored any more of the tokens that were issued`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: [PlayedLife.chess.id])
    life.take(.operator(.saves))
    var configuration = life.bench.driver.configuration
    try #require(try !life.facts.store.read { try $0.issuance() }.isEmpty)
    let copy = Scratch()
    try FileManager.default.copyItem(atPath: configuration.stateDirectory, toPath: copy.path + "/state")
    configuration.stateDirectory = copy.path + "/state"
    #expect(try TokenKeyReset.make(in: configuration) == ["homework"])
    let store = try DeviceStore(directory: copy.path + "/state", durability: .simulated)
    #expect(try store.read { try $0.issuance() }.isEmpty)
    #expect(try store.read { try $0.audiences() }.map(\.family) == ["homework"])
  }

  @Test(arguments: [0, 3_600] as [Int64])
  func `the files of a family that a person removes are erased at once, also if its shields stay for a while`(
    _ delay: Int64
  ) throws {
    let run = try LiveRun(["one.app": .shieldsAll])
    run.names = [PlayedLife.chess: "Chess"]
    var configuration = try run.configuration(clock: .virtual)
    configuration.registry = ItemRegistry(categories: [PlayedLife.chess: .category("3")])
    configuration.looseningSeconds = delay
    let driver = try VirtualDriver(configuration)
    try driver.open(Self.one)
    let end = LiveRun.start.advanced(by: 60_000)
    try driver.act(.use(UseSpan(start: LiveRun.start, end: end, app: PlayedLife.chess, isPresent: true)))
    try #require(driver.facts.shield(over: PlayedLife.chess) != nil)
    let folder = configuration.stateDirectory + "/containers/one"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let outcome = try driver.carryOut(PersonOrder(.remove(Self.one), act: "remove"))
    let isWaiting = if case .waiting = outcome { true } else { false }
    #expect(isWaiting == (delay > 0), "\(outcome)")
    #expect((driver.facts.shield(over: PlayedLife.chess) != nil) == isWaiting)
    #expect(!FileManager.default.fileExists(atPath: folder))
    try driver.close()
  }
}
