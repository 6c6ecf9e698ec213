// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import Sandboxing
import ScreenTimeRules
import Synchronization
import Testing
import WrittenCodes

@testable import HostCore
@testable import ProcessSupervision

/// Which families and programs a host loads, and why it leaves others out.
@Suite struct LoadedFamiliesTests {
  /// Programs of which some can't be prepared; notes what each is prepared with.
  private final class Source: ProgramSource {
    let failures: [String: any Error]
    private(set) var asked: [String] = []

    init(_ failures: [String: any Error] = [:]) { self.failures = failures }

    func program(
      _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
    ) throws -> PreparedProgram {
      if let failure = failures[declaration.id] { throw failure }
      asked.append("\(declaration.id) \(granted.map(\.rawValue).sorted())")
      return try PlayedPrograms(parts: [:], installation: "copy").program(declaration, of: family, granted: granted)
    }
  }

  private let scratch = Scratch()

  private func family(_ name: String, version: String = "1.0", _ extensions: String, members: String = "") throws
    -> LoadedFamily
  {
    let folder = "\(name)-\(version)"
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/bundle", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let app = try scratch.write("#!/bin/sh\n", to: "bundle/app.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: app)
    try scratch.write(
      """
      {
        "manifest": 1, "family": "\(name)", "displayName": "\(name.capitalized)", "version": "\(version)",
        "developer": { "name": "Test" }, "groups": ["group.test.\(name)"], "bundle": "../bundle"\(members),
        "extensions": [\(extensions)],
        "app": { \(Self.script), "requests": ["authorization", "badge", "container.read", "settings"] }
      }

      """, to: "\(folder)/\(name).json")
    let catalog = FamilyCatalog(directories: [scratch.path + "/" + folder], owner: getuid())
    try #require(catalog.refusals.isEmpty, "\(catalog.refusals)")
    return try #require(catalog.families.first)
  }

  private static let script = #""executable": "app.sh", "interpreter": "/bin/sh", "fitting": "files""#

  private static func program(_ name: String, _ point: String, _ more: String = "") -> String {
    #"{ "name": "\#(name)", "point": "\#(point)", \#(script)\#(more) }"#
  }

  private func host(_ families: [LoadedFamily], _ source: Source) throws -> (driver: VirtualDriver, heard: Heard) {
    let heard = Heard()
    let configuration = HostConfiguration(
      stateDirectory: scratch.path + "/state", outputDirectory: nil, recordingPath: nil, families: families,
      launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: HostedRun.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true, programs: source)
    return (try VirtualDriver(configuration) { heard.events.append($0) }, heard)
  }

  private func programs(_ driver: VirtualDriver) -> [String] {
    driver.device.owners.registry.programs.map {
      let state = driver.device.owners.registry.standing($0.id)?.state.name ?? "-"
      return
        "\($0.id) \(driver.device.owners.registry.families[$0.family]?.manifest.version ?? "-") \($0.installation) \(state) \(driver.device.owners.registry[$0.family, $0.point]?.id == $0.id)"
    }
  }

  private func told(_ heard: Heard) -> [String] {
    heard.events.map { "\($0.kind) \($0.family ?? "-") \($0.extension ?? "-") \($0.what): \($0.detail)" }
  }

