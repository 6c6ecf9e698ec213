// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why something is as it is: a rule of the specification, by its stable id, and one sentence.
///
/// Reasons are values that the rules decide; whoever prints them adds nothing of its own.
package protocol Reason: Hashable, Sendable {
  /// A word for scripts: the case's name.
  var code: String { get }
  /// `D9`, `E5`, `§6`, or a rule of another document with its own prefix (`LIVE-GRT1`).
  var rule: String { get }
  func sentence(_ words: ReasonWords) -> String
}

/// How instants, lengths and items read in a sentence; the rules know no language and no local format.
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
