// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// The options of the last `run`, stored beside the state, so that other commands need only `--state`.
struct RunSettings: Codable {
  var manifests: [String]
  var families: [String]
  var isRealClock: Bool
  var mode: DeliveryMode
  var locale: String
  var timeZone: String
  var profile: PrivacyProfile
  var seed: UInt64
  var isSynthetic: Bool
  var start: Timestamp
  var registry: ItemRegistry
  var names: [Item: String]
  var acceptedMissing: [String]
  /// The declared kind of person; `nil` for the default of the clock.
  var person: AuthorizationPolicy.Person?
  /// Families that may not be authorized (A12).
  var forbidden: [String]?
  /// The last directory for this state's programs.
  var programs: String?
  /// The last delegated control group.
  var controlGroup: String?
  /// The last library directories.
  var runtimeLibraries: [String]?
  /// The days for which use is kept; `nil` for the standard.
  var keptDays: Int?
  /// The specifications of stand-in apps, by family (DEV-3).
  var monitors: [String: [String]]?

  /// A simulated week of a few seconds loads the machine more than a real one, so wait longer.
  static let patience = 4

  /// The time for which a change that opens something waits.
  static let looseningSeconds: Int64 = 86_400

  private static func path(in state: String) -> String { state + "/run.json" }

  static func exist(in state: String) -> Bool { FileManager.default.fileExists(atPath: path(in: state)) }

  /// Reads the settings of the last run.
  ///
  /// - Throws: `HostError` if there was none.
  init(state: String) throws {
    guard let data = FileManager.default.contents(atPath: Self.path(in: state)) else {
      throw HostError(.usage, "There is no state in \(state); `sallyport run` makes one, or name another with --state.")
    }
    do {
      self = try JSONDecoder().decode(RunSettings.self, from: data)
    } catch {
      throw HostError(
        .invalidInput, "\(Self.path(in: state)) can't be read by this build; run again with an empty --state.")
    }
  }

  init(
    manifests: [String], families: [String], isRealClock: Bool, mode: DeliveryMode, locale: String, timeZone: String,
    profile: PrivacyProfile, seed: UInt64, isSynthetic: Bool, start: Timestamp, registry: ItemRegistry,
    names: [Item: String], acceptedMissing: [String]
  ) {
    self.manifests = manifests
    self.families = families
    self.isRealClock = isRealClock
    self.mode = mode
    self.locale = locale
    self.timeZone = timeZone
    self.profile = profile
    self.seed = seed
    self.isSynthetic = isSynthetic
    self.start = start
    self.registry = registry
    self.names = names
    self.acceptedMissing = acceptedMissing
  }

  func save(in state: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // The settings contain the names of items that a person uses, so only the owner may read them.
      try PrivateFile.replace(Self.path(in: state), with: encoder.encode(self))
    } catch {
      throw HostError(.failed, "The state directory \(state) can't be written: \(error.localizedDescription)")
    }
  }

  /// Loads the requested manifests, all valid.
  ///
  /// Errors in manifests have been printed when this returns or throws.
  ///
  /// - Throws: `HostError` if there is no family, or if a named one was not found.
  func loadFamilies() throws -> [LoadedFamily] {
    let catalog = self.catalog
    for refusal in catalog.refusals { Terminal.complain("\(refusal.description)") }
    return try chosen(of: catalog).map { family in
      guard let texts = monitors?[family.manifest.family], family.manifest.app == nil else { return family }
      return family.standingIn(try StandIns.read(texts))
    }
  }

  /// The requested families that have no app. None if the manifests can't be loaded, which loading them then says.
  var familiesWithoutApp: [LoadedFamily] {
    ((try? chosen(of: catalog)) ?? []).filter { $0.manifest.app == nil }
  }

  private var catalog: FamilyCatalog {
    FamilyCatalog(
      directories: manifests, owner: getuid(), reportingMissing: manifests != FamiliesCommand.standardDirectories)
  }

  private func chosen(of catalog: FamilyCatalog) throws -> [LoadedFamily] {
    guard !families.isEmpty else {
      guard !catalog.families.isEmpty else {
        let places = manifests.joined(separator: ", ")
        throw HostError(
          .usage, "There is no valid family manifest in \(places); use --manifests to name another directory.")
      }
      return catalog.families
    }
    return try families.map { slug in
      guard let family = catalog[slug] else {
        throw HostError(
          .usage, "No valid manifest of the family “\(slug)” is in \(manifests.joined(separator: ", ")).")
      }
      return family
    }
  }

  /// The configuration of a host over `state`.
  func configuration(
    state: StateOptions, output: String?, recording: String? = nil,
    answers: PersonAnswers = PersonAnswers(otherwise: .unanswered), presses: PressScript = PressScript(buttons: [])
  ) throws -> HostConfiguration {
    let families = try loadFamilies()
    var configuration = HostConfiguration(
      stateDirectory: state.directory, programsDirectory: state.programs ?? programs, outputDirectory: output,
      recordingPath: recording, families: families,
      launcherPath: try state.launcher ?? LauncherLocation.find(), clock: isRealClock ? .real : .virtual, mode: mode,
      start: start, environment: Self.environment(locale: locale, timeZone: timeZone), profile: profile,
      registry: registry, names: names, answers: answers.picking(for: families), presses: presses, seed: seed,
      reproducibleKeys: isSynthetic, acceptedMissing: acceptedMissing)
    configuration.patience = Self.patience
    if isRealClock { configuration.looseningSeconds = Self.looseningSeconds }
    if let person { configuration.authorization.person = person }
    configuration.controlGroup = controlGroup
    configuration.retention = keptDays.flatMap(Retention.init(useDays:)) ?? .standard
    configuration.runtimeLibraries = runtimeLibraries ?? []
    configuration.authorization.forbiddenFamilies = Set((forbidden ?? []).map { FamilyID($0) })
    return configuration
  }

  private static func environment(locale: String, timeZone: String) -> EnvironmentSnapshot {
    let foundation = Locale(identifier: locale)
    return EnvironmentSnapshot(
      locale: locale, timeZone: timeZone, firstWeekday: Int64(foundation.firstDayOfWeek.number),
      uses24Hour: foundation.hourCycle == .zeroToTwentyThree || foundation.hourCycle == .oneToTwentyFour)
  }
}

extension Locale.Weekday {
  /// 1 is Sunday.
  fileprivate var number: Int {
    switch self {
    case .sunday: 1
    case .monday: 2
    case .tuesday: 3
    case .wednesday: 4
    case .thursday: 5
    case .friday: 6
    case .saturday: 7
    @unknown default: 2
    }
  }
}
