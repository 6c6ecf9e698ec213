// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Sandboxing

/// The observations of one attack in one sandbox variant.
public struct Observation: Sendable {
  /// A step of the attack with the error number; 0 for success.
  struct Step: Hashable, Sendable {
    var name: String
    var errno: Int32
  }

  let wall: SandboxVariant

  // Reported by the attack; it determines only which error was seen.
  var steps: [Step] = []
  var values: [(name: String, value: Int)] = []
  var shown: [[UInt8]] = []
  var hasFinished = false

  // Observed by the host.
  /// The end of the process, by itself or by the host's kill.
  var exit: ExitStatus?
  var endedByHost = false
  /// `/proc/<pid>/status` while the attack waited.
  var status: [String: String] = [:]
  var timers: String?
  /// The observer's facts that changed.
  var changes: [String] = []
  /// Violations by the process or in its container.
  var faults: [String] = []
  /// Processes that ran beside the attack or outlived it.
  var survivors = 0
  /// Whether the secret appeared in the reply.
  var isLeaked = false
  var logBytes = 0
  var containerNames: [String] = []
  var containerExcess: String?
  /// The budget violation for which the host ended the process.
  var endedBecause: ContainerBudget.Excess?
  var memoryExcess: MemoryExcess?
  /// The most bytes that were resident at once.
  var residentPeak: Int64 = 0
  /// The container's excess over 125 % of its budget.
  var containerOverflow: String?
  /// Files with the trial's mark in directories of the host.
  var marks: [String] = []

  /// The figures of the companion, if any.
  var figures: Companion.Figures?

  init(wall: SandboxVariant) { self.wall = wall }

  func value(_ name: String) -> Int? { values.last { $0.name == name }?.value }

  /// Effects on the host, each as a sentence; empty if the sandbox held.
  var effects: [String] {
    var effects = changes + faults
    if isLeaked { effects.append("the secret leaked") }
    if survivors > 0 { effects.append("\(survivors) other attack processes were running") }
    effects += marks.map { "\($0) appeared on the host" }
    return effects
  }
}