  @Test func `a family is loaded as a whole or left out with the reason and the remedy`() throws {
    let monitor = Self.program("monitor", "monitor")
    let families =
      try ["bad", "broken", "good"].map { try family($0, monitor) } + [try family("good", version: "2.0", monitor)]
    let source = Source([
      "bad.monitor": HostError(.invalidInput, "bad.monitor: it does not exist; build it."),
      "broken.app": LaunchError(stage: "plan", errno: 0, message: "a library is missing", remedy: "Install it."),
    ])
    let (driver, heard) = try host(families, source)
    #expect(programs(driver) == ["good.app 1.0 copy cold true", "good.monitor 1.0 copy cold true"])
    #expect(
      told(heard) == [
        "warning bad - left out: bad.monitor: it does not exist; build it.: ",
        "warning broken - left out: a library is missing: Install it.",
      ], "\(told(heard))")
    #expect(
      driver.launches.leftOut.map { "\($0.family): \($0.reason)" } == [
        "bad: bad.monitor: it does not exist; build it.", "broken: a library is missing. Install it.",
      ])
    #expect(driver.facts.state.familyIDs == [FamilyID("good")])
    try driver.close()
  }

  @Test func `widgets and filters may be several, and questions to them come without a container`() throws {
    let more = #", "requests": ["container.read"]"#
    let filter = #", "requests": ["badge", "container.write", "focus"]"#
    let one = try family(
      "one",
      [
        Self.program("clock", "widget", more), Self.program("week", "widget"),
        Self.program("quiet", "focusFilter", filter),
        Self.program("loud", "focusFilter"), Self.program("monitor", "monitor", #", "requests": ["settings"]"#),
      ].joined(separator: ", "))
    let source = Source()
    let (driver, heard) = try host([one], source)
    #expect(
      programs(driver) == [
        "one.app 1.0 copy cold true", "one.clock 1.0 copy cold true", "one.loud 1.0 copy cold false",
        "one.monitor 1.0 copy cold true", "one.quiet 1.0 copy cold true", "one.week 1.0 copy cold false",
      ], "\(programs(driver))")
    #expect(
      Set(source.asked) == [
        #"one.app ["authorization", "badge", "container.read", "settings"]"#, #"one.clock ["container.read"]"#,
        "one.clock []", "one.week []", #"one.quiet ["badge", "container.write", "focus"]"#,
        #"one.quiet ["badge", "container.read", "focus"]"#, "one.loud []", #"one.monitor ["settings"]"#,
      ] && source.asked.count == 8, "\(source.asked)")
    #expect(told(heard) == [])
    try driver.close()
  }

  @Test func `a program that is not the approved build is refused, and its failures are those of its build`() throws {
    let hash = String(repeating: "0", count: 64)
    let one = try family(
      "one",
      [Self.program("monitor", "monitor", #", "sha256": "\#(hash)""#), Self.program("report", "report")].joined(
        separator: ", "))
    for build in ["played", "another"] {
      try fail(one, build)
      let (again, _) = try host([one], Source())
      let state = build == "played" ? "quarantined" : "cold"
      #expect(programs(again)[2] == "one.report 1.0 copy \(state) true")
      try again.close()
    }
  }

  /// Runs a host in which the report of a build fails until it is quarantined.
  private func fail(_ family: LoadedFamily, _ build: String) throws {
    let (driver, _) = try host([family], Source())
    var record = RestartRecord()
    record.strike(at: HostedRun.start.milliseconds, isFailedHello: false, RestartPolicy(seed: 1))
    var move = ProcessMove(
      process: 1, from: .cold, to: .quarantined(until: HostedRun.start.milliseconds + 600_000), reason: "crash.SIGSEGV",
      record: record)
    move.build = build
    try driver.act(.moved(ProgramID("one.report"), move))
    try driver.act(.operator(.saves))
    #expect(programs(driver)[1] == "one.monitor 1.0 copy refused true")
    try driver.close()
  }

  @Test func `an image that can't be used is left out, and the others stay`() throws {
    let members = #", "assets": [{ "name": "logo", "path": "logo.png" }, { "name": "text", "path": "app.svg" }]"#
    let (driver, heard) = try host([try family("one", Self.program("monitor", "monitor"), members: members)], Source())
    let texts = told(heard).map { $0.replacing(scratch.path, with: "SCRATCH") }
    #expect(texts.count == 2 && texts[0].hasPrefix("warning one - asset left out: logo: SCRATCH/"), "\(texts)")
    #expect(texts[1].hasPrefix("warning one - asset left out: text: SCRATCH/"), "\(texts)")
    try driver.close()
  }
}
