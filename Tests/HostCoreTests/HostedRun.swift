// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// A host in this process over families of scripts, for operations that no command offers; the test acts as its
/// operator.
struct HostedRun {
  static let start = Timestamp(milliseconds: UsageLines.midnight)

  let host: VirtualDriver
  let heard: Heard
  var stateDirectory: String { families.state }
  let recording: String
  /// Keeps the families' directory for the length of the run.
  let families: ScriptFamilies

  /// - Parameters:
  ///   - picks: the person's picks in every app, as in a file of answers.
  ///   - filed: the registry's categories, by item.
  ///   - leavesOpen: whether the person leaves the apps open.
  ///   - launchers: the directory of the launcher and the canary; `nil` for the built ones.
  ///   - accepting: protections whose absence the operator accepts.
  ///   - looseningSeconds: the time for which a change that opens something waits.
  init(
    _ families: ScriptFamilies, picks: [[String: [String]]] = [], filed: [Item: Item] = [:],
    profile: PrivacyProfile = .open, authorize: PromptAnswer? = nil, leavesOpen: Bool = false,
    policy: FlowPolicy? = nil, clock: HostConfiguration.ClockKind = .virtual, launchers: String? = nil,
    accepting: [String] = [], names: [Item: String] = [:], looseningSeconds: Int64 = 0
  ) throws {
    self.families = families
    recording = families.scratch.path + "/recording-\(UUID().uuidString).ndjson"
    let catalog = FamilyCatalog(directories: [families.manifests], owner: getuid())
    try #require(catalog.refusals.isEmpty, "\(catalog.refusals)")
    let own = PersonAnswers.Family(
      authorize: authorize, leavesOpen: leavesOpen,
      picks: picks.map { .init(applications: $0["applications"], categories: $0["categories"]) })
    let answers = PersonAnswers(
      families: Dictionary(uniqueKeysWithValues: catalog.families.map { ($0.manifest.family, own) }),
      otherwise: .approved)
    let folder = launchers ?? (HostProgram.path as NSString).deletingLastPathComponent
    let heard = Heard()
    self.heard = heard
    var configuration = HostConfiguration(
      stateDirectory: families.state, programsDirectory: families.scratch.path + "/programs", outputDirectory: nil,
      recordingPath: recording, families: catalog.families, launcherPath: folder + "/sallyport-launch",
      clock: clock, mode: .faithful, start: Self.start,
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
      profile: profile, registry: ItemRegistry(categories: filed), names: names,
      answers: answers, presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true,
      acceptedMissing: accepting)
    configuration.policy = policy
    configuration.looseningSeconds = looseningSeconds
    host = try VirtualDriver(configuration) { heard.events.append($0) }
  }

  /// Twenty minutes of use from eight o'clock, on the `day`-th day of the run.
  func use(_ item: Item?, onDay day: Int64) throws {
    let eight = Self.start.advanced(by: day * 86_400_000 + 8 * 3_600_000)
    let end = eight.advanced(by: 20 * 60_000)
    if host.facts.state.now < eight { try host.run(through: [UseSpan](), until: eight) }
    try host.run(through: [UseSpan(start: eight, end: end, app: item, isPresent: true)], until: end)
  }

  /// Ends the host and returns every message that was exchanged, oldest first.
  func close() throws -> [[String: Any]] { try closeAndRecord().compactMap { $0["message"] as? [String: Any] } }

  /// Ends the host and returns every line of its recording.
  func closeAndRecord() throws -> [[String: Any]] {
    try host.close()
    return try String(contentsOfFile: recording, encoding: .utf8).split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }
}

/// Collects the events of a host.
final class Heard {
  var events: [HostEvent] = []

  /// The texts of the events of a kind.
  func said(_ kind: HostEvent.Kind) -> [String] { events.filter { $0.kind == kind }.map(\.what) }
}

extension [[String: Any]] {
  /// The snapshots of the callbacks with this name, oldest first.
  func snapshots(of callback: String) -> [[String: Any]] {
    compactMap { message in
      guard let params = message["params"] as? [String: Any], params["callback"] as? String == callback else {
        return nil
      }
      return params["snapshot"] as? [String: Any]
    }
  }
}
