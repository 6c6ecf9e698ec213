// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Memory beyond the budget of a process, for which the host ended it.
public struct MemoryExcess: Hashable, Sendable, CustomStringConvertible {
  /// The most that was measured, in bytes.
  public var peak: Int64
  public var budget: Int64

  public init(peak: Int64, budget: Int64) {
    self.peak = peak
    self.budget = budget
  }

  public var description: String {
    "it used \(Self.mebibytes(peak)) of memory; its budget is \(Self.mebibytes(budget))"
  }

  /// The same without the peak, which could tell what a sealed process was shown.
  public var descriptionWithoutPeak: String { "it used more memory than its budget of \(Self.mebibytes(budget))" }

  /// In tenths, rounded up, so that an excess never reads as the budget itself.
  static func mebibytes(_ bytes: Int64) -> String {
    let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
    return tenths % 10 == 0 ? "\(tenths / 10) MiB" : "\(tenths / 10).\(tenths % 10) MiB"
  }
}
