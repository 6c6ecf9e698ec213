// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// How long a trial waits: the deadlines of `wire.md#deadlines` times a factor, since a test machine may be busy.
package struct TrialPace: Hashable, Sendable {
  /// 1 is what a host allows.
  package var patience: Double
  /// How often the first check starts the extension.
  package var starts: Int

  package init(patience: Double = 1, starts: Int = 20) {
    self.patience = patience
    self.starts = starts
  }

  package func time(_ milliseconds: Int64) -> Duration {
    .milliseconds(Int64(Double(milliseconds) * patience))
  }
}
