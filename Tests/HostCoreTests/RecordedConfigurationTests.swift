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

/// The settings of a host that its recording keeps for a replay.
@Suite struct RecordedConfigurationTests {
  private let families: ScriptFamilies

  init() throws {
    families = try ScriptFamilies()
    for family in ["two", "one"] { try families.add(family) }
  }

  /// A configuration without a setting that is the standard one.
  private func unusual() throws -> HostConfiguration {
    let catalog = FamilyCatalog(directories: [families.manifests], owner: getuid())
    let (chess, games, browser) = (Item.application("org.gnome.Chess"), Item.category("3"), Item.application("b"))
    var configuration = HostConfiguration(
      stateDirectory: families.state, outputDirectory: families.scratch.path + "/pages",
      recordingPath: families.scratch.path + "/run.ndjson", families: catalog.families, launcherPath: "/bin/false",
      clock: .real, mode: .exact, start: HostedRun.start.advanced(by: 5),
      environment: .init(locale: "de_AT", timeZone: "Europe/Vienna", firstWeekday: 1, uses24Hour: false),
      profile: .tight,
      registry: ItemRegistry(
        categories: [chess: games], bundleIdentifiers: [chess: "com.example.chess"],
        adultDomains: ["b.example", "a.example"],
        exemptApplications: [browser, chess], browsers: [browser]),
      names: [chess: "Chess", games: "Games"], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: .max, reproducibleKeys: true,
      acceptedMissing: ["own-uid", "own-time-namespace"])
    configuration.turns = .perFamily
    configuration.organs = [.web, .shields]
    configuration.limits.activities += 1
    configuration.retention = try #require(Retention(useDays: 17))
    configuration.authorization = AuthorizationPolicy(
      person: .adult, authenticators: [.owner], forbiddenFamilies: [FamilyID("three")], promptsAnHour: 2)
    configuration.deviceModel = "Laptop"
    return configuration
  }

  private func header(_ configuration: HostConfiguration, base: String = "empty") throws -> RecordingHeader {
    let path = families.scratch.path + "/\(UUID().uuidString).ndjson"
    try Recorder(path: path, configuration, base: base).finish(at: 0)
    return try Recording(contentsOf: path).header
  }

  @Test func `a replay has the settings of the recorded host, whether they are standard or not`() throws {
    let unusual = try unusual()
    var usual = HostConfiguration(
      stateDirectory: families.state, outputDirectory: nil, recordingPath: nil, families: unusual.families,
      launcherPath: "", clock: .virtual, mode: .faithful, start: HostedRun.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 0, reproducibleKeys: true)
    var headers: [RecordingHeader] = []
    for (configuration, base) in [(unusual, "0123"), (usual, "empty")] {
      let header = try header(configuration, base: base)
      let again = try header.configuration(
        directory: families.scratch.path, families: configuration.families, programs: PlayedPrograms(parts: [:]))
      #expect(header == RecordingHeader(configuration, base: base))
      #expect(header == RecordingHeader(again, base: base))
      #expect(again.clock == configuration.clock && again.start == configuration.start)
      #expect(again.recordingPath == nil && again.outputDirectory == nil && again.reproducibleKeys)
      headers.append(header)
    }
    #expect(headers[0].families.map(\.id) == ["one", "two"])
    #expect(headers[0].families.allSatisfy { $0.manifestSha256?.count == 64 && $0.behaviour == "strict" })
    #expect(headers[0].extensions.map(\.id) == ["one.app", "one.monitor", "two.app", "two.monitor"])
    #expect(headers[0].extensions.allSatisfy { $0.version == "1.0" && $0.sha256 == nil })
    #expect(headers.map(\.data) == [.synthetic, .synthetic] && headers.map(\.redaction) == [.none, .none])
    // A real person's recording holds no settings.
    var real = unusual
    real.reproducibleKeys = false
    usual.reproducibleKeys = false
    let (redacted, plain) = (try header(real), try header(usual))
    #expect(redacted.settings == plain.settings && redacted.settings != headers[0].settings)
    #expect(redacted.data == .real && redacted.redaction == .structure && redacted.run == headers[0].run)
  }

  @Test func `a manifest that is gone has no digest, and unknown settings are refused by name`() throws {
    var configuration = try unusual()
    try FileManager.default.removeItem(atPath: families.manifests + "/one.json")
    #expect(try header(configuration).families.map { $0.manifestSha256 == nil } == [true, false])
    configuration.families = []
    func refusal(_ change: (inout RecordingHeader) -> Void) throws -> String? {
      var header = try header(configuration)
      change(&header)
      do {
        _ = try header.configuration(directory: "", families: [], programs: PlayedPrograms(parts: [:]))
        return nil
      } catch { return "\(error)" }
    }
    #expect(try refusal { $0.run.profile = "loose" }?.contains("its profile “loose” is unknown to this build") == true)
    for days in [0, 401, -1] {
      let says = try refusal { $0.settings.retentionDays = days }
      #expect(says?.contains("it keeps use for \(days) days, and a device keeps 1 to 400") == true)
    }
    for days in [1, 400] { #expect(try refusal { $0.settings.retentionDays = days } == nil) }
  }
}
