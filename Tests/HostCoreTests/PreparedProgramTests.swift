// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Sandboxing
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore
@testable import ProcessSupervision

/// Which launchers a host has for the programs of its families, installed ones and others; nothing is launched.
@Suite struct PreparedProgramTests {
  private let families: ScriptFamilies

  init() throws {
    families = try ScriptFamilies()
    try families.addPlayed(requests: ["settings"], extensions: [("monitor", "monitor", "")])
  }

  private func configuration(isInstalled: Bool) throws -> HostConfiguration {
    var configuration = try LiveRun([:], in: families).configuration(clock: .virtual, answered: [])
    if isInstalled { configuration.programs = nil }
    return configuration
  }

  /// The programs of a host, each with whether the host plays it itself.
  private func played(_ configuration: HostConfiguration) throws -> [String: Bool] {
    let hosted = try HostedDevice(configuration)
    return Dictionary(
      uniqueKeysWithValues: hosted.lanes.map { ($0.program.rawValue, $0.supervised.launcher is InProcessLaunching) })
  }

  @Test func `a host plays the app of a family without one, if it installs the others, and no other program`() throws {
    var standing = try configuration(isInstalled: true)
    standing.families = standing.families.map { family in
      var family = family
      family.manifest.app = nil
      return family.standingIn([])
    }
    #expect(try played(standing) == ["one.monitor": false, "one.stand-in": true])
    standing.programs = PlayedPrograms(parts: [:])
    #expect(try played(standing) == ["one.monitor": false, "one.stand-in": false])
    #expect(try played(configuration(isInstalled: true)) == ["one.app": false, "one.monitor": false])
  }

  @Test func `of two monitors only the first is loaded`() throws {
    var configuration = try configuration(isInstalled: false)
    var other = try #require(configuration.families.first?.manifest.extensions.first)
    (other.id, other.name) = ("one.again", "again")
    configuration.families[0].manifest.extensions.append(other)
    #expect(try played(configuration) == ["one.app": false, "one.monitor": false])
  }

  @Test func `refused calls are counted only for a check`() throws {
    let hosted = try HostedDevice(configuration(isInstalled: true))
    #expect(hosted.lanes.count == 2)
    for lane in hosted.lanes {
      let tried = try #require(lane.supervised.launcher as? TriedLaunching)
      let base = Mirror(reflecting: tried).children.first { $0.label == "base" }?.value
      let confined = try #require(base as? ConfinedLaunching)
      let own = Mirror(reflecting: confined).children.first { $0.label == "specification" }?.value
      let specification = try #require(own as? LaunchSpecification)
      #expect(!specification.countsRefusals, "\(lane.program)")
    }
  }

  @Test func `only a host that installs programs erases the files of families that were removed`() throws {
    let folder = families.state + "/containers/two"
    func open(isInstalled: Bool, isRemoved: Bool = false) throws {
      let hosted = try HostedDevice(configuration(isInstalled: isInstalled))
      guard isRemoved else { return }
      try hosted.device.facts.store.transaction { try FamilyErasure.note(FamilyID("two"), in: $0) }
    }
    try open(isInstalled: false, isRemoved: true)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try open(isInstalled: false)
    #expect(FileManager.default.fileExists(atPath: folder))
    try open(isInstalled: true)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a program that must not be started fails without an error of the system`() throws {
    let failure = #expect(throws: LaunchFailure.self) { _ = try Unlaunchable("why").launch() }
    #expect(failure == LaunchFailure(stage: "host", errno: 0, message: "why"))
  }

  @Test func `an app that the host plays stays until it is told to go`() throws {
    let family = try #require(try configuration(isInstalled: false).families.first).standingIn([])
    let app = StandInApp(of: family)
    #expect(!app.hasLeft)
    _ = app.hear(.request(id: RequestID(.host, 1), method: "shutdown", params: [:]))
    #expect(app.hasLeft)
  }
}
