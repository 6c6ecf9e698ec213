// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceSimulation
import TextEscaping

/// The summary of a series of simulated runs.
struct SimulateSummary: Encodable {
  struct Failure: Encodable {
    var command: String
    var invariant: String
    var finding: String
  }

  var seeds: Int
  var days: Int
  var daysPerSecond: Int
  var deliveries: Int
  var faults: [String: Int]
  var violations: [String: Int]
  var failures: [Failure]

  init(_ series: SimulationSeries, seconds: Double) {
    seeds = series.seeds
    days = series.days
    daysPerSecond = seconds > 0 ? Int(Double(series.days) / seconds) : 0
    deliveries = series.deliveries
    faults = Dictionary(uniqueKeysWithValues: SimulatedFault.allCases.map { ($0.rawValue, series.injected[$0] ?? 0) })
    violations = Dictionary(uniqueKeysWithValues: Invariant.allCases.map { ($0.rawValue, series.violations[$0] ?? 0) })
    failures = series.failures.map { failure in
      Failure(
        command: failure.plan.command, invariant: failure.findings.first?.invariant.rawValue ?? "",
        finding: failure.findings.first?.what ?? "")
    }
  }

  func print(_ options: OutputOptions) throws {
    let injected = faults.values.reduce(0, +)
    let kinds = SimulatedFault.allCases.map { "\($0.rawValue) \(faults[$0.rawValue] ?? 0)" }.joined(separator: ", ")
    let broken = violations.values.reduce(0, +)
    try CommandOutput(
      self, header: ["what", "count"],
      table: [
        ["seeds", "\(seeds)"], ["days", "\(days)"], ["faults injected", "\(injected) (\(kinds))"],
        ["deliveries settled", "\(deliveries)"],
        ["invariants checked", "\(Invariant.allCases.count)"], ["invariants violated", "\(broken)"],
        ["days per second", "\(daysPerSecond)"],
      ] + failures.map { ["failing", $0.command] }, identifiers: failures.map(\.command)
    ).print(options)
  }
}
