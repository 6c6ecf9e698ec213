// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An upper bound on what a container holds: its contents at the last walk during which nothing changed, plus what each
/// call allowed since then could add.
struct ContainerAllowance {
  /// A new directory's first block, plus a block for its name.
  static let largestEntry: Int64 = 8 << 10

  private var bytes: Int64
  private var entries: Int
  private let measured: Int
  private let budget: ContainerBudget
  /// Whether no call was allowed since the measurement.
  private(set) var isFresh = true

  /// - Parameter growth: the bytes by which files open for writing may still grow.
  init(bytes: Int64, growth: Int64, entries: Int, budget: ContainerBudget) {
    self.bytes = bytes + growth
    self.entries = entries
    measured = entries
    self.budget = budget
  }

  /// Restarts from the bytes written since the measurement, which replace the charges for those calls; the entries made
  /// since then stay charged.
  mutating func extend(bytes: Int64, growth: Int64) {
    self.bytes = bytes + growth + Int64(entries - measured) * Self.largestEntry
  }

  /// Whether a call is allowed.
  ///
  /// One entry beyond the budget is allowed, so that a process exceeding it is detected and ended. A file may grow
  /// while the total stays within 125% of the budget.
  func admits(_ call: ContainerCall) -> Bool {
    if call.makesEntry && entries > budget.entries { return false }
    return bytes + size(of: call) <= budget.bytes / 4 * 5
  }

  mutating func charge(_ call: ContainerCall) {
    isFresh = false
    if call.makesEntry { entries += 1 }
    bytes += size(of: call)
  }

  /// The bytes that a call can add to a container.
  private func size(of call: ContainerCall) -> Int64 {
    (call.makesEntry ? Self.largestEntry : 0) + (call.opensForWriting ? budget.largestFileBlocks : 0)
  }
}
