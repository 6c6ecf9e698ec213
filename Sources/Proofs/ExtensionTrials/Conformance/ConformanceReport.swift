// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The suite's result for one extension.
package struct ConformanceReport: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var id: String
    package var title: String
    package var verdict: TrialVerdict
  }

  package var subject: String
  package var point: ExtensionPoint
  package var rows: [Row] = []
  /// The median time from start to the answer to hello, in milliseconds.
  package var startMedian: Double?
  package var start95: Double?
  /// The size of the executable.
  package var executableBytes: Int64?

  package var failures: [Row] {
    rows.filter { if case .failed = $0.verdict { true } else { false } }
  }
}
