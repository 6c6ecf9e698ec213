// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What a container can hold at most by now: what it held when nothing moved in it, and what each call that went on
/// since could add.
struct ContainerAllowance {
  /// The blocks of the largest file that an extension may make, with those that hold the places of the others.
  static let largestFile = LaunchLimits.largestFile + (1 << 16)

  private var bytes: Int64
  private var entries: Int
  private let budget: ContainerBudget
  /// Whether no call went on since the measurement.
  private(set) var isFresh = true

  /// - Parameter growth: by how much the files that are open for writing may still grow.
  init(bytes: Int64, growth: Int64, entries: Int, budget: ContainerBudget) {
    self.bytes = bytes + growth
    self.entries = entries
    self.budget = budget
  }

  /// Whether a call may go on.
  ///
  /// One entry beyond the budget may be made: a process that wants more than its budget is ended for it. A file may grow
  /// while the whole stays within a quarter beyond the budget.
  func admits(_ call: ContainerCall) -> Bool {
    if call.makesEntry && entries > budget.entries { return false }
    return !call.opensForWriting || bytes + Self.largestFile <= budget.bytes / 4 * 5
  }

  mutating func charge(_ call: ContainerCall) {
    isFresh = false
    if call.makesEntry { entries += 1 }
    if call.opensForWriting { bytes += Self.largestFile }
  }
}
