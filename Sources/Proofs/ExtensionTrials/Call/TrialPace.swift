// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Timeouts of a trial: the deadlines of `wire.md#deadlines` times a factor, because a test machine may be busy.
package struct TrialPace: Hashable, Sendable {
  /// The factor; 1 for a host's own deadlines.
  package var patience: Double
  /// The number of times that the first check starts the extension.
  package var starts: Int

  package init(patience: Double = 1, starts: Int = 20) {
    self.patience = patience
    self.starts = starts
  }

  package func time(_ milliseconds: Int64) -> Duration {
    .milliseconds(Int64(Double(milliseconds) * patience))
  }
}
