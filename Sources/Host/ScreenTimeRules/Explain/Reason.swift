// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A reason for a decision: the id of a rule of the specification, and one sentence.
///
/// Reasons are values that the rules decide; printing code adds no reasons of its own.
package protocol Reason: Hashable, Sendable {
  /// A machine-readable code: the case's name.
  var code: String { get }
  /// `D9`, `E5`, `§6`, or a rule of another document with its own prefix (`LIVE-GRT1`).
  var rule: String { get }
  func sentence(_ words: ReasonWords) -> String
}

/// The formatting of instants, durations and items in a sentence; the rules use no language or locale.
package struct ReasonWords {
  package var instant: (Timestamp) -> String
  package var duration: (Int64) -> String
  package var item: (Item) -> String

  package init(
    instant: @escaping (Timestamp) -> String, duration: @escaping (Int64) -> String, item: @escaping (Item) -> String
  ) {
    self.instant = instant
    self.duration = duration
    self.item = item
  }
}
