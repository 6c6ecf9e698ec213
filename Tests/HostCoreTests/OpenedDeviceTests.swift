// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// What a host says of its state when it opens it, and what it knows of its programs.
@Suite struct OpenedDeviceTests {
  private let families: ScriptFamilies

  init() throws {
    families = try ScriptFamilies()
    try families.addPlayed(
      requests: ["settings"], extensions: [("monitor", "monitor", ""), ("zebra", "shieldAction", "")])
  }

  private func configuration(isSynthetic: Bool = true) throws -> HostConfiguration {
    var configuration = try LiveRun([:], in: families).configuration(clock: .virtual, answered: [])
    configuration.reproducibleKeys = isSynthetic
    return configuration
  }

  /// Runs a host for a moment, and saves its state.
  ///
  /// - Returns: the keys of the ledger that it told.
  private func run(isSynthetic: Bool = true, seconds: Int64 = 0) throws -> [HostEvent] {
    var told: [HostEvent] = []
    let driver = try VirtualDriver(configuration(isSynthetic: isSynthetic)) { event in
      if event.kind == .ledgerKey { told.append(event) }
    }
    try driver.run(through: [UseSpan](), until: LiveRun.start.advanced(by: seconds * 1_000))
    try driver.act(.operator(.saves))
    try driver.close()
    return told
  }

  @Test func `the key of the ledger is told once, when it is made, and never one that follows from the seed`() throws {
    let told = try run(isSynthetic: false)
    #expect(told.count == 1 && told.allSatisfy { $0.at == LiveRun.start && !$0.what.isEmpty })
    #expect(try run(isSynthetic: false).isEmpty)
    let other = try OpenedDeviceTests()
    #expect(try other.run(isSynthetic: true).isEmpty)
  }

  @Test func `a new state is empty, and another has the digest of what is stored`() throws {
    func base() throws -> String { try HostedDevice(configuration()).base }
    #expect(try base() == "empty")
    _ = try run()
    let first = try base()
    #expect(first.count == 64 && first.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    #expect(try base() == first)
    _ = try run(seconds: 60)
    #expect(try base() != first)
  }

  @Test func `each program has a lane of its own, and no other has one`() throws {
    let hosted = try HostedDevice(configuration())
    #expect(hosted.lanes.map(\.program.rawValue) == ["one.app", "one.monitor", "one.zebra"])
    for lane in hosted.lanes { #expect(hosted.lane(lane.program) === lane) }
    #expect(hosted.lane(ProgramID("one.report")) == nil)
  }

  @Test func `a reply is judged by its program's point, and one of an unknown program belongs to no call`() throws {
    let hosted = try HostedDevice(configuration())
    let effects: WireValue = ["effects": []]
    #expect(hosted.fault(of: effects, from: ProgramID("one.monitor")) == nil)
    #expect(hosted.fault(of: effects, from: ProgramID("one.app")) == nil)
    let fault = try #require(hosted.fault(of: effects, from: ProgramID("one.zebra")))
    #expect(fault != .ofNoCall)
    #expect(hosted.fault(of: effects, from: ProgramID("two.app")) == .ofNoCall)
  }

  @Test func `a recording tells of each input whether it was carried out, refused or not stored`() throws {
    struct FullDisk: Error {}
    var configuration = try configuration()
    let path = families.scratch.path + "/run.ndjson"
    configuration.recordingPath = path
    let hosted = try HostedDevice(configuration)
    _ = try hosted.take(.operator(.opens))
    _ = try hosted.take(.operator(.starts))
    let error = #expect(throws: HostError.self) {
      try hosted.take(.operator(.reset(ProgramID("nobody.app"))))
    }
    #expect(error?.description.contains("has a program “nobody.app”") == true)
    let store = hosted.device.facts.store
    store.onTransaction = { moment, _ in if moment == .beforeCommit { throw FullDisk() } }
    #expect(throws: FullDisk.self) {
      try hosted.take(.person(PersonAct(.opens(FamilyID("one"), stays: true))))
    }
    store.onTransaction = nil
    _ = try hosted.take(.operator(.saves))
    try hosted.close()
    let inputs = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
      $0.contains(#""event":"input""#)
    }
    let outcomes = inputs.map { line in line.firstMatch(of: /"outcome":\{"(\w+)"/).map { String($0.output.1) } ?? "-" }
    #expect(outcomes == ["commands", "commands", "refused", "failed", "commands"])
    #expect(inputs.count == 5 && inputs[2].contains("has a program “nobody.app”"))
  }
}
