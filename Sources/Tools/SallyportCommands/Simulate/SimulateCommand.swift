// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DeviceSimulation
import Foundation
import HostCore
import Synchronization
import TextEscaping

/// `sallyport simulate`: runs the real host through generated device-days with injected faults.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run the host through generated device-days with injected faults and check its invariants.",
    discussion: """
      The same seed gives the same run. A run that breaks an invariant is made smaller and printed as a command that \
      repeats it.
      """)

  @Option(help: "Run this seed only.")
  var seed: UInt64?

  @Option(help: "Number of seeds, starting at 1.")
  var seeds: UInt64 = 100

  @Option(help: "Number of days in each run, 1 to 60.")
  var days = 7

  @Option(help: "Number of families, 1 to 4. (default: chosen by the seed)")
  var families: Int?

  @Option(help: "Number of activities per family, 1 to 6. (default: chosen by the seed)")
  var activities: Int?

  @Option(help: "Faults to inject: all, none, or a list such as crash,kill,clock.")
  var faults = "all"

  @Option(help: .hidden)
  var plant: String?

  /// For the mutation check, which only needs to know whether there is a finding.
  @Flag(help: ArgumentHelp("Stop at the first run that fails, without shrinking it.", visibility: .hidden))
  var failFast = false

  @Option(help: "Directory for the states during the run. (default: memory)")
  var directory: String?

  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard (1...SimulationPlan.largestDays).contains(days) else {
      throw ValidationError("--days must be a number from 1 to 60.")
    }
    guard families.map((1...SimulationPlan.largestFamilies).contains) ?? true else {
      throw ValidationError("--families must be a number from 1 to 4.")
    }
    guard activities.map((1...SimulationPlan.largestActivities).contains) ?? true else {
      throw ValidationError("--activities must be a number from 1 to 6.")
    }
    guard seeds > 0 else { throw ValidationError("--seeds must be at least 1.") }
  }

  func run() throws {
    let kinds = try faultKinds()
    let planted = try plant.map(Self.planted)
    let simulation = Simulation(directory: directory)
    let (days, families, activities, failFast) = (days, families, activities, failFast)
    let numbers = seed.map { $0...$0 } ?? 1...seeds
    let tally = Mutex(SimulateTally(seeds: numbers.count))
    let clock = ContinuousClock()
    let start = clock.now
    try SeedPool(width: min(ProcessInfo.processInfo.activeProcessorCount, numbers.count)).run(numbers) { number in
      let plan = SimulationPlan(
        seed: number, days: days, families: families, activities: activities, faults: kinds, planted: planted)
      let outcome = try simulation.run(plan)
      let shrunk = outcome.findings.isEmpty || failFast ? outcome : try Shrinker(simulation.run).shrink(outcome)
      return (outcome, shrunk)
    } tell: { outcome, shrunk in
      tally.withLock { $0.add(outcome, shrunk: shrunk) }
      return !failFast || outcome.findings.isEmpty
    }
    let series = tally.withLock { $0.finish() }
    try SimulateSummary(series, seconds: Double((clock.now - start) / .seconds(1))).print(options)
    if !series.failures.isEmpty { throw ExitCode(CommandFailure.failed) }
  }

  private func faultKinds() throws -> Set<SimulatedFault> {
    switch faults {
    case "all": return Set(SimulatedFault.allCases)
    case "none": return []
    default:
      return Set(
        try faults.split(separator: ",").map { word in
          guard let fault = SimulatedFault(rawValue: String(word)) else {
            let known = SimulatedFault.allCases.map(\.rawValue).joined(separator: ", ")
            throw HostError(.usage, "“\(word)” is not a fault; use all, none, or some of \(known).")
          }
          return fault
        })
    }
  }

  private static func planted(_ word: String) throws -> PlantedFault {
    guard let fault = PlantedFault(rawValue: word) else {
      let known = PlantedFault.allCases.map(\.rawValue).joined(separator: ", ")
      throw HostError(.usage, "“\(word)” can't be planted; use one of \(known).")
    }
    return fault
  }
}

/// The results so far, and the progress shown to the person.
private struct SimulateTally {
  private var series = SimulationSeries()
  private let bar: ProgressBar

  init(seeds: Int) { bar = ProgressBar(label: "simulate", total: Double(seeds)) }

  mutating func add(_ outcome: Simulation.Outcome, shrunk: Simulation.Outcome) {
    series.add(outcome, shrunk: shrunk)
    if let finding = shrunk.findings.first { Terminal.complain("\(shrunk.plan.command)\n  \(finding)") }
    bar.update(Double(series.seeds))
  }

  func finish() -> SimulationSeries {
    bar.finish()
    return series
  }
}
