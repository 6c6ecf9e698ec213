// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// The first line of a recording: the configuration that a device needs to take its inputs again.
package struct RecordingHeader: Hashable, Codable, Sendable {
  /// The version that this build writes. Version 1 held the lines of the wire and no inputs.
  package static let version: Int64 = 2

  package struct Family: Hashable, Codable, Sendable {
    package var id: String
    package var behaviour: String
    /// SHA-256 of the manifest's file; `nil` if the file could not be read.
    package var manifestSha256: String?
  }

  package struct Program: Hashable, Codable, Sendable {
    package var id: String
    package var version: String
    /// The SHA-256 of the executable, if the manifest states it.
    package var sha256: String?
  }

  package enum Data: String, Hashable, Codable, Sendable { case synthetic, real }
  package enum Redaction: String, Hashable, Codable, Sendable { case none, structure }

  package var recording: Int64
  /// The version of the host that made it; `nil` in a recording that was made before hosts wrote it.
  package var host: String?
  package var `protocol`: Int64
  package var redaction: Redaction
  package var data: Data
  /// `empty` for a new state, else the SHA-256 of the state that the run continued from.
  package var base: String
  package var run: RecordedRun
  package var families: [Family]
  package var extensions: [Program]
  package var settings: RecordedSettings

  /// - Parameter base: `empty`, or the SHA-256 of the state that the run continues from.
  init(_ configuration: HostConfiguration, base: String) {
    recording = Self.version
    host = HostVersion.current
    `protocol` = 1
    redaction = configuration.reproducibleKeys ? .none : .structure
    data = configuration.reproducibleKeys ? .synthetic : .real
    self.base = base
    run = RecordedRun(configuration)
    families = configuration.families.map(Family.init).sorted { $0.id.precedesInUTF8($1.id) }
    extensions = configuration.families.flatMap(\.manifest.programs).sorted { $0.id.precedesInUTF8($1.id) }.map {
      program in
      let family = configuration.families.first { $0.manifest.programs.contains(program) }
      return Program(id: program.id, version: family?.manifest.version ?? "", sha256: program.sha256)
    }
    // A redacted recording must not hold settings; it can't be replayed anyway.
    settings = configuration.reproducibleKeys ? RecordedSettings(configuration) : RecordedSettings()
  }

  /// The configuration of a device that takes the inputs again.
  ///
  /// - Parameters:
  ///   - directory: the directory for its state.
  ///   - families: the families that the recording names.
  ///   - programs: stand-ins for their programs, which are not started.
  func configuration(
    directory: String, families: [LoadedFamily], programs: any ProgramSource
  ) throws -> HostConfiguration {
    guard let profile = PrivacyProfile(rawValue: run.profile) else {
      throw RecordingError(line: 1, "its profile “\(run.profile)” is unknown to this build")
    }
    guard let retention = Retention(useDays: settings.retentionDays) else {
      throw RecordingError(line: 1, "it keeps use for \(settings.retentionDays) days, and a device keeps 1 to 400")
    }
    var configuration = HostConfiguration(
      stateDirectory: directory, outputDirectory: nil, recordingPath: nil, families: families, launcherPath: "",
      clock: run.clock == .virtual ? .virtual : .real, mode: run.mode, start: run.created,
      environment: EnvironmentSnapshot(
        locale: run.locale, timeZone: run.timeZone, firstWeekday: settings.firstWeekday,
        uses24Hour: settings.uses24Hour),
      profile: profile, registry: settings.registry.value, names: settings.names,
      answers: PersonAnswers(otherwise: .unanswered),
      presses: PressScript(buttons: []), seed: run.seed, reproducibleKeys: true,
      acceptedMissing: settings.acceptedMissing, programs: programs)
    configuration.turns = settings.turns
    configuration.organs = Set(settings.organs)
    configuration.limits = settings.limits
    configuration.retention = retention
    configuration.authorization = settings.authorization.value
    configuration.deviceModel = settings.deviceModel
    return configuration
  }
}

/// The members of the run are encoded beside the others, since a header is one flat object.
extension RecordingHeader {
  private enum CodingKeys: CodingKey {
    case recording, host, `protocol`, redaction, data, base, families, extensions, settings
  }

  package init(from decoder: any Decoder) throws {
    run = try RecordedRun(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    recording = try members.decode(Int64.self, forKey: .recording)
    host = try members.decodeIfPresent(String.self, forKey: .host)
    `protocol` = try members.decode(Int64.self, forKey: .protocol)
    redaction = try members.decode(Redaction.self, forKey: .redaction)
    data = try members.decode(Data.self, forKey: .data)
    base = try members.decode(String.self, forKey: .base)
    families = try members.decode([Family].self, forKey: .families)
    extensions = try members.decode([Program].self, forKey: .extensions)
    settings = try members.decode(RecordedSettings.self, forKey: .settings)
  }

  package func encode(to encoder: any Encoder) throws {
    try run.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(recording, forKey: .recording)
    try members.encodeIfPresent(host, forKey: .host)
    try members.encode(`protocol`, forKey: .protocol)
    try members.encode(redaction, forKey: .redaction)
    try members.encode(data, forKey: .data)
    try members.encode(base, forKey: .base)
    try members.encode(families, forKey: .families)
    try members.encode(extensions, forKey: .extensions)
    try members.encode(settings, forKey: .settings)
  }
}

extension RecordingHeader.Family {
  fileprivate init(_ located: LoadedFamily) {
    id = located.manifest.family
    behaviour = located.manifest.behaviour.rawValue
    manifestSha256 = located.sha256
  }
}

extension LoadedFamily {
  /// SHA-256 of the manifest's file; `nil` if the file can't be read.
  var sha256: String? {
    guard let file = try? RegularFile(path: file, mostBytes: 4 << 20) else { return nil }
    var digest = RunningDigest()
    digest.update(file.bytes)
    return digest.hexadecimal
  }
}
