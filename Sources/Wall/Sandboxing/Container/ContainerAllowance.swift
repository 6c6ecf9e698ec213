// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What a container can hold at most by now: what it held when nothing moved in it, and what each call that went on
/// since could add.
struct ContainerAllowance {
  /// The blocks of the largest file that an extension may make, with those that hold the places of the others.
  static let largestFile = LaunchLimits.largestFile + (1 << 16)
  /// A directory's first block, and one in which its name is.
  static let largestEntry: Int64 = 8 << 10

  private var bytes: Int64
  private var entries: Int
  private let measured: Int
  private let budget: ContainerBudget
  /// Whether no call went on since the measurement.
  private(set) var isFresh = true

  /// - Parameter growth: by how much the files that are open for writing may still grow.
  init(bytes: Int64, growth: Int64, entries: Int, budget: ContainerBudget) {
    self.bytes = bytes + growth
    self.entries = entries
    measured = entries
    self.budget = budget
  }

  /// Starts again from what was written since the measurement, which the calls are no longer charged for; the entries
  /// that were made since stay charged.
  mutating func extend(bytes: Int64, growth: Int64) {
    self.bytes = bytes + growth + Int64(entries - measured) * Self.largestEntry
  }

  /// Whether a call may go on.
  ///
  /// One entry beyond the budget may be made: a process that wants more than its budget is ended for it. A file may grow
  /// while the whole stays within a quarter beyond the budget.
  func admits(_ call: ContainerCall) -> Bool {
    if call.makesEntry && entries > budget.entries { return false }
    return bytes + Self.size(of: call) <= budget.bytes / 4 * 5
  }

  mutating func charge(_ call: ContainerCall) {
    isFresh = false
    if call.makesEntry { entries += 1 }
    bytes += Self.size(of: call)
  }

  /// How much a container can hold more after a call.
  private static func size(of call: ContainerCall) -> Int64 {
    (call.makesEntry ? largestEntry : 0) + (call.opensForWriting ? largestFile : 0)
  }
}
