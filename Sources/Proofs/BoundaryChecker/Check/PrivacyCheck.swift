// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests
internal import Foundation
internal import HostCore
internal import PrivacyBoundary
internal import ScreenTimeRules

/// The two-world checker (`privacy-checker.md`): runs a family in pairs of worlds that differ only in secrets, and
/// reports the channels that distinguish them.
package struct PrivacyCheck: Sendable {
  let family: CheckedFamily
  let plan: PrivacyCheckPlan
  let grid: SlotGrid
  /// The number of thresholds that the host sent to the stubs on the first day; with none, P1 would be vacuous.
  let thresholdsTold: Int
  /// The progress of the check, for display.
  package let steps: CheckSteps

  /// - Throws: the host's error if one day with stubs can't be run.
  package init(_ family: CheckedFamily, plan: PrivacyCheckPlan) throws {
    // A write to a program that has exited must not kill this process.
    ignoreBrokenPipeSignals()
    self.family = family
    self.plan = plan
    steps = CheckSteps(limit: plan.timeLimit)
    family.watch.limitPatience(to: plan.patienceWithSilence)
    let told = try Self.tellingTimes(family, plan)
    thresholdsTold = told.count
    let step = Int64(plan.profile.gridMinutes) * 60_000
    grid = step == 0 ? .exact : SlotGrid(step: step, phase: (told.first ?? 0) % step)
  }

  /// The times on one day, after midnight, at which the host reports thresholds.
  private static func tellingTimes(_ family: CheckedFamily, _ plan: PrivacyCheckPlan) throws -> [Int64] {
    let run = WorldRun(
      family, cast: .understudies, world: World(seed: plan.seed), script: PublicScript(), profile: plan.profile)
    try run.live()
    try run.close()
    return run.witness.crossings.compactMap { crossing in
      guard crossing.point == .monitor, crossing.program.hasPrefix(family.name + "."),
        case .toProgram(.object(let line)) = crossing.event, case .object(let params)? = line["params"],
        params["callback"] == "eventDidReachThreshold", case .object(let delivery)? = params["delivery"],
        case .integer(let time)? = delivery["dueAt"]
      else { return nil }
      return time - PublicScript.base.milliseconds
    }
  }

  /// - Parameter progress: called with the name of each section before it runs.
  /// - Throws: an error of the machine or the manifest; what the family does is a finding.
  package func run(progress: @Sendable (String) -> Void = { _ in }) throws -> PrivacyReport {
    let start = ContinuousClock.now
    var report = PrivacyReport(family: family, plan: plan)
    let sections: [(Finding.Property, String, () throws -> SectionResult)] = [
      (.host, "the host with stubs", { try HostSection(self).run() }),
      (.familyTrace, "whole days of the family", { try FamilySection(self).run() }),
      (.confinement, "sealed programs", { try SealedSection(self).run() }),
      (.unlinkability, "tokens of two families", { try LinkageSection(self).run() }),
    ]
    for (property, what, run) in sections where plan.replay == nil || plan.replay?.property == property {
      progress("\(property.rawValue): \(what)")
      steps.begin(property, what)
      if steps.isOver { continue }
      report.add(try run())
    }
    report.grades = family.watch.grades
    report.finish(after: start.duration(to: .now), interruption: steps.interruption)
    return report
  }
}

/// The result of one section of the check.
struct SectionResult: Sendable {
  var property: Finding.Property
  /// The number of pairs that were run.
  var pairs = 0
  var findings: [Finding] = []
  var notes: [String] = []
  var notTestable: [String] = []
  var resolution: [ChannelResolution] = []
  var power: [SearchPower] = []
  var vacuous: String?
  /// The points that gave no answer; each makes the section vacuous.
  var silences: [Silence] = []

  /// The reasons why the section can't judge.
  var reasons: [String] { (vacuous.map { [$0] } ?? []) + silences.map(\.sentence) }
}

/// The smallest effect that a statistical test could have detected.
package struct ChannelResolution: Hashable, Sendable {
  package var channel: String
  package var pairs: Int
  /// The smallest effect on the measured quantity, in `unit`.
  package var smallest: Double
  package var unit: String
  package var bitsPerUse: Double
  package var usesPerDay: Int
  /// The information about the secret in the pair of worlds that leaked most.
  package var information: MutualInformation
}

extension PrivacyCheck {
  /// Pairs from these generators in turn, `count` in all, or the one requested pair.
  func pairs(_ generators: [Generator], count: Int) -> [WorldPair] {
    if let replay = plan.replay { return [replay.worlds] }
    if let only = plan.only {
      let parts = only.split(separator: ":")
      guard let generator = parts.first.flatMap({ Generator(rawValue: String($0)) }), generators.contains(generator),
        let index = parts.last.flatMap({ Int($0) })
      else { return [] }
      if generator == .names, let swept = NameSweep.pair(seed: plan.seed, index: index) { return [swept] }
      return [generator.pair(seed: plan.seed, index: index, on: grid)]
    }
    let generators = generators.filter(plan.generators.contains)
    guard !generators.isEmpty else { return [] }
    return (0..<count).map { number in
      generators[number % generators.count].pair(seed: plan.seed, index: number / generators.count, on: grid)
    }
  }

  /// The neighbour family's token for an item that the persons of both families picked; it is the same in every pair of
  /// worlds.
  package func neighboursToken() throws -> String {
    var world = World(seed: plan.seed)
    world.neighbour = 1
    let run = WorldRun(family, cast: .understudies, world: world, script: PublicScript(), profile: plan.profile)
    try run.live()
    defer { try? run.close() }
    return run.host?.facts.token(for: TokenNames.shared, of: FamilyID(CheckedFamily.neighbour))?.text ?? ""
  }

  /// Runs a world and records it.
  ///
  /// - Parameter profile: `nil` for the plan's.
  func record(
    _ world: World, cast: TrafficRecorder.RoleAssignment, script: PublicScript, profile: PrivacyProfile? = nil
  ) throws -> RunRecord {
    let run = WorldRun(family, cast: cast, world: world, script: script, profile: profile ?? plan.profile)
    try run.live()
    try run.close()
    return try run.record()
  }
}
