// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Sandboxing

/// Everything that was seen of one attack behind one wall.
public struct Observation: Sendable {
  /// A step of the attack and what the kernel said: 0 for success.
  struct Step: Hashable, Sendable {
    var name: String
    var errno: Int32
  }

  let wall: SandboxVariant

  // What the attack told. It decides nothing but which error was seen.
  var steps: [Step] = []
  var values: [(name: String, value: Int)] = []
  var shown: [[UInt8]] = []
  var hasFinished = false

  // What the host saw.
  /// How it ended, before or by the host's kill.
  var exit: ExitStatus?
  var endedByHost = false
  /// `/proc/<pid>/status` while the attack waited.
  var status: [String: String] = [:]
  var timers: String?
  /// Facts of the witness that changed.
  var changes: [String] = []
  /// What was wrong with the process or its container.
  var faults: [String] = []
  /// Processes that ran besides the attack, or outlived it.
  var survivors = 0
  /// Whether the secret came out by the reply or the log.
  var isLeaked = false
  var logBytes = 0
  var containerNames: [String] = []
  var containerExcess: String?
  /// The budget for which the host ended it while it ran.
  var endedBecause: ContainerBudget.Excess?
  /// What the container holds beyond a quarter more than its budget.
  var containerOverflow: String?
  /// Files with the trial's mark in the host's own directories.
  var marks: [String] = []

  /// What was measured beside it.
  var figures: Companion.Figures?

  init(wall: SandboxVariant) { self.wall = wall }

  func value(_ name: String) -> Int? { values.last { $0.name == name }?.value }

  /// Effects on the host's side, each as a sentence; empty when the wall held.
  var effects: [String] {
    var effects = changes + faults
    if isLeaked { effects.append("the secret came out") }
    if survivors > 0 { effects.append("\(survivors) other processes of it were running") }
    effects += marks.map { "\($0) appeared on the host" }
    return effects
  }
}
